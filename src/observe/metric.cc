#include "observe/metric.h"

#include <utility>

#include "base/varint.h"

namespace stator::observe {
namespace {

struct Description {
  std::string_view name;
  std::string_view unit;
  std::string_view part;
};

constexpr Description kDescriptions[] = {
#define OBSERVED(id, name, unit, part) {name, unit, part},
#include "observe/metrics.inc"
#undef OBSERVED
};

const Description& Describe(Metric metric) {
  return kDescriptions[static_cast<std::size_t>(metric)];
}

std::optional<std::string> TakeText(BytesView& bytes) {
  const auto text = ReadSized(bytes);
  if (!text) return std::nullopt;
  return std::string(*text);
}

}  // namespace

std::string_view NameOf(Metric metric) { return Describe(metric).name; }
std::string_view UnitOf(Metric metric) { return Describe(metric).unit; }

std::string_view IndexInArn(std::string_view arn) {
  constexpr std::string_view kBefore = "/index/";
  const auto at = arn.rfind(kBefore);
  return at == arn.npos ? std::string_view() : arn.substr(at + kBefore.size());
}

Series SeriesOf(Metric metric, const Place& place) {
  const auto& description = Describe(metric);
  Series series{
      std::string(kDynamoSpace), std::string(description.name), {}, std::string(description.unit)};
  const auto add = [&series](std::string_view name, std::string_view value) {
    if (!value.empty()) series.dimensions.push_back({std::string(name), std::string(value)});
  };
  // Dimensions are in the order of their names.
  const bool stream = description.part == "StreamLabel";
  if (!stream) add(description.part, place.part);
  add("Operation", place.operation);
  if (stream) add(description.part, place.part);
  add("TableName", place.table);
  return series;
}

Bytes EncodeSeries(const Series& series) {
  Bytes out;
  AppendSized(series.space, out);
  AppendSized(series.metric, out);
  AppendSized(series.unit, out);
  AppendVarint(series.dimensions.size(), out);
  for (const auto& dimension : series.dimensions) {
    AppendSized(dimension.name, out);
    AppendSized(dimension.value, out);
  }
  return out;
}

std::optional<Series> DecodeSeries(BytesView& bytes) {
  auto space = TakeText(bytes);
  auto metric = TakeText(bytes);
  auto unit = TakeText(bytes);
  const auto count = ReadVarint(bytes);
  if (!space || !metric || !unit || !count || *count > bytes.size()) return std::nullopt;
  Series series{*std::move(space), *std::move(metric), {}, *std::move(unit)};
  for (std::uint64_t i = 0; i < *count; ++i) {
    auto name = TakeText(bytes);
    auto value = TakeText(bytes);
    if (!name || !value) return std::nullopt;
    series.dimensions.push_back({*std::move(name), *std::move(value)});
  }
  return series;
}

}  // namespace stator::observe
