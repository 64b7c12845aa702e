#include "model/verify/argument_choices.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/stable_order.h"
#include "base/time_text.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

using client::Value;

constexpr std::size_t kFirstTaken = 6;
constexpr std::size_t kLookalikesTaken = 4;
constexpr std::size_t kOthersTaken = 6;

bool IsChild(const Pattern& pattern, const Instance& instance) {
  return std::ranges::find(pattern.children, instance.entity->name, &Wanted::entity) !=
         pattern.children.end();
}

class Choices {
 public:
  Choices(const Pattern& pattern, const std::vector<Instance>& instances, Random& random)
      : pattern_(pattern), random_(random) {
    for (const auto& instance : instances) {
      if (instance.entity->name == pattern.target.entity) targets_.push_back(&instance);
      if (instance.orphan && IsChild(pattern, instance)) orphan_ = &instance;
    }
    // Arguments from an instance with the pattern's constants find at least that instance.
    StableSortBy(targets_, [this](const Instance* target) { return !HasNamedValues(*target); });
  }

  std::vector<Arguments> All() {
    if (targets_.empty()) return {};
    for (const Instance* chosen : Chosen()) {
      if (pattern_.range.empty()) {
        Add({.bound = BoundOf(*chosen)});
      } else {
        AddWindows(*chosen);
      }
    }
    AddOrphan();
    AddAbsent();
    return std::move(choices_);
  }

 private:
  client::Item BoundOf(const Instance& instance) const {
    client::Item bound;
    for (const auto& binding : pattern_.bindings) {
      const Attribute& attribute = *instance.entity->Find(binding.attribute);
      bound.emplace(binding.attribute, binding.value ? ValueOf(attribute, *binding.value)
                                                     : instance.values.at(binding.attribute));
    }
    return bound;
  }

  bool HasNamedValues(const Instance& instance) const {
    return std::ranges::all_of(pattern_.bindings, [&](const Binding& binding) {
      return !binding.value ||
             instance.values.at(binding.attribute) ==
                 ValueOf(*instance.entity->Find(binding.attribute), *binding.value);
    });
  }

  // Returns instances with different bound values.
  std::vector<const Instance*> Chosen() {
    std::vector<const Instance*> different;
    std::vector<const Instance*> lookalikes;
    std::vector<client::Item> seen;
    for (const Instance* target : targets_) {
      auto bound = BoundOf(*target);
      if (std::ranges::find(seen, bound) != seen.end()) continue;
      seen.push_back(std::move(bound));
      const bool named = target->lookalike && lookalikes.size() < kLookalikesTaken;
      (named ? lookalikes : different).push_back(target);
    }
    for (std::size_t i = kFirstTaken; i < std::min(different.size(), kFirstTaken + kOthersTaken);
         ++i) {
      std::swap(different[i], different[i + random_.Below(different.size() - i)]);
    }
    different.resize(std::min(different.size(), kFirstTaken + kOthersTaken));
    const auto first = std::min(different.size(), kFirstTaken);
    different.insert(different.begin() + static_cast<std::ptrdiff_t>(first), lookalikes.begin(),
                     lookalikes.end());
    return different;
  }

  void Add(Arguments arguments) {
    if (choices_.size() < kChoicesMax) choices_.push_back(std::move(arguments));
  }

  void AddWindows(const Instance& chosen) {
    const Attribute& attribute = *chosen.entity->Find(pattern_.range);
    const Value& value = chosen.values.at(pattern_.range);
    const auto bound = BoundOf(chosen);
    if (pattern_.range_seconds) {
      const auto seconds = *pattern_.range_seconds;
      Add({bound, value, Moved(attribute, value, seconds)});
      Add({bound, Moved(attribute, value, -seconds / 2),
           Moved(attribute, value, seconds - seconds / 2)});
      Add({bound, Moved(attribute, value, -seconds), value});
      return;
    }
    Add({bound, value, value});
    std::vector<Value> others{value};
    for (const Instance* target : targets_) {
      if (BoundOf(*target) == bound) others.push_back(target->values.at(pattern_.range));
    }
    Value from = others[random_.Below(others.size())];
    Value to = others[random_.Below(others.size())];
    if (Compare(from, to) > 0) std::swap(from, to);
    Add({bound, from, to});
    const auto less = [](const Value& left, const Value& right) {
      return Compare(left, right) < 0;
    };
    Add({bound, *std::ranges::min_element(others, less), *std::ranges::max_element(others, less)});
  }

  // Returns the value so many seconds later, as precisely as the attribute can express it.
  static Value Moved(const Attribute& attribute, const Value& value, std::int64_t seconds) {
    if (TypeOf(attribute) == Value::Type::kNumber) {
      return Value::Number(value.integer().value_or(0) + seconds);
    }
    const auto time = ParseTime(value.string());
    if (!time) return value;
    const auto moved = *time + seconds * kSecond;
    const auto whole = TimeText(moved - moved % kSecond);
    if (attribute.kind == Kind::kDate) return Value::String(BucketText(whole, Bucket::kDay));
    return Value::String(fmt::format(
        "{}.{:03}Z", std::string_view(whole).substr(0, whole.size() - 1), moved % kSecond / 1'000));
  }

  // Adds a parent that does not exist but has children.
  void AddOrphan() {
    if (orphan_ == nullptr) return;
    client::Item bound;
    for (const auto& binding : pattern_.bindings) {
      const Value* value = client::Find(orphan_->values, binding.attribute);
      if (value == nullptr || binding.value) return;
      bound.emplace(binding.attribute, *value);
    }
    Add({.bound = std::move(bound)});
  }

  // Adds values that no instance has, although instances have their beginnings. They must find
  // nothing.
  void AddAbsent() {
    if (choices_.empty()) return;
    Arguments absent = choices_.front();
    bool changed = false;
    for (const auto& binding : pattern_.bindings) {
      const Attribute& attribute = *targets_.front()->entity->Find(binding.attribute);
      const bool text = attribute.kind == Kind::kString || attribute.kind == Kind::kId ||
                        attribute.kind == Kind::kFree;
      if (binding.value || !text) continue;
      auto& value = absent.bound.at(binding.attribute);
      value = Value::String(value.string() + "0-absent");
      changed = true;
    }
    if (changed) Add(std::move(absent));
  }

  const Pattern& pattern_;
  Random& random_;
  std::vector<const Instance*> targets_;
  const Instance* orphan_ = nullptr;  // a child of a target that does not exist
  std::vector<Arguments> choices_;
};

}  // namespace

std::vector<Arguments> ChooseArguments(const Pattern& pattern,
                                       const std::vector<Instance>& instances, Random& random) {
  return Choices(pattern, instances, random).All();
}

std::string TextOf(const client::Value& value) {
  constexpr std::size_t kShown = 60;
  switch (value.type()) {
    case Value::Type::kBool:
      return value.boolean() ? "true" : "false";
    case Value::Type::kNumber:
      return value.number();
    case Value::Type::kString:
      if (value.string().size() <= kShown) return value.string();
      return value.string().substr(0, kShown) + "…";
    default:
      return "…";
  }
}

std::string TextOf(const Arguments& arguments) {
  std::string text;
  for (const auto& [name, value] : arguments.bound) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, TextOf(value));
  }
  if (arguments.from && arguments.to) {
    text += fmt::format("{}from {} to {}", text.empty() ? "" : ", ", TextOf(*arguments.from),
                        TextOf(*arguments.to));
  }
  return text.empty() ? "no arguments" : text;
}

}  // namespace stator::model
