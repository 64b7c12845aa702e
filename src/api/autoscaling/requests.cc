#include "api/autoscaling/requests.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/turnable_clock.h"

namespace stator::autoscaling {
namespace {

using scaling::Dimension;

constexpr std::pair<ScalableDimension, Dimension> kDimensions[] = {
    {ScalableDimension::kDynamodbTableReadCapacityUnits, Dimension::kTableRead},
    {ScalableDimension::kDynamodbTableWriteCapacityUnits, Dimension::kTableWrite},
    {ScalableDimension::kDynamodbIndexReadCapacityUnits, Dimension::kIndexRead},
    {ScalableDimension::kDynamodbIndexWriteCapacityUnits, Dimension::kIndexWrite},
};

constexpr double kMicros = 1'000'000;

Result<Dimension> DimensionOf(ScalableDimension dimension) {
  for (const auto& [api, own] : kDimensions) {
    if (api == dimension) return own;
  }
  return FailInvalid(
      "Unsupported service namespace, resource type or scalable dimension: only the read and write "
      "capacity units of DynamoDB tables and indexes are scaled here.");
}

}  // namespace

Result<> CheckNamespace(ServiceNamespace name) {
  if (name == ServiceNamespace::kDynamodb) return {};
  return FailInvalid(fmt::format(
      "Unsupported service namespace '{}': only 'dynamodb' is scaled here.", ToString(name)));
}

ScalableDimension ApiDimension(Dimension dimension) {
  return std::ranges::find(kDimensions, dimension, [](const auto& pair) { return pair.second; })
      ->first;
}

Result<scaling::TargetId> TargetIdOf(ServiceNamespace name, const std::string& resource,
                                     ScalableDimension dimension) {
  TRY(CheckNamespace(name));
  scaling::TargetId id{resource, TRY(DimensionOf(dimension))};
  if (!scaling::ParseResource(id.resource, id.dimension)) {
    return FailInvalid(
        fmt::format("Invalid resource ID '{}' for scalable dimension {}: use table/NAME or "
                    "table/NAME/index/NAME.",
                    resource, scaling::DimensionName(id.dimension)));
  }
  return id;
}

std::string Named(const scaling::TargetId& id) {
  return fmt::format("service namespace: dynamodb, resource ID: {}, scalable dimension: {}",
                     id.resource, scaling::DimensionName(id.dimension));
}

Result<> CheckRegistered(const scaling::Target* target, const scaling::TargetId& id) {
  if (target != nullptr) return {};
  return Fail(ErrorCode::kObjectNotFoundException,
              fmt::format("No scalable target registered for {}", Named(id)));
}

double ApiTime(TimeMicros time) { return static_cast<double>(time) / kMicros; }

Result<TimeMicros> TimeOf(double seconds) {
  const double micros = seconds * kMicros;
  if (!(micros >= 0) || micros > static_cast<double>(kServiceTimeMax)) {
    return FailInvalid("A time of the request is none that the clock can show.");
  }
  return static_cast<TimeMicros>(std::llround(micros));
}

Result<> CheckBounds(const std::optional<std::int64_t>& min,
                     const std::optional<std::int64_t>& max) {
  for (const auto& bound : {min, max}) {
    if (!bound || (*bound >= 1 && *bound <= limits::kScalingCapacityMax)) continue;
    return FailInvalid(fmt::format("Minimum and maximum capacity must be between 1 and {}.",
                                   limits::kScalingCapacityMax));
  }
  if (min && max && *max < *min) {
    return FailInvalid("Maximum capacity cannot be less than minimum capacity");
  }
  return {};
}

Result<> AddTags(const std::map<std::string, std::string>& given,
                 std::map<std::string, std::string>& tags) {
  constexpr std::size_t kKeyBytesMax = 128;
  constexpr std::size_t kValueBytesMax = 256;
  for (const auto& [key, value] : given) {
    if (key.empty() || key.size() > kKeyBytesMax || value.size() > kValueBytesMax) {
      return FailInvalid("A tag's key has 1 to 128 characters and its value at most 256.");
    }
    if (key.starts_with("aws:")) return FailInvalid("Tag keys that begin with aws: are reserved.");
    tags.insert_or_assign(key, value);
  }
  if (tags.size() <= limits::kScalingTagsMax) return {};
  return Fail(ErrorCode::kTooManyTagsException,
              fmt::format("A resource has {} tags at most.", limits::kScalingTagsMax));
}

bool Filter::Takes(const scaling::TargetId& id) const {
  if (dimension && id.dimension != *dimension) return false;
  return !resources || std::ranges::find(*resources, id.resource) != resources->end();
}

Result<Filter> FilterOf(ServiceNamespace name, std::optional<std::vector<std::string>> resources,
                        const std::optional<ScalableDimension>& dimension) {
  TRY(CheckNamespace(name));
  if (resources && resources->empty()) resources.reset();
  Filter filter{.resources = std::move(resources)};
  if (!dimension) return filter;
  if (!filter.resources) {
    return FailInvalid("A scalable dimension is given without a resource ID.");
  }
  filter.dimension = TRY(DimensionOf(*dimension));
  return filter;
}

Result<Filter> FilterOf(ServiceNamespace name, const std::optional<std::string>& resource,
                        const std::optional<ScalableDimension>& dimension) {
  std::optional<std::vector<std::string>> resources;
  if (resource) resources = {*resource};
  return FilterOf(name, std::move(resources), dimension);
}

bool IsNamed(const std::optional<std::vector<std::string>>& names, const std::string& name) {
  return !names || names->empty() || std::ranges::find(*names, name) != names->end();
}

std::string PageKey(const scaling::TargetId& id, std::string_view name) {
  // No id contains a control character, so keys sort by their parts.
  return fmt::format("{}\x01{}\x01{}", id.resource, static_cast<int>(id.dimension), name);
}

}  // namespace stator::autoscaling
