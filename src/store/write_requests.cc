#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/durations.h"
#include "base/ids.h"
#include "base/result.h"
#include "store/expression.h"
#include "store/partition_keys.h"
#include "store/requests.h"
#include "store/rows.h"
#include "store/value_rules.h"

namespace stator::store {
namespace {

using client::Expected;

// Makes the requests of one call of an action.
class ActionRequests {
 public:
  ActionRequests(const Item& values, const Item& expected, const Surroundings& surroundings)
      : values_(values), expected_(expected), surroundings_(surroundings) {}

  Expected<void> Add(const WriteSpec& write) {
    if (write.moved) return AddMoved(write);
    return Holds(write.when, values_) ? AddOne(write, values_) : Expected<void>();
  }

  Writes Take() { return std::move(writes_); }

 private:
  // A row whose key may change. It is deleted at its old place and put at the new one, unless both
  // are one place.
  Expected<void> AddMoved(const WriteSpec& write) {
    Item old = expected_;
    old.insert(values_.begin(), values_.end());
    const bool was = Holds(write.when, old);
    const bool is = Holds(write.when, values_);
    const bool stays = was && is && IsOnePlace(write, old);
    if (write.kind == WriteKind::kDelete) {
      return was && !stays ? AddOne(write, old) : Expected<void>();
    }
    if (!is) return {};
    if (!stays) return AddOne(write, values_);
    WriteSpec there = write;
    there.absent = false;
    return AddOne(there, values_);
  }

  bool IsOnePlace(const WriteSpec& write, const Item& old) const {
    const auto before = KeysOf(write, old);
    const auto after = KeysOf(write, values_);
    return before && after && *before == *after;
  }

  Expected<Item> KeysOf(const WriteSpec& write, const Item& values) const {
    Item keys;
    for (const auto& key : write.keys) {
      auto value = KeyValue(key, values, surroundings_.random);
      if (!value) return Refuse(write.type + " lacks what its " + key.name + " is made of");
      keys[key.name] = *std::move(value);
    }
    return keys;
  }

  Expected<void> AddOne(const WriteSpec& write, const Item& values) {
    auto keys = TRY(KeysOf(write, values));
    Expression expression;
    switch (write.kind) {
      case WriteKind::kPut:
        writes_.push_back(PutOf(write, keys, values, expression));
        break;
      case WriteKind::kUpdate:
        writes_.push_back(UpdateOf(write, std::move(keys), values, expression));
        break;
      case WriteKind::kDelete:
        writes_.push_back(
            WithCondition<client::TransactDelete>(write, std::move(keys), values, expression));
        break;
      case WriteKind::kCheck:
        writes_.push_back(
            WithCondition<client::ConditionCheck>(write, std::move(keys), values, expression));
        break;
    }
    return {};
  }

  template <class Request>
  Request WithCondition(const WriteSpec& write, Item keys, const Item& values,
                        Expression& expression) const {
    Request request{};
    request.table = write.table;
    request.key = std::move(keys);
    Finish(write, values, expression, request);
    return request;
  }

  template <class Request>
  void Finish(const WriteSpec& write, const Item& values, Expression& expression,
              Request& request) const {
    request.condition = ConditionOf(write, values, expression);
    request.names = std::move(expression.names);
    request.values = std::move(expression.values);
  }

  client::TransactPut PutOf(const WriteSpec& write, const Item& keys, const Item& values,
                            Expression& expression) const {
    client::TransactPut request{.table = write.table, .item = {}};
    Item& item = request.item;
    if (write.whole) item = values;
    for (const auto& name : write.attributes) {
      if (const Value* value = client::Find(values, name)) item[name] = *value;
    }
    for (const auto& [name, value] : DerivedValues(write, values)) {
      if (value) item[name] = *value;
    }
    for (const auto& [name, value] : keys) item[name] = value;
    item[kTypeName] = Value::String(write.type);
    Finish(write, values, expression, request);
    return request;
  }

  client::TransactUpdate UpdateOf(const WriteSpec& write, Item keys, const Item& values,
                                  Expression& expression) const {
    auto update = UpdateText(write, values, expression);
    auto request =
        WithCondition<client::TransactUpdate>(write, std::move(keys), values, expression);
    request.update = std::move(update);
    return request;
  }

  // Key attributes of indexes as they are to be. nullopt: the item has none. Of several entries
  // that exclude each other, the one whose conditions hold gives the value.
  std::map<std::string, std::optional<Value>> DerivedValues(const WriteSpec& write,
                                                            const Item& values) const {
    std::map<std::string, std::optional<Value>> found;
    for (const auto& derived : write.derived) {
      auto& value = found[derived.key.name];
      if (!value && Holds(derived.when, values)) {
        value = KeyValue(derived.key, values, surroundings_.random);
      }
    }
    return found;
  }

  std::string UpdateText(const WriteSpec& write, const Item& values, Expression& expression) const {
    std::vector<std::string> sets;
    std::vector<std::string> removes;
    std::vector<std::string> adds;
    for (const auto& name : write.set)
      sets.push_back(expression.Equals(name, ValueOf(values, name)));
    for (const auto& name : write.append) {
      const auto place = expression.Name(name);
      const auto none = expression.Literal(Value::List({}));
      sets.push_back(place + " = list_append(if_not_exists(" + place + ", " + none + "), " +
                     expression.Literal(ValueOf(values, name)) + ")");
    }
    for (const auto& name : write.attributes) {
      sets.push_back(expression.Equals(name, ValueOf(values, name)));
    }
    // The first addition makes the item, which needs its type.
    if (!write.attributes.empty()) {
      sets.push_back(expression.Equals(kTypeName, Value::String(write.type)));
    }
    for (const auto& [name, value] : DerivedValues(write, values)) {
      if (value) {
        sets.push_back(expression.Equals(name, *value));
      } else {
        removes.push_back(expression.Name(name));
      }
    }
    for (const auto& name : write.add) {
      const auto placeholder = expression.Name(name);
      adds.push_back(placeholder + " " + expression.Literal(ValueOf(values, name)));
    }
    std::vector<std::string> clauses;
    if (!sets.empty()) clauses.push_back("SET " + Joined(sets, ", "));
    if (!removes.empty()) clauses.push_back("REMOVE " + Joined(removes, ", "));
    if (!adds.empty()) clauses.push_back("ADD " + Joined(adds, ", "));
    return Joined(clauses, " ");
  }

  std::string ConditionOf(const WriteSpec& write, const Item& values,
                          Expression& expression) const {
    std::vector<std::string> terms;
    const auto exists = [&](const char* function) {
      terms.push_back(std::string(function) + "(" + expression.Name(write.keys.front().name) + ")");
    };
    if (write.absent) exists("attribute_not_exists");
    if (write.present) exists("attribute_exists");
    for (const auto& name : write.expect) {
      terms.push_back(expression.Equals(name, ValueOf(expected_, name)));
    }
    for (const auto& name : write.guard) {
      terms.push_back(expression.Equals(name, ValueOf(values, name)));
    }
    return Joined(terms, " AND ");
  }

  // A generated function's parameters give every attribute that its spec names.
  static Value ValueOf(const Item& values, const std::string& name) {
    const Value* value = client::Find(values, name);
    return value == nullptr ? Value() : *value;
  }

  const Item& values_;
  const Item& expected_;
  const Surroundings& surroundings_;
  Writes writes_;
};

}  // namespace

Surroundings DefaultSurroundings() {
  return {.random = [] { return ThreadIds().Next(); },
          .now_seconds = [] { return MachineNow() / kSecond; }};
}

Expected<Writes> WritesOf(const ActionSpec& action, Item values, const Item& expected,
                          const Surroundings& surroundings) {
  TRY(CheckRules(action.rules, values));
  for (const auto& name : action.versions) values.try_emplace(name, Value::Number(1));
  for (const auto& lifetime : action.lifetimes) {
    values.try_emplace(lifetime.attribute,
                       Value::Number(surroundings.now_seconds() + lifetime.seconds));
  }
  for (const auto& name : action.raises) {
    const Value* before = client::Find(expected, name);
    const auto number = before == nullptr ? 0 : before->integer().value_or(0);
    values[name] = Value::Number(number + 1);
  }
  ActionRequests requests(values, expected, surroundings);
  for (const auto& write : action.writes) TRY(requests.Add(write));
  return requests.Take();
}

}  // namespace stator::store
