#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "base/quantity.h"
#include "model/check/check.h"
#include "model/check/finding.h"

namespace stator::model {
namespace {

std::string NameOf(const ReadPlan& plan) {
  return plan.index == nullptr ? plan.table->name : plan.index->name;
}

bool Binds(const Pattern& pattern, std::string_view attribute) {
  return std::ranges::find(pattern.bindings, attribute, &Binding::attribute) !=
         pattern.bindings.end();
}

bool IsNumber(Kind kind) {
  return kind == Kind::kNumber || kind == Kind::kCounter || kind == Kind::kVersion ||
         kind == Kind::kExpiry;
}

class ReadCheck {
 public:
  ReadCheck(const Model& model, const PlannedPattern& planned, std::vector<Finding>& findings)
      : model_(model),
        planned_(planned),
        pattern_(*planned.pattern),
        plan_(planned.read),
        entity_(*model.FindEntity(pattern_.target.entity)),
        findings_(findings) {}

  void Run() {
    if (pattern_.verb == Verb::kExport) return FrequentScan();  // of all tenants' items
    if (LeaksTenants()) return;
    if (pattern_.verb == Verb::kScan) return FrequentScan();
    if (pattern_.sql) return Statement();
    if (pattern_.stated) return Stated();
    if (plan_.operation == Operation::kNone) return NotServed();
    Filtered();
    Requests();
    Projected();
    OverRead();
    Prefix();
    Order();
    Consistency();
    Unique();
  }

 private:
  void Say(FindingCode code, std::string message, std::string cure) {
    Report(findings_, code, pattern_.place, pattern_.id, std::move(message), std::move(cure));
  }

  // Checks a stated request. CheckStated checks its key range; the other rules apply as to any
  // read.
  void Stated() {
    if (plan_.operation == Operation::kNone) return;
    Projected();
    if (plan_.ordered) Order();
    Consistency();
    Unique();
  }

  // Checks a statement. Filters and order are what it says.
  void Statement() {
    if (plan_.operation == Operation::kNone) {
      return Report(findings_, FindingCode::kStatementRefused, pattern_.sql->place, pattern_.id,
                    fmt::format("DynamoDB refuses the statement: {}.", WithoutEnd(plan_.reason)),
                    "Change the statement, its parameters, or the key or index that it reads.");
    }
    plan_.statement->scans() ? FrequentScan() : Requests();
  }

  static std::string_view WithoutEnd(std::string_view sentence) {
    return sentence.ends_with('.') ? sentence.substr(0, sentence.size() - 1) : sentence;
  }

  bool LeaksTenants() {
    if (!model_.tenant || entity_.shared) return false;
    const auto& attribute = model_.tenant->attribute;
    if (!Binds(pattern_, attribute)) {
      Say(FindingCode::kTenantLeak,
          fmt::format("It asks for {} of all tenants; {} is not known.", entity_.name, attribute),
          fmt::format("Bind it: {}[{}, …]; or declare the entity shared.", entity_.name,
                      attribute));
      return true;
    }
    if (plan_.index == nullptr || !plan_.partition.natural) return false;
    if (std::ranges::find(plan_.filtered, attribute) == plan_.filtered.end()) return false;
    Say(FindingCode::kTenantLeak,
        fmt::format(
            "{} is keyed by {} alone, so a Query reads other tenants' items and relies on a "
            "filter to hide them.",
            plan_.index->name, TextOf(plan_.partition)),
        fmt::format(
            "Add {} to the hash key of {}, or key it by a template, which gets the tenant's "
            "prefix.",
            attribute, plan_.index->name));
    return true;
  }

  void FrequentScan() {
    constexpr double kRarePerDay = 24;
    const double runs = pattern_.per_second * kSecondsPerDay;
    if (runs <= kRarePerDay) return;
    if (pattern_.verb == Verb::kExport) {
      return Say(FindingCode::kFrequentScan,
                 fmt::format("{} is exported {:.0f} times a day, and each export pays for the "
                             "whole table.",
                             plan_.table->name, runs),
                 "Export it rarely, and take the changes since then from a stream.");
    }
    Say(FindingCode::kFrequentScan,
        fmt::format("All of {} is read {:.0f} times a day, for {:.0f} units each time.{}{}",
                    NameOf(plan_), runs, planned_.cost.read_units, plan_.statement ? " " : "",
                    plan_.statement ? plan_.statement->because : ""),
        fmt::format("Give {} a key or an index entry that serves the pattern, or run it rarely. "
                    "`stator model price` compares both.",
                    entity_.name));
  }

  // Returns how to serve a fetch. No copy of a child can lie in another table than the child.
  std::string CureOfFetch() const {
    std::vector<std::string> apart;
    for (const auto& child : pattern_.children) {
      if (model_.FindEntity(child.entity)->table == entity_.table) continue;
      apart.push_back(fmt::format("`list {}[…]`", child.entity));
    }
    if (apart.empty()) {
      return "Give the children the parent's partition key, there or by a copy, or fetch them in "
             "patterns of their own.";
    }
    return fmt::format("Write a pattern for each, `get {}[…]` and {}, or keep them in one table.",
                       entity_.name, fmt::join(apart, ", "));
  }

  void NotServed() {
    if (pattern_.verb == Verb::kFetch) {
      return Say(FindingCode::kManyRequests,
                 fmt::format("One Query does not return all items: {}.", plan_.reason),
                 plan_.cure.empty() ? CureOfFetch() : plan_.cure);
    }
    std::vector<std::string> known;
    for (const auto& binding : pattern_.bindings) {
      known.push_back(fmt::format("{{{}}}", binding.attribute));
    }
    Say(FindingCode::kScanNeeded,
        fmt::format("No key serves the pattern, so it needs a Scan: {}.", plan_.reason),
        fmt::format(
            "Give {} a key or an index entry whose partition key is made of {}, or state the "
            "pattern as a scan or export if it is rare.",
            entity_.name,
            known.empty() ? "a constant and shards" : fmt::format("{}", fmt::join(known, "#"))));
  }

  void Filtered() {
    if (plan_.filtered.empty() || AsksForOneRow()) return;
    Say(FindingCode::kFilterNotKey,
        fmt::format("{} is no part of the key that {} is asked by; items without it are read, paid "
                    "for and thrown away.",
                    fmt::join(plan_.filtered, ", "), NameOf(plan_)),
        fmt::format("Put {} into the sort key before the unknown attributes, or into an index's "
                    "key.",
                    fmt::join(plan_.filtered, ", ")));
  }

  // Whether the read knows the whole key, so that the order of the result does not matter.
  bool AsksForOneRow() const {
    const bool whole =
        plan_.sort.type == SortRange::Type::kEquals || plan_.wanted[0].key.sort.empty();
    return whole && plan_.index == nullptr && plan_.partitions() == 1 && plan_.wanted.size() == 1;
  }

  double Allowed() const {
    for (const auto& assertion : model_.assertions) {
      if (assertion.type != Assertion::Type::kOneRequest) continue;
      for (const auto& exception : assertion.exceptions) {
        if (exception.pattern == pattern_.id) return exception.at_most;
      }
    }
    return 1;
  }

  // Whether the fetch reads children from several shards.
  bool InShards() const {
    return std::ranges::any_of(plan_.children, [](const ReadPlan& child) {
      return std::ranges::any_of(child.alternatives(),
                                 [](const ReadPlan* read) { return read->shards > 1; });
    });
  }

  void Requests() {
    if (plan_.second_read || planned_.cost.requests <= Allowed()) return;
    constexpr double kMost = 1e15;  // bounds the conversion; larger numbers do not matter
    const auto needed = static_cast<std::int64_t>(std::min(planned_.cost.requests, kMost));
    if (pattern_.verb == Verb::kGet && plan_.shards > 1) return;  // point-read-over-shards
    const auto exception =
        fmt::format("assert one request per read except {} <= {}", pattern_.id, needed);
    if (!plan_.children.empty()) {
      return Say(
          FindingCode::kManyRequests,
          fmt::format("The children lie {}: {} partition keys are asked, the parent's included.",
                      InShards() ? "in shards" : "under one of several keys",
                      plan_.all_partitions()),
          fmt::format("Use fewer {}, or allow it: {}.", InShards() ? "shards" : "keys", exception));
    }
    if (plan_.partitions() > 1) {
      Say(FindingCode::kManyRequests,
          fmt::format("{} partition keys are asked{}.", plan_.partitions(),
                      plan_.buckets > 1
                          ? ", one more than the window has buckets because it begins "
                            "within one"
                          : ""),
          fmt::format("Use fewer shards or larger buckets, or allow it: {}.", exception));
      return;
    }
    if (plan_.limit > 0 && !plan_.filtered.empty()) {
      return Say(FindingCode::kManyRequests,
                 fmt::format("A page reads {} items before the filter, so that about {} pages are "
                             "read for {} that pass it.",
                             plan_.limit, needed, plan_.limit),
                 fmt::format("Put {} into a key, or allow it: {}.", fmt::join(plan_.filtered, ", "),
                             exception));
    }
    Say(FindingCode::kManyRequests,
        fmt::format("About {:.0f} MB are read, which is {} pages of 1 MB.",
                    planned_.cost.bytes_read / limits::kPageBytesMax, needed),
        fmt::format("Limit the read, make the key narrower, or allow it: {}.", exception));
  }

  void Projected() {
    if (!plan_.second_read) return;
    const auto& access = plan_.wanted.front();
    std::vector<std::string> missing;
    for (const auto& attribute : entity_.attributes) {
      const bool needed = pattern_.shows.empty() ||
                          std::ranges::find(pattern_.shows, attribute.name) != pattern_.shows.end();
      if (needed && !access.Holds(attribute.name)) missing.push_back(attribute.name);
    }
    Say(FindingCode::kAttributeNotProjected,
        fmt::format("{} does not hold {}; every item found takes a GetItem as well.",
                    access.InTable() ? "The copy" : NameOf(plan_), fmt::join(missing, ", ")),
        access.InTable()
            ? "List it in the copy, or name the needed attributes with `show`."
            : fmt::format("Project it ({} include … or all), or name the needed attributes with "
                          "`show`.",
                          NameOf(plan_)));
  }

  void OverRead() {
    if (plan_.over_read.empty()) return;
    std::set<std::string> names;
    for (const auto& access : plan_.over_read) {
      names.insert(access.entity == &entity_ ? entity_.name + "'s other rows"
                                             : access.entity->name);
    }
    Say(FindingCode::kOverRead,
        fmt::format("In the same key range lies {}, which is read and paid for as well.",
                    fmt::join(names, ", ")),
        "Give them another partition key, or a sort key that begins differently, or fetch them on "
        "purpose.");
  }

  void Prefix() {
    if (!plan_.sort.unterminated) return;
    const auto& last = plan_.sort.prefix.parts.back().text;
    Say(FindingCode::kUnterminatedPrefix,
        fmt::format("begins_with {} also finds every {} that merely begins like the one asked for: "
                    "10 finds 100.",
                    TextOf(plan_.sort.prefix), last),
        fmt::format("End the value with the delimiter in every key of the collection: {}#.",
                    TextOf(plan_.sort.prefix)));
  }

  // Checks the attribute that the items are sorted by, or that the range is over.
  void Order() {
    const auto& wanted = pattern_.children.empty() ? pattern_.target : pattern_.children.back();
    if (!plan_.ordered) {
      Say(FindingCode::kWrongOrder,
          fmt::format("{} does not come next in the sort key {}, so items do not come in its "
                      "order.",
                      wanted.order, TextOf(plan_.last_wanted().key.sort)),
          fmt::format("Put {} right behind the known attributes, before all others.",
                      wanted.order));
      return;
    }
    if (!AsksForOneRow()) Unpadded(wanted.order.empty() ? pattern_.range : wanted.order);
    Unstable(wanted);
  }

  // Reports a number without padding. A range in a filter compares numbers by value.
  void Unpadded(const std::string& name) {
    if (name.empty() || Contains(plan_.filtered, name)) return;
    const auto& access = plan_.last_wanted();
    const Attribute* attribute = access.entity->Find(name);
    if (attribute == nullptr || access.key.sort.natural || attribute->width > 0) return;
    if (!IsNumber(attribute->kind) || Binds(pattern_, name)) return;
    Say(FindingCode::kUnpaddedNumber,
        fmt::format("{} is a number within a text: 10 comes before 9.", name),
        fmt::format("Say how many digits it has, as in {}:number(8), so that keys pad it.", name));
  }

  // Returns the identity; without one, the attributes that the item's key shows.
  std::vector<std::string> TellingApart(const Entity& entity) const {
    if (!entity.identity.empty()) return entity.identity;
    const auto rows = StoredRowsOf(model_, entity);
    return rows.empty() ? std::vector<std::string>{} : ExactFieldsOf(rows.front().key);
  }

  void Unstable(const Wanted& wanted) {
    const auto& access = plan_.last_wanted();
    if (access.InTable() || (wanted.order.empty() && wanted.limit == 0)) return;
    const auto fields = ExactFieldsOf(access.key);
    std::vector<std::string> missing;
    for (const auto& name : TellingApart(*access.entity)) {
      if (std::ranges::find(fields, name) == fields.end()) missing.push_back(name);
    }
    if (missing.empty()) return;
    Say(FindingCode::kUnstableOrder,
        fmt::format("Several {} have the same key in {}, and their order is undefined.",
                    access.entity->name, access.index->name),
        fmt::format("{} {{{}}}.",
                    access.key.sort.natural
                        ? "Key it by an attribute made for it, whose value ends with"
                        : "End the sort key with",
                    fmt::join(missing, "}#{")));
  }

  void Consistency() {
    if (pattern_.verb == Verb::kGet && plan_.shards > 1) {
      Say(FindingCode::kPointReadOverShards,
          fmt::format("The pattern does not determine which of the {} shards has the item, so it "
                      "reads all shards.",
                      plan_.shards),
          "Pick the shard by an attribute the reader knows, as in {shard(id,N)} with id bound.");
    }
    if (!pattern_.strong) return;
    if (plan_.index != nullptr && !plan_.index->local) {
      Say(FindingCode::kStrongReadOnIndex,
          fmt::format("{} is a global index; it answers only eventually consistent reads.",
                      plan_.index->name),
          "Drop `strong`, or serve the pattern by the table's key, a copy or a local index.");
      return;
    }
    const auto keys = plan_.children.empty() ? plan_.shards : plan_.all_partitions();
    if (pattern_.verb != Verb::kGet && keys > 1) {
      Say(FindingCode::kPointReadOverShards,
          fmt::format("A strongly consistent read of {} shards does not show one moment.", keys),
          "Drop `strong`, or do not shard these items.");
    }
    if (!IsWritten()) {
      Say(FindingCode::kNeedlessStrongRead,
          fmt::format("The read costs twice as much, but no pattern writes {}.", entity_.name),
          "Drop `strong`.");
    }
  }

  bool IsWritten() const {
    for (const auto& pattern : model_.patterns) {
      for (const auto& action : pattern.actions) {
        if (action.entity == entity_.name && action.verb != Verb::kCheck) return true;
      }
    }
    return false;
  }

  bool Allows(const StoredRow& access) const {
    return std::ranges::all_of(access.conditions, [&](const Condition& condition) {
      const auto found =
          std::ranges::find(pattern_.bindings, condition.attribute, &Binding::attribute);
      return found == pattern_.bindings.end() || !found->value || *found->value == condition.value;
    });
  }

  // Whether the bound attributes belong to one instance only. They must include the identity or,
  // without one, the attributes of every key that the item may have.
  bool TellsOneApart() const {
    const auto bound = [&](const std::string& name) { return Binds(pattern_, name); };
    if (!entity_.identity.empty()) return std::ranges::all_of(entity_.identity, bound);
    return std::ranges::all_of(StoredRowsOf(model_, entity_), [&](const StoredRow& access) {
      const bool item = access.InTable() && access.row == StoredRow::Row::kItem;
      return !item || !Allows(access) || std::ranges::all_of(ExactFieldsOf(access.key), bound);
    });
  }

  void Unique() {
    if (pattern_.verb != Verb::kGet || plan_.operation == Operation::kGetItem) return;
    const auto bound = [&](const std::string& name) { return Binds(pattern_, name); };
    if (TellsOneApart()) return;
    for (const auto& guard : entity_.guards) {
      if (std::ranges::all_of(FieldsOf(guard), bound)) return;
    }
    std::vector<std::string> names;
    for (const auto& binding : pattern_.bindings) names.push_back(binding.attribute);
    Say(FindingCode::kUniquenessNotEnforced,
        fmt::format("One {} is expected for each {}, but {} takes any number of them.",
                    entity_.name, fmt::join(names, ", "), NameOf(plan_)),
        fmt::format("Add `unique` with a row made of {}, which the same transaction puts.",
                    fmt::join(names, ", ")));
  }

  const Model& model_;
  const PlannedPattern& planned_;
  const Pattern& pattern_;
  const ReadPlan& plan_;
  const Entity& entity_;
  std::vector<Finding>& findings_;
};

}  // namespace

void CheckReads(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& planned : all.patterns) {
    if (planned.pattern->reads()) ReadCheck(all.model, planned, findings).Run();
  }
}

}  // namespace stator::model
