#include "model/verify/write_requests.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/verify/key_condition.h"
#include "model/verify/read_requests.h"

namespace stator::model {
namespace {

using client::Item;
using client::Value;

// The clauses of an update expression.
class UpdateText {
 public:
  explicit UpdateText(ConditionText& placeholders) : placeholders_(placeholders) {}

  void Set(const std::string& name, const Value& value) {
    const auto placeholder = placeholders_.Name(name);
    sets_.push_back(fmt::format("{} = {}", placeholder, placeholders_.Value(value)));
  }
  void Append(const std::string& name, const Value& elements) {
    const auto placeholder = placeholders_.Name(name);
    const auto none = placeholders_.Value(Value::List({}));
    sets_.push_back(fmt::format("{0} = list_append(if_not_exists({0}, {1}), {2})", placeholder,
                                none, placeholders_.Value(elements)));
  }
  void Add(const std::string& name, const Value& amount) {
    const auto placeholder = placeholders_.Name(name);
    adds_.push_back(fmt::format("{} {}", placeholder, placeholders_.Value(amount)));
  }
  void Remove(const std::string& name) { removes_.push_back(placeholders_.Name(name)); }

  std::string text() const {
    std::string all;
    const auto add = [&](std::string_view word, const std::vector<std::string>& parts) {
      if (parts.empty()) return;
      all += fmt::format("{}{} {}", all.empty() ? "" : " ", word, fmt::join(parts, ", "));
    };
    add("SET", sets_);
    add("REMOVE", removes_);
    add("ADD", adds_);
    return all;
  }

 private:
  ConditionText& placeholders_;
  std::vector<std::string> sets_, removes_, adds_;
};

// What the instance's list has more than it had.
Value Appended(const Value& before, const Value& after) {
  client::ValueList more;
  for (std::size_t i = before.list().size(); i < after.list().size(); ++i) {
    more.push_back(after.list()[i]);
  }
  return Value::List(std::move(more));
}

Value Added(const Value& before, const Value& after) {
  return Value::Number(after.integer().value_or(0) - before.integer().value_or(0));
}

class Builder {
 public:
  Builder(const std::vector<StoredRow>& accesses, const Pattern& pattern, const RowWrite& row,
          const Step& step)
      : accesses_(accesses), pattern_(pattern), row_(row), step_(step), access_(&row.access) {
    if (row.access.row == StoredRow::Row::kItem) ChooseKey();
  }

  std::optional<client::TransactWrite> Build() {
    switch (row_.type) {
      case RowWrite::Type::kPut:
        return Put();
      case RowWrite::Type::kUpdate:
        return Update();
      case RowWrite::Type::kDelete:
        return Delete();
      case RowWrite::Type::kCheck:
        return Check();
    }
    return std::nullopt;
  }

 private:
  const Instance& instance() const { return step_.before ? *step_.before : *step_.after; }

  // An entity with several keys has the one whose condition holds.
  void ChooseKey() {
    for (const auto& access : accesses_) {
      if (access.entity == row_.access.entity && access.InTable() &&
          access.row == StoredRow::Row::kItem && KeyOf(access, instance())) {
        access_ = &access;
        return;
      }
    }
  }

  const std::string& table() const { return access_->table->name; }

  // Where the program says that it looks, if it says so.
  std::optional<Item> Stated() const {
    if (!pattern_.stated || !pattern_.stated->key) return std::nullopt;
    return StatedKey(*access_->table, *access_->entity, *pattern_.stated->key, instance().values);
  }

  bool IsRow(const Item& key) const {
    return std::ranges::any_of(accesses_, [&](const StoredRow& access) {
      return access.entity == access_->entity && access.InTable() &&
             KeyOf(access, instance()) == key;
    });
  }

  // A stated key that no row has is asked for all the same, in place of the item's.
  std::optional<Item> Key() const {
    auto stated = Stated();
    if (stated && access_->row == StoredRow::Row::kItem && !IsRow(*stated)) return stated;
    return KeyOf(*access_, instance());
  }

  // A row whose key was to change, and did not.
  bool Stays() const {
    if (!row_.moved) return false;
    const auto before = KeyOf(*access_, *step_.before);
    return before && before == KeyOf(*access_, *step_.after);
  }

  // A copy or unique row whose key the program can say from what it binds. Whether a row that there
  // is not always is there, it must find out by trying; if it is, the condition's own attribute has
  // the condition's value.
  bool IsKnown() const {
    if (access_->row == StoredRow::Row::kItem) return true;
    const auto& bindings = step_.action->bindings;
    return std::ranges::all_of(FieldsOf(access_->key), [&](const std::string& name) {
      return std::ranges::find(bindings, name, &Binding::attribute) != bindings.end() ||
             std::ranges::find(access_->conditions, name, &Condition::attribute) !=
                 access_->conditions.end();
    });
  }

  // Conditions are the item's, or those of the row that is stated.
  std::vector<std::string> Compared() const {
    if (row_.moved) return {};
    const auto stated = Stated();
    if (!stated || !IsRow(*stated)) return row_.conditions;
    if (KeyOf(*access_, instance()) != stated) return {};
    return step_.action->conditions;
  }

  void AddConditions(ConditionText& condition) const {
    if (row_.if_absent && !Stays()) {
      condition.Add(
          fmt::format("attribute_not_exists({})", condition.Name(access_->table->partition_key)));
    }
    if (row_.type == RowWrite::Type::kCheck && Compared().empty()) {
      condition.Add(
          fmt::format("attribute_exists({})", condition.Name(access_->table->partition_key)));
    }
    if (!step_.before) return;
    for (const auto& name : Compared()) condition.Equals(name, step_.before->values.at(name));
  }

  std::optional<client::TransactWrite> Put() const {
    auto item = RowOf(accesses_, *access_, *step_.after);
    if (!item) return std::nullopt;
    client::TransactPut put{.table = table(), .item = *std::move(item)};
    ConditionText condition(put.names, put.values);
    AddConditions(condition);
    put.condition = condition.text();
    return put;
  }

  std::optional<client::TransactWrite> Update() const {
    auto key = Key();
    // Who does not know of a guard does not touch it; it is stale then.
    if (!key || access_->row == StoredRow::Row::kGuard || !IsKnown()) return std::nullopt;
    client::TransactUpdate update{.table = table(), .key = *std::move(key), .update = ""};
    ConditionText condition(update.names, update.values);
    UpdateText text(condition);
    for (const auto& name : row_.attributes) AddChange(name, text);
    for (const auto& [name, value] : Rewritten()) {
      value ? text.Set(name, *value) : text.Remove(name);
    }
    update.update = text.text();
    if (update.update.empty()) return std::nullopt;
    AddConditions(condition);
    update.condition = condition.text();
    return update;
  }

  void AddChange(const std::string& name, UpdateText& text) const {
    // A key attribute of the row cannot be written; its row stays where it is.
    if (name == access_->table->partition_key || name == access_->table->sort_key) return;
    const Value& before = step_.before->values.at(name);
    const Value& after = step_.after->values.at(name);
    if (Contains(step_.action->adds, name)) {
      text.Add(name, Added(before, after));
    } else if (Contains(step_.action->appends, name)) {
      text.Append(name, Appended(before, after));
    } else {
      text.Set(name, after);
    }
  }

  // Key attributes of indexes as they are to be; nullopt: there is to be none. Of several entries
  // for one index, which exclude each other, the one whose condition holds counts.
  std::map<std::string, std::optional<Value>> Rewritten() const {
    std::map<std::string, std::optional<Value>> all;
    for (const auto& entry : row_.rewritten) {
      if (entry.FollowsByItself()) continue;
      const auto key = KeyOf(entry, *step_.after);
      std::vector<std::string> names = RangeNames(entry);
      if (!entry.index->local) {
        const auto hash = HashNames(entry);
        names.insert(names.end(), hash.begin(), hash.end());
      }
      for (const auto& name : names) {
        auto& value = all[name];
        if (key && key->contains(name)) value = key->at(name);
      }
    }
    return all;
  }

  std::optional<client::TransactWrite> Delete() const {
    auto key = Key();
    if (!key || Stays() || !IsKnown()) return std::nullopt;
    client::TransactDelete erase{.table = table(), .key = *std::move(key)};
    ConditionText condition(erase.names, erase.values);
    AddConditions(condition);
    erase.condition = condition.text();
    return erase;
  }

  std::optional<client::TransactWrite> Check() const {
    auto key = Key();
    if (!key) return std::nullopt;
    client::ConditionCheck check{.table = table(), .key = *std::move(key), .condition = ""};
    ConditionText condition(check.names, check.values);
    AddConditions(condition);
    check.condition = condition.text();
    return check;
  }

  const std::vector<StoredRow>& accesses_;
  const Pattern& pattern_;
  const RowWrite& row_;
  const Step& step_;
  const StoredRow* access_;
};

}  // namespace

std::vector<client::TransactWrite> WriteRequests(const std::vector<StoredRow>& accesses,
                                                 const Pattern& pattern, const WritePlan& plan,
                                                 const std::vector<Step>& steps) {
  std::vector<client::TransactWrite> requests;
  for (const auto& row : plan.rows) {
    for (const auto& step : steps) {
      if (step.action != row.action) continue;
      if (auto request = Builder(accesses, pattern, row, step).Build()) {
        requests.push_back(*std::move(request));
      }
    }
  }
  return requests;
}

}  // namespace stator::model
