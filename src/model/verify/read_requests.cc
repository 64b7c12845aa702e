#include "model/verify/read_requests.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "model/layout/render.h"
#include "model/layout/rows.h"
#include "model/verify/fan_out.h"
#include "model/verify/key_condition.h"

namespace stator::model {
namespace {

using client::Value;

class Planned {
 public:
  Planned(const Pattern& pattern, const ReadPlan& plan, const Arguments& arguments)
      : pattern_(pattern),
        plan_(plan),
        arguments_(arguments),
        access_(plan.wanted.front()),
        entity_(*access_.entity) {}

  ReadRequests Run() {
    if (plan_.operation == Operation::kScan) {
      AddScan();
      return std::move(requests_);
    }
    requests_.order = RangeNames(access_);
    requests_.backward = plan_.backward;
    requests_.limit = plan_.limit;
    for (const auto& child : pattern_.children) {
      if (child.limit > 0) requests_.limits.emplace(child.entity, child.limit);
    }
    requests_.second_read = plan_.second_read;
    plan_.partition.natural ? AddNaturalPartition() : AddPartitions();
    return std::move(requests_);
  }

 private:
  void AddScan() {
    client::ScanRequest scan{.table = plan_.table->name,
                             .consistent_read = pattern_.strong,
                             .return_capacity = client::ReturnConsumedCapacity::kTotal};
    ConditionText filter(scan.names, scan.values);
    filter.Equals(kTypeAttribute, Value::String(entity_.name));
    AddFilter(filter);
    scan.filter = filter.text();
    requests_.scan = std::move(scan);
  }

  void AddNaturalPartition() {
    std::vector<client::Item> keys{{}};
    const auto names = HashNames(access_);
    for (std::size_t i = 0; i < names.size() && i < plan_.partition.parts.size(); ++i) {
      const auto values = ValuesOf(plan_.partition.parts[i]);
      if (values.empty() || keys.size() * values.size() > kFanOutMax) {
        requests_.fault = fmt::format("{} is not known", plan_.partition.parts[i].text);
        return;
      }
      std::vector<client::Item> longer;
      for (const auto& key : keys) {
        for (const auto& value : values) {
          longer.push_back(key);
          longer.back().emplace(names[i], value);
        }
      }
      keys = std::move(longer);
    }
    for (auto& key : keys) AddRequest(std::move(key));
  }

  // The values that one attribute of a natural key may have; empty: unknown.
  std::vector<Value> ValuesOf(const Part& part) const {
    std::vector<Value> values;
    if (part.type != Part::Type::kMade) {
      const Value* value = client::Find(arguments_.bound, part.text);
      if (value != nullptr) values.push_back(*value);
      return values;
    }
    const auto texts = FanOut(entity_, MadeText(part), pattern_.range, arguments_);
    if (!texts) return values;
    for (const auto& text : *texts) values.push_back(Value::String(text));
    return values;
  }

  void AddPartitions() {
    const auto keys = FanOut(entity_, plan_.partition, pattern_.range, arguments_);
    if (!keys) {
      requests_.fault = fmt::format("{} cannot be made of the arguments, or in more than {} ways",
                                    TextOf(plan_.partition), kFanOutMax);
      return;
    }
    for (const auto& key : *keys) {
      AddRequest({{HashNames(access_).front(), Value::String(key)}});
    }
  }

  void AddRequest(client::Item hash) {
    if (plan_.operation == Operation::kGetItem) {
      client::GetItemRequest get{.table = plan_.table->name,
                                 .key = std::move(hash),
                                 .consistent_read = pattern_.strong,
                                 .return_capacity = client::ReturnConsumedCapacity::kTotal};
      AddSortKey(get.key);
      requests_.get = std::move(get);
      return;
    }
    client::QueryRequest query{.table = plan_.table->name,
                               .index = plan_.index == nullptr ? "" : plan_.index->name,
                               .key_condition = "",
                               .scan_index_forward = !plan_.backward,
                               .consistent_read = pattern_.strong,
                               .return_capacity = client::ReturnConsumedCapacity::kTotal};
    if (plan_.limit > 0) query.limit = plan_.limit;
    if (plan_.fetches_rest) query.select = client::Select::kAllAttributes;
    ConditionText condition(query.names, query.values);
    for (auto& [name, value] : hash) condition.Equals(name, value);
    plan_.sort.prefix.natural ? AddNaturalSort(condition) : AddSort(condition);
    query.key_condition = condition.text();
    ConditionText filter(query.names, query.values);
    AddFilter(filter);
    query.filter = filter.text();
    requests_.queries.push_back(std::move(query));
  }

  std::string Prefix() {
    auto text = TemplateText(entity_, plan_.sort.prefix, arguments_.bound, 0);
    if (!text) requests_.fault = fmt::format("{} is not known", TextOf(plan_.sort.prefix));
    return text.value_or("");
  }

  void AddSortKey(client::Item& key) {
    const auto names = RangeNames(access_);
    if (names.empty()) return;
    const auto& prefix = plan_.sort.prefix;
    if (!prefix.natural) {
      key.emplace(names.front(), Value::String(Prefix()));
    } else if (const Value* value = client::Find(arguments_.bound, prefix.parts.front().text)) {
      key.emplace(names.front(), *value);
    }
  }

  // Attributes from the left by equality, the next one perhaps by a range.
  void AddNaturalSort(ConditionText& condition) {
    const auto names = RangeNames(access_);
    const auto& parts = plan_.sort.prefix.parts;
    for (std::size_t i = 0; i < parts.size() && i < names.size(); ++i) {
      for (const auto& value : ValuesOf(parts[i])) condition.Equals(names[i], value);
    }
    if (plan_.sort.type == SortRange::Type::kBetween && parts.size() < names.size()) {
      condition.Between(names[parts.size()], *arguments_.from, *arguments_.to);
    }
  }

  void AddSort(ConditionText& condition) {
    const auto names = RangeNames(access_);
    if (names.empty()) return;
    switch (plan_.sort.type) {
      case SortRange::Type::kAny:
        return;
      case SortRange::Type::kEquals:
        condition.Equals(names.front(), Value::String(Prefix()));
        return;
      case SortRange::Type::kPrefix:
        condition.BeginsWith(names.front(), Prefix());
        return;
      case SortRange::Type::kBetween:
        AddBetween(names.front(), condition);
        return;
    }
  }

  void AddBetween(const std::string& name, ConditionText& condition) {
    const Part& part = *plan_.sort.between;
    const auto prefix = Prefix();
    auto begin = PartText(entity_, part, {{part.text, *arguments_.from}}, 0).value_or("");
    auto end = PartText(entity_, part, {{part.text, *arguments_.to}}, 0).value_or("");
    if (part.descending) std::swap(begin, end);
    end += plan_.sort.end;
    condition.Between(name, Value::String(prefix + begin), Value::String(prefix + end));
  }

  void AddFilter(ConditionText& filter) {
    for (const auto& name : plan_.filtered) {
      if (const Value* value = client::Find(arguments_.bound, name)) {
        filter.Equals(name, *value);
      } else if (name == pattern_.range && arguments_.from && arguments_.to) {
        filter.Between(name, *arguments_.from, *arguments_.to);
      }
    }
  }

  const Pattern& pattern_;
  const ReadPlan& plan_;
  const Arguments& arguments_;
  const StoredRow& access_;
  const Entity& entity_;
  ReadRequests requests_;
};

}  // namespace

ReadRequests PlannedRequests(const Pattern& pattern, const ReadPlan& plan,
                             const Arguments& arguments) {
  if (plan.wanted.empty()) return {.fault = "no key serves this: " + plan.reason};
  auto requests = Planned(pattern, plan, arguments).Run();
  for (const auto& other : plan.others) {
    auto more = PlannedRequests(pattern, other, arguments);
    std::ranges::move(more.queries, std::back_inserter(requests.queries));
    if (requests.fault.empty()) requests.fault = std::move(more.fault);
  }
  for (const auto& child : plan.children) {
    requests.children.push_back(PlannedRequests(pattern, child, arguments));
  }
  return requests;
}

}  // namespace stator::model
