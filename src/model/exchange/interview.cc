#include "model/exchange/interview.h"

#include <algorithm>
#include <cmath>
#include <istream>
#include <ostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/quantity.h"
#include "base/text.h"
#include "model/exchange/key_text.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

constexpr std::size_t kEntitiesMax = 20;
constexpr std::size_t kLookupsMax = 5;  // attributes besides the key that find an entity
constexpr std::size_t kAnswerBytesMax = 1'000;
constexpr int kTriesMax = 3;

Part Literal(std::string text) { return {.text = std::move(text)}; }
Part Field(std::string name) { return {.type = Part::Type::kField, .text = std::move(name)}; }

// Reads a name, or words that form one. Refuses letters that a name would lose.
Result<std::string> ReadName(const std::string& text) {
  const bool plain = std::ranges::all_of(
      text, [](char letter) { return letter == ' ' || IsWord(std::string_view(&letter, 1)); });
  if (plain) return CleanName(text);
  return FailInvalid(
      fmt::format("'{}' is no name: names are made of letters a-z, digits, _, - and .", text));
}

Result<std::vector<std::string>> ReadNameList(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find(',', at), text.size());
    const std::string word(Trimmed(std::string_view(text).substr(at, end - at)));
    if (!word.empty()) words.push_back(TRY(ReadName(word)));
    at = end + 1;
  }
  return words;
}

Result<std::uint64_t> ReadItemSize(const std::string& text) {
  const auto bytes = TRY(ParseSize(text));
  if (bytes >= 1 && bytes <= limits::kItemBytesMax) return bytes;
  return FailInvalid(
      fmt::format("'{}' is not the size of an item, which is from 1B to 400KB.", text));
}

class Interviewer {
 public:
  Interviewer(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  Result<Model> Run(const std::string& name) {
    model_.name = name.empty() ? TRY(AskFor("What is the model called?", "app", ReadName))
                               : TRY(ReadName(name));
    model_.tables.push_back(
        {.name = CleanTableName(TRY(AskFor("And its table?", model_.name, ReadName))),
         .partition_key = "PK",
         .sort_key = "SK"});
    const auto names =
        TRY(AskFor("What is stored? Several, with commas.", "Customer, Order", ReadNameList));
    if (names.empty() || names.size() > kEntitiesMax) {
      return FailInvalid(
          fmt::format("From 1 to {} kinds of things can be asked for.", kEntitiesMax));
    }
    for (const auto& each : names) TRY(AskEntity(EntityNameOf(each)));
    // Children lie under their parents' keys, so all entities must be known first.
    for (auto& entity : model_.entities) TRY(AskReads(entity));
    model_.assertions.push_back({.type = Assertion::Type::kNoScan});
    model_.assertions.push_back({.type = Assertion::Type::kOneRequest});
    return std::move(model_);
  }

 private:
  std::string Ask(std::string_view question, const std::string& usual) {
    out_ << question << " [" << usual << "] " << std::flush;
    std::string line;
    if (!std::getline(in_, line)) out_ << '\n';
    if (line.size() > kAnswerBytesMax) line.resize(kAnswerBytesMax);
    line = Trimmed(line);
    return line.empty() ? usual : line;
  }

  // Asks again if the answer is invalid, up to kTriesMax times.
  template <class Read>
  auto AskFor(const std::string& question, const std::string& usual, Read read)
      -> decltype(read(usual)) {
    for (int tries = 1;; ++tries) {
      auto answer = read(Ask(question, usual));
      if (answer || tries == kTriesMax) return answer;
      out_ << answer.error().message << '\n';
    }
  }

  static Result<std::pair<std::int64_t, std::int64_t>> ReadSpan(const std::string& text) {
    const auto dots = text.find("..");
    const auto least = ParseCount(text.substr(0, dots));
    const auto most = dots == std::string::npos ? least : ParseCount(text.substr(dots + 2));
    if (!least || !most || *least < 1 || *least > *most) {
      return FailInvalid(fmt::format("'{}' is not a span such as 20..5000.", text));
    }
    return std::pair(static_cast<std::int64_t>(*least), static_cast<std::int64_t>(*most));
  }

  // Reads the name of an entity that already exists.
  Result<std::string> ReadParent(const std::string& text) const {
    if (text == "none") return std::string();
    auto name = EntityNameOf(text);
    if (model_.FindEntity(name) != nullptr) return name;
    return FailInvalid(
        fmt::format("There is no {} yet; name parents before their children.", text));
  }

  Result<> AskEntity(const std::string& name) {
    if (model_.FindEntity(name) != nullptr) return {};
    Entity entity{.name = name, .table = model_.tables.front().name};
    entity.parent = TRY(AskFor(fmt::format("Does a {} belong to something?", name),
                               model_.entities.empty() ? "none" : model_.entities.back().name,
                               [this](const std::string& text) { return ReadParent(text); }));
    if (!entity.parent.empty()) {
      const auto [average, most] = TRY(
          AskFor(fmt::format("How many {} has a {}, on average and at most?", name, entity.parent),
                 "20..1000", ReadSpan));
      entity.children_average = static_cast<double>(average);
      entity.children_max = most;
    }
    const Entity* parent = model_.FindEntity(entity.parent);
    const auto usual = parent == nullptr ? std::int64_t{100'000}
                                         : parent->count * std::llround(entity.children_average);
    entity.count = static_cast<std::int64_t>(
        TRY(AskFor(fmt::format("How many {} are there?", name), PrintCount(usual), ParseCount)));
    entity.bytes = static_cast<std::int64_t>(
        TRY(AskFor(fmt::format("How large is one {}?", name), "500B", ReadItemSize)));
    const auto id = TRY(AskFor(fmt::format("What tells one {} from another?", name),
                               AttributeNameOf(name) + "Id", ReadName));
    entity.attributes.push_back({.name = id, .kind = Kind::kId});
    if (parent != nullptr) AddParentKey(*parent, entity);
    model_.entities.push_back(std::move(entity));
    return {};
  }

  // Gives the child its parent's id. If both ids have the same name, the parent's gets another one.
  static void AddParentKey(const Entity& parent, Entity& entity) {
    const auto& own = entity.attributes.front().name;
    entity.parent_key = parent.attributes.front().name;
    if (entity.parent_key != own) return;
    const auto stem = AttributeNameOf(parent.name);
    entity.parent_key = stem + (own == stem + "Id" ? "Key" : "Id");
    entity.attributes.push_back({.name = entity.parent_key});
  }

  static Result<std::string> ReadRateText(const std::string& text) {
    if (text == "high" || text == "medium" || text == "low") return text;
    const auto rate = ParseRate(text);
    if (!rate) return Fail(rate.error());
    return text;
  }

  Result<double> AskRate(const std::string& question, const std::string& usual) {
    const auto text = TRY(AskFor(question, usual, ReadRateText));
    if (text == "high") return 100.0;
    if (text == "medium") return 10.0;
    return text == "low" ? 0.1 : TRY(ParseRate(text));
  }

  Pattern& AddPattern(Verb verb, const Entity& entity, double rate) {
    Pattern pattern{.id = fmt::format("P{}", model_.patterns.size() + 1),
                    .per_second = rate,
                    .peak_per_second = rate,
                    .verb = verb,
                    .target = {.entity = entity.name}};
    model_.patterns.push_back(std::move(pattern));
    return model_.patterns.back();
  }

  // Keys a child under its parent's key, in the requested order. Other entities have a partition
  // key of their own.
  Result<> AskReads(Entity& entity) {
    const std::string id = entity.attributes.front().name;
    const auto kind = UpperText(entity.name);
    if (entity.parent.empty()) {
      entity.keys.push_back({.partition = {.parts = {Literal(kind + "#"), Field(id)}},
                             .sort = {.parts = {Literal("META")}}});
    } else {
      TRY(AskChild(entity, kind, id));
    }
    const auto by_id = Ask(fmt::format("Is a {} read by {} alone?", entity.name, id), "yes");
    if (by_id.starts_with('y')) {
      const double rate =
          TRY(AskRate("How often? A rate such as 5/s, or high, medium, low.", "high"));
      AddPattern(Verb::kGet, entity, rate).bindings = {{.attribute = id}};
      if (!entity.parent.empty()) AddEntry(entity, kind, id, "");
    }
    TRY(AskLookups(entity, kind, id));
    const double writes =
        TRY(AskRate(fmt::format("How often is a {} written?", entity.name), "medium"));
    auto& put = AddPattern(Verb::kPut, entity, writes);
    put.target.entity.clear();
    put.actions.push_back({.verb = Verb::kPut, .entity = entity.name, .if_new = true});
    return {};
  }

  Result<> AskChild(Entity& entity, const std::string& kind, const std::string& id) {
    const auto order = Ask(fmt::format("Are the {} of a {} listed newest first, or in any order? "
                                       "newest, any",
                                       entity.name, entity.parent),
                           "newest");
    const bool newest = order.starts_with('n');
    KeyPair key{
        .partition = {.parts = {Literal(UpperText(entity.parent) + "#"), Field(entity.parent_key)}},
        .sort = {.parts = {Literal(kind + "#")}}};
    if (newest) {
      entity.attributes.push_back({.name = "createdAt", .kind = Kind::kTime});
      key.sort.parts.push_back(Field("createdAt"));
      key.sort.parts.push_back(Literal("#"));
    }
    key.sort.parts.push_back(Field(id));
    entity.keys.push_back(std::move(key));
    const double rate =
        TRY(AskRate("How often? A rate such as 5/s, or high, medium, low.", "high"));
    auto& list = AddPattern(Verb::kList, entity, rate);
    list.bindings = {{.attribute = entity.parent_key}};
    if (newest) list.target.order = "createdAt";
    list.target.descending = newest;
    constexpr std::int64_t kPage = 20;
    list.target.limit = kPage;
    list.expected = std::min<std::int64_t>(kPage, std::llround(entity.children_average));
    return {};
  }

  Result<> AskLookups(Entity& entity, const std::string& kind, const std::string& id) {
    auto names = TRY(AskFor(
        fmt::format("By which other attributes are {} found? With commas, or none.", entity.name),
        "none", ReadNameList));
    std::erase(names, "none");
    if (names.size() > kLookupsMax) {
      return FailInvalid(fmt::format("At most {} attributes can be asked for.", kLookupsMax));
    }
    for (const auto& name : names) {
      if (entity.Find(name) != nullptr || name == entity.parent_key) continue;
      entity.attributes.push_back({.name = name});
      const double rate = TRY(AskRate(fmt::format("How often by {}?", name), "medium"));
      auto& list = AddPattern(Verb::kList, entity, rate);
      list.bindings = {{.attribute = name}};
      list.expected = 1;
      AddEntry(entity, kind + "#" + UpperText(name), name, id);
    }
    return {};
  }

  // Adds the entity to the next index that it does not use yet.
  void AddEntry(Entity& entity, const std::string& kind, const std::string& name,
                const std::string& id) {
    const auto index = fmt::format("GSI{}", entity.entries.size() + 1);
    if (model_.FindIndex(model_.tables.front().name, index) == nullptr) {
      model_.indexes.push_back({.name = index,
                                .table = model_.tables.front().name,
                                .hash = {index + "PK"},
                                .range = {index + "SK"}});
    }
    KeyPair key{.partition = {.parts = {Literal(kind + "#"), Field(name)}},
                .sort = {.parts = {Literal(UpperText(entity.name))}}};
    if (!id.empty()) key.sort.parts = {Literal(UpperText(entity.name) + "#"), Field(id)};
    entity.entries.push_back({.index = index, .key = std::move(key)});
  }

  std::istream& in_;
  std::ostream& out_;
  Model model_;
};

}  // namespace

Result<Model> Interview(std::istream& in, std::ostream& out, const std::string& name) {
  return Interviewer(in, out).Run(name);
}

}  // namespace stator::model
