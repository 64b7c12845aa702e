#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

// The parts of a table's settings that both CreateTable and UpdateTable take, checked and
// converted.
namespace stator::api {

// Within AWS's bounds.
Result<catalog::Throughput> PlanUnits(const ProvisionedThroughput& given);

// `what` is "table" or "index NAME"; -1 lifts a limit where `may_lift`.
Result<> PlanOnDemandLimits(const OnDemandThroughput& given, std::string_view what, bool may_lift,
                            catalog::OnDemandLimits& limits);

// The name of the limit that an error about them speaks of.
std::string_view FirstLimitOf(const OnDemandThroughput& given);

// What a table or index is warmed for when nobody asks for more (facts 5.1).
catalog::Throughput DefaultWarmThroughput(catalog::BillingMode billing,
                                          const catalog::Throughput& provisioned);
// Warm throughput only rises: a request below `current` is refused.
Result<> PlanWarmThroughput(const WarmThroughput& given, std::string_view what,
                            const catalog::Throughput& current,
                            std::optional<catalog::Throughput>& warm);

// Limits of on-demand throughput are for a new table that is on-demand.
Result<> CheckOnDemandAllowed(const std::optional<OnDemandThroughput>& given);

// Throughput of a new global index, by the rules of its table's billing mode.
Result<> PlanIndexBilling(const GlobalSecondaryIndex& given, catalog::BillingMode billing,
                          catalog::Index& index);

// A stream to be opened; its label and shards come with the change (streams/lineage.h).
catalog::Stream NewStream(StreamViewType view);

Result<catalog::Encryption> PlanEncryption(const AccountFacts& account,
                                           const SSESpecification& given);

catalog::TableClass TableClassOf(TableClass given);

// Adds tags, replacing values of those that are there.
Result<> AddTags(const std::vector<Tag>& given, std::map<std::string, std::string>& tags);

// Names the first of the parameters that is present and not supported.
struct Unsupported {
  std::string_view name;
  bool given;
};
Result<> Refuse(std::initializer_list<Unsupported> parameters);

}  // namespace stator::api
