#include "model/exchange/global_table.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exchange/imported.h"
#include "model/exchange/scaling_text.h"

namespace stator::model {
namespace {

// The capacity of reads or writes: a fixed number of units, or a range to scale in.
struct Throughput {
  std::int64_t units = 0;
  std::optional<Scaling> scaling;
};

class GlobalTableReader {
 public:
  GlobalTableReader(const Json& json, PropertyReader& reader, SampledTable& sampled)
      : json_(json),
        reader_(reader),
        sampled_(sampled),
        replicas_(reader.ObjectsAt(json, "Replicas", sampled.table.name)) {}

  void Run() {
    ChooseReplica();
    TellReplicas();
    auto& table = sampled_.table;
    if (own_) {
      const auto table_class =
          reader_.TextAt(*own_, "TableClass", table.name, "it is taken for STANDARD");
      if (table_class == "STANDARD_INFREQUENT_ACCESS") {
        table.table_class = TableClass::kInfrequentAccess;
      }
    }
    if (table.on_demand) return;
    const auto reads = own_ ? ThroughputOf(*own_, "Read", table.name) : std::nullopt;
    const auto writes = ThroughputOf(json_, "Write", table.name);
    table.read_units = UnitsOf(reads, "reads");
    table.write_units = UnitsOf(writes, "writes");
    Scale(reads, writes);
    for (const auto& index : reader_.ObjectsAt(json_, "GlobalSecondaryIndexes", table.name)) {
      CompareIndex(index);
    }
  }

 private:
  // Chooses the replica of the stack's own region: the one whose region is {"Ref": "AWS::Region"}.
  void ChooseReplica() {
    for (const auto& replica : replicas_) {
      const auto region = Member(replica, "Region");
      const bool here = region && TextAt(*region, "Ref") == "AWS::Region";
      if (!own_ || here) own_ = replica;
      if (here) return;
    }
    if (!own_) return;
    const auto region = reader_.WordAt(*own_, "Region");
    if (region.unknown.empty()) sampled_.table.region = region.text;
  }

  void TellReplicas() {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < replicas_.size(); ++i) {
      const auto region = Member(replicas_[i], "Region");
      const bool here = region && TextAt(*region, "Ref") == "AWS::Region";
      const auto word = reader_.WordAt(replicas_[i], "Region");
      if (here || (i == 0 && word.text == sampled_.table.region)) continue;
      others.push_back(word.unknown.empty() ? word.text : word.said);
    }
    if (others.empty()) return;
    reader_.Tell(
        fmt::format("{} has replicas in {}. A model has one region, so the replicas and their cost "
                    "are left out.",
                    sampled_.table.name, fmt::join(others, ", ")));
  }

  std::optional<std::int64_t> NumberAt(const Json& json, std::string_view name) const {
    const auto word = reader_.WordAt(json, name);
    const auto number = word.unknown.empty() ? NumberOf(word.text) : std::nullopt;
    if (!number || *number < 1 || *number > kImportedUnitsMax) return std::nullopt;
    return std::llround(*number);
  }

  // {"ReadCapacityUnits": 10}, or {"ReadCapacityAutoScalingSettings": {"MinCapacity": 1, …}}.
  std::optional<Throughput> ThroughputOf(const Json& json, std::string_view kind,
                                         const std::string& owner) {
    const auto settings =
        reader_.ObjectAt(json, fmt::format("{}ProvisionedThroughputSettings", kind), owner);
    if (!settings) return std::nullopt;
    if (const auto units = NumberAt(*settings, fmt::format("{}CapacityUnits", kind))) {
      return Throughput{.units = *units};
    }
    const auto scales =
        reader_.ObjectAt(*settings, fmt::format("{}CapacityAutoScalingSettings", kind), owner);
    if (!scales) return std::nullopt;
    const auto least = NumberAt(*scales, "MinCapacity");
    const auto most = NumberAt(*scales, "MaxCapacity");
    if (!least || !most || *least > *most) return std::nullopt;
    Scaling scaling{.min = *least, .max = *most};
    const auto tracking =
        reader_.ObjectAt(*scales, "TargetTrackingScalingPolicyConfiguration", owner);
    if (tracking)
      scaling.target_percent = TargetPercentOf(reader_.WordAt(*tracking, "TargetValue"));
    return Throughput{NumberAt(*scales, "SeedCapacity").value_or(*least), scaling};
  }

  std::int64_t UnitsOf(const std::optional<Throughput>& throughput, std::string_view what) {
    if (throughput) return throughput->units;
    reader_.Tell(
        fmt::format("{} is provisioned, but the template has no capacity for {}; {} is a guess.",
                    sampled_.table.name, what, kImportedUnitsDefault));
    return kImportedUnitsDefault;
  }

  // A model has one range for both reads and writes.
  void Scale(const std::optional<Throughput>& reads, const std::optional<Throughput>& writes) {
    auto& table = sampled_.table;
    const auto scaling = [](const std::optional<Throughput>& of) {
      return of ? of->scaling : std::nullopt;
    };
    table.scaling = scaling(writes) ? scaling(writes) : scaling(reads);
    if (!table.scaling) return;
    const auto tell = [&](std::string_view what, const std::optional<Throughput>& of) {
      if (!of || (of->scaling && IsSame(*of->scaling, *table.scaling))) return;
      reader_.Tell(fmt::format(
          "The {} of {} {}; in a model they scale {}.", what, table.name,
          of->scaling ? "scale " + ScalingText(*of->scaling) : fmt::format("are {}", of->units),
          ScalingText(*table.scaling)));
    };
    tell("reads", reads);
    tell("writes", writes);
  }

  // Returns the replica's part of a global index, which holds the index's read capacity.
  std::optional<Json> ReplicaOf(const std::string& index) {
    if (!own_) return std::nullopt;
    for (const auto& part : reader_.ObjectsAt(*own_, "GlobalSecondaryIndexes", index)) {
      if (reader_.WordAt(part, "IndexName").text == index) return part;
    }
    return std::nullopt;
  }

  void CompareIndex(const Json& json) {
    const auto name = reader_.WordAt(json, "IndexName").text;
    const auto part = ReplicaOf(name);
    CompareIndex(name, "reads", part ? ThroughputOf(*part, "Read", name) : std::nullopt,
                 sampled_.table.read_units);
    CompareIndex(name, "writes", ThroughputOf(json, "Write", name), sampled_.table.write_units);
  }

  void CompareIndex(const std::string& index, std::string_view what,
                    const std::optional<Throughput>& own, std::int64_t units) {
    const auto& table = sampled_.table;
    if (!own) return;
    const bool same = own->scaling && table.scaling
                          ? IsSame(*own->scaling, *table.scaling)
                          : !own->scaling && !table.scaling && own->units == units;
    if (same) return;
    reader_.Tell(fmt::format(
        "The {} of the index {} of {} {}; in a model they {}.", what, index, table.name,
        own->scaling ? "scale " + ScalingText(*own->scaling) : fmt::format("are {}", own->units),
        table.scaling ? "scale " + ScalingText(*table.scaling) : fmt::format("are {}", units)));
  }

  const Json& json_;
  PropertyReader& reader_;
  SampledTable& sampled_;
  std::vector<Json> replicas_;
  std::optional<Json> own_;
};

}  // namespace

void ReadGlobalTable(const Json& json, PropertyReader& reader, SampledTable& sampled) {
  GlobalTableReader(json, reader, sampled).Run();
}

}  // namespace stator::model
