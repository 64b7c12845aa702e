#include "api/table_options.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"
#include "base/texts.h"
#include "capacity/partition_rules.h"

namespace stator::api {
namespace {

// The ARN of the account's own key for DynamoDB, which encrypted tables without a named key show.
constexpr char kManagedKey[] = "arn:aws:kms:{}:{}:key/00000000-0000-4000-8000-000000000001";

Result<> CheckUnits(std::int64_t value, std::string_view name) {
  if (value <= limits::kCapacityUnitsMax) return {};
  return FailInvalid(fmt::format(texts::kUnitsOutOfBounds, value, name));
}

Result<> PlanLimit(std::optional<std::int64_t> given, std::string_view name, std::string_view what,
                   bool may_lift, std::optional<std::int64_t>& limit) {
  if (!given) return {};
  if (may_lift && *given == -1) {
    limit.reset();
    return {};
  }
  if (*given < 1 || *given > limits::kCapacityUnitsMax) {
    return FailInvalid(fmt::format(texts::kOnDemandLimitsRange, name, what));
  }
  limit = given;
  return {};
}

std::string KeyArn(const AccountFacts& account, std::string_view key) {
  if (key.starts_with("arn:")) return std::string(key);
  const std::string_view kind = key.starts_with("alias/") ? "" : "key/";
  return fmt::format("arn:aws:kms:{}:{}:{}{}", account.region, account.id, kind, key);
}

// AWS allows letters and blanks of all scripts. This check accepts all characters beyond ASCII,
// because it has no table of letters.
bool MayStandInTag(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return IsLetterOrDigit(c) || byte >= 0x80 || std::string_view(" \t\r\n+-=._:/@").contains(c);
}

Result<> CheckTagText(const std::string& text) {
  if (std::ranges::all_of(text, MayStandInTag)) return {};
  return FailInvalid(fmt::format(texts::kTagCharacter, text));
}

}  // namespace

Result<catalog::Throughput> PlanUnits(const ProvisionedThroughput& given) {
  TRY(CheckUnits(*given.read_capacity_units, "ReadCapacityUnits"));
  TRY(CheckUnits(*given.write_capacity_units, "WriteCapacityUnits"));
  return catalog::Throughput{*given.read_capacity_units, *given.write_capacity_units};
}

Result<> PlanOnDemandLimits(const OnDemandThroughput& given, std::string_view what, bool may_lift,
                            catalog::OnDemandLimits& limits) {
  TRY(PlanLimit(given.max_read_request_units, "MaxReadRequestUnits", what, may_lift, limits.read));
  return PlanLimit(given.max_write_request_units, "MaxWriteRequestUnits", what, may_lift,
                   limits.write);
}

std::string_view FirstLimitOf(const OnDemandThroughput& given) {
  return given.max_read_request_units ? "MaxReadRequestUnits" : "MaxWriteRequestUnits";
}

catalog::Throughput DefaultWarmThroughput(catalog::BillingMode billing,
                                          const catalog::Throughput& provisioned) {
  return capacity::WarmThroughputOf({.billing = billing, .units = provisioned});
}

Result<> PlanWarmThroughput(const WarmThroughput& given, std::string_view what,
                            const catalog::Throughput& current,
                            std::optional<catalog::Throughput>& warm) {
  if (!given.read_units_per_second && !given.write_units_per_second) {
    return FailInvalid(fmt::format(texts::kWarmThroughputEmpty, what));
  }
  for (const auto& units : {given.read_units_per_second, given.write_units_per_second}) {
    if (units.value_or(0) > limits::kCapacityUnitsMax) {
      return FailInvalid(fmt::format(texts::kUnitsOutOfBounds, *units, "WarmThroughput"));
    }
  }
  const catalog::Throughput wanted{given.read_units_per_second.value_or(current.read),
                                   given.write_units_per_second.value_or(current.write)};
  if (wanted.read < current.read) {
    return FailInvalid(
        fmt::format(texts::kWarmThroughputRange, "ReadUnitsPerSecond", what, "current"));
  }
  if (wanted.write < current.write) {
    return FailInvalid(
        fmt::format(texts::kWarmThroughputRange, "WriteUnitsPerSecond", what, "current"));
  }
  warm = wanted;
  return {};
}

Result<> CheckOnDemandAllowed(const std::optional<OnDemandThroughput>& given) {
  if (!given) return {};
  return FailInvalid(fmt::format(texts::kOnDemandLimitsProvisioned, FirstLimitOf(*given)));
}

Result<> PlanIndexBilling(const GlobalSecondaryIndex& given, catalog::BillingMode billing,
                          catalog::Index& index) {
  const bool on_demand = billing == catalog::BillingMode::kPayPerRequest;
  if (on_demand && given.provisioned_throughput) {
    return FailInvalid(fmt::format(texts::kIndexWithUnits, index.name));
  }
  if (!on_demand && !given.provisioned_throughput) {
    return FailInvalid(fmt::format(texts::kIndexWithoutUnits, index.name));
  }
  const auto what = fmt::format("index {}", index.name);
  if (on_demand) {
    if (given.on_demand_throughput) {
      TRY(PlanOnDemandLimits(*given.on_demand_throughput, what, false, index.on_demand));
    }
  } else {
    TRY(CheckOnDemandAllowed(given.on_demand_throughput));
    index.provisioned.units = TRY(PlanUnits(*given.provisioned_throughput));
  }
  if (!given.warm_throughput) return {};
  return PlanWarmThroughput(*given.warm_throughput, what,
                            DefaultWarmThroughput(billing, index.provisioned.units), index.warm);
}

catalog::Stream NewStream(StreamViewType view) {
  catalog::Stream stream;
  stream.enabled = true;
  switch (view) {
    case StreamViewType::kKeysOnly:
      stream.view = catalog::StreamView::kKeysOnly;
      break;
    case StreamViewType::kNewImage:
      stream.view = catalog::StreamView::kNewImage;
      break;
    case StreamViewType::kOldImage:
      stream.view = catalog::StreamView::kOldImage;
      break;
    case StreamViewType::kNewAndOldImages:
      stream.view = catalog::StreamView::kNewAndOldImages;
      break;
  }
  return stream;
}

Result<catalog::Encryption> PlanEncryption(const AccountFacts& account,
                                           const SSESpecification& given) {
  const bool enabled = given.enabled.value_or(false);
  if (!enabled && (given.kms_master_key_id || given.sse_type)) {
    return FailInvalid(texts::kEncryptionDisabled);
  }
  if (given.sse_type == SSEType::kAes256) return FailInvalid(texts::kEncryptionType);
  if (!enabled) return catalog::Encryption{};
  if (given.kms_master_key_id) {
    return catalog::Encryption{KeyArn(account, *given.kms_master_key_id)};
  }
  return catalog::Encryption{fmt::format(kManagedKey, account.region, account.id)};
}

catalog::TableClass TableClassOf(TableClass given) {
  return given == TableClass::kStandard ? catalog::TableClass::kStandard
                                        : catalog::TableClass::kInfrequentAccess;
}

Result<> AddTags(const std::vector<Tag>& given, std::map<std::string, std::string>& tags) {
  std::set<std::string_view> seen;
  for (const auto& tag : given) {
    TRY(CheckTagText(*tag.key));
    TRY(CheckTagText(*tag.value));
    if (tag.key->starts_with("aws:")) return FailInvalid(texts::kTagReserved);
    if (!seen.insert(*tag.key).second) {
      return FailInvalid(fmt::format(texts::kTagDuplicate, *tag.key));
    }
    tags[*tag.key] = *tag.value;
  }
  if (tags.size() > limits::kTagsMax) {
    return FailInvalid(fmt::format(texts::kTooManyTags, limits::kTagsMax));
  }
  return {};
}

Result<> Refuse(std::initializer_list<Unsupported> parameters) {
  const auto found = std::ranges::find(parameters, true, &Unsupported::given);
  if (found == parameters.end()) return {};
  return FailInvalid(fmt::format(texts::kNotSupported, found->name));
}

}  // namespace stator::api
