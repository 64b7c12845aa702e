#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

// Checks and converts the settings that CreateTable and UpdateTable share.
namespace stator::api {

// Converts units within AWS's bounds.
Result<catalog::Throughput> PlanUnits(const ProvisionedThroughput& given);

// `what` is "table" or "index NAME". -1 removes a limit if `may_lift` is set.
Result<> PlanOnDemandLimits(const OnDemandThroughput& given, std::string_view what, bool may_lift,
                            catalog::OnDemandLimits& limits);

// Returns the name of the limit that an error text mentions.
std::string_view FirstLimitOf(const OnDemandThroughput& given);

// Returns the warm throughput of a table or index that requests none (facts 5.1).
catalog::Throughput DefaultWarmThroughput(catalog::BillingMode billing,
                                          const catalog::Throughput& provisioned);
// Warm throughput can only rise, so a request below `current` is refused.
Result<> PlanWarmThroughput(const WarmThroughput& given, std::string_view what,
                            const catalog::Throughput& current,
                            std::optional<catalog::Throughput>& warm);

// Refuses limits of on-demand throughput for a new table that is not on-demand.
Result<> CheckOnDemandAllowed(const std::optional<OnDemandThroughput>& given);

// Sets the throughput of a new global index by the rules of its table's billing mode.
Result<> PlanIndexBilling(const GlobalSecondaryIndex& given, catalog::BillingMode billing,
                          catalog::Index& index);

// Returns a stream to open. Its label and shards come with the change (streams/lineage.h).
catalog::Stream NewStream(StreamViewType view);

// Converts encryption settings. An encrypted table without a key of its own uses the account's key.
Result<catalog::Encryption> PlanEncryption(const AccountFacts& account,
                                           const SSESpecification& given);

catalog::TableClass TableClassOf(TableClass given);

// Adds tags and replaces the values of existing ones.
Result<> AddTags(const std::vector<Tag>& given, std::map<std::string, std::string>& tags);

// Fails with the name of the first given parameter that is not supported.
struct Unsupported {
  std::string_view name;
  bool given;
};
Result<> Refuse(std::initializer_list<Unsupported> parameters);

}  // namespace stator::api
