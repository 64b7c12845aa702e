#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "api/explanation.h"
#include "api/handlers.h"
#include "api/metering.h"
#include "api/page_answer.h"
#include "api/page_plans.h"
#include "api/page_request.h"
#include "base/endian.h"
#include "base/texts.h"

namespace stator::api {
namespace {

ExpressionParameters Parameters(const ScanRequest& request) {
  ExpressionParameters::Given given{.filter = &request.filter_expression,
                                    .projection = &request.projection_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  given.legacy = {.attributes_to_get = &request.attributes_to_get,
                  .scan_filter = &request.scan_filter,
                  .conditional_operator = &request.conditional_operator};
  return {given, WordingOn(request.layer, Wording::kNewer)};
}

// The older layer's text says that the start key is invalid, except for bad numbers and repeated
// members of sets.
bool SaidBare(std::string_view text) {
  constexpr std::array<std::string_view, 4> kNumberTexts = {
      "The parameter cannot be converted to a numeric value", "Number overflow", "Number underflow",
      "Attempting to store more than 38"};
  return text.find("Input collection") != std::string_view::npos ||
         std::ranges::any_of(kNumberTexts, [&](auto start) { return text.starts_with(start); });
}

Result<> CheckStartValues(const std::optional<AttributeMap>& start, bool newer) {
  if (!start || !start->bad) return {};
  const auto& error = start->bad->error;
  if (newer || SaidBare(error.message)) return Fail(error);
  return FailInvalid(fmt::format(texts::kStartKeyBecause, error.message));
}

Result<> CheckSegments(const ScanRequest& request) {
  if (request.segment && !request.total_segments) {
    return FailInvalid(texts::kTotalSegmentsMissing);
  }
  if (!request.segment && request.total_segments) return FailInvalid(texts::kSegmentMissing);
  if (request.segment && *request.segment >= *request.total_segments) {
    std::string text = texts::kSegmentTooLarge;
    if (request.layer == Layer::kOlder) {
      text += fmt::format(texts::kSegmentNotLess, *request.segment, *request.total_segments);
    }
    return FailInvalid(std::move(text));
  }
  return {};
}

__extension__ using Wide = unsigned __int128;

// Returns the start of segment `number` of `total`. Each segment is an equal share of all routes.
// So segments are disjoint, cover everything, and stay the same from page to page.
Bytes SegmentBegin(std::int64_t number, std::int64_t total) {
  if (number == 0) return {};
  const auto share = (static_cast<Wide>(number) << 64U) / static_cast<std::uint64_t>(total);
  Bytes begin;
  AppendBigEndian64(static_cast<std::uint64_t>(share), begin);
  return begin;
}

storage::KeyRange SegmentOf(const ScanRequest& request) {
  if (!request.segment || *request.total_segments == 1) return {};
  const auto number = *request.segment;
  const auto total = *request.total_segments;
  storage::KeyRange range{.begin = SegmentBegin(number, total)};
  if (number + 1 < total) range.end = SegmentBegin(number + 1, total);
  return range;
}

// Returns the part of the segment after the start key.
Result<storage::KeyRange> Remaining(const query::Source& source, const ScanRequest& request) {
  auto range = SegmentOf(request);
  if (!request.exclusive_start_key) return range;
  const auto what =
      request.layer == Layer::kNewer ? query::StartOf::kNewerScan : query::StartOf::kScan;
  auto start = TRY(query::KeyOfPosition(source, request.exclusive_start_key->item.view(), what));
  if (start < range.begin || (!range.end.empty() && start >= range.end)) {
    return FailInvalid(
        fmt::format(texts::kStartKeySegment, *request.total_segments, *request.segment));
  }
  range.begin = std::move(start);
  range.begin.push_back('\0');
  return range;
}

// Makes all checks that do not need a table, in each layer's order.
Result<ExpressionParameters::Bound> CheckParameters(const ItemServices& services,
                                                    const ExpressionParameters& parameters,
                                                    const PageRequest& shared,
                                                    const ScanRequest& request) {
  TRY(parameters.CheckMixing());
  TRY(parameters.Check());
  TRY(parameters.CheckFilter());
  if (IsNewer(parameters.wording())) {
    auto bound = TRY(parameters.Bind(services.expressions));
    if (request.late) return Fail(*request.late);
    TRY(CheckSelect(shared, Wording::kPrefixed));
    TRY(CheckSegments(request));
    TRY(CheckStartValues(request.exclusive_start_key, true));
    return bound;
  }
  TRY(CheckStartValues(request.exclusive_start_key, false));
  TRY(CheckSelect(shared, Wording::kOlder));
  TRY(CheckSegments(request));
  return parameters.Bind(services.expressions);
}

}  // namespace

std::string SegmentText(const ScanRequest& request) {
  if (!request.segment) return {};
  return fmt::format("segment {} of {}", *request.segment, *request.total_segments);
}

Result<query::PagePlan> PlanScan(const ItemServices& services, const ScanRequest& request) {
  const auto shared = PageRequestOf(request);
  auto bound = TRY(CheckParameters(services, Parameters(request), shared, request));

  const auto source = TRY(FindSource(services, shared));
  auto plan = TRY(PlanPage(shared, source, std::move(bound.filter), std::move(bound.projection)));
  plan.range = TRY(Remaining(source, request));
  if (request.explanation != nullptr) request.explanation->key_range = SegmentText(request);
  return plan;
}

// Reads one page of a table or index, or of a segment of it.
Result<PageRead<ScanResponse>> Scan(const ItemServices& services, const ScanRequest& request) {
  auto plan = TRY(PlanScan(services, request));
  auto meter = PageMeter::OfScan(plan);
  TRY(meter.Admit(services));
  auto answer = [&services, shared = PageRequestOf(request),
                 meter = std::move(meter)](query::Reader& reader) {
    return AnswerPage<ScanResponse>(services, shared, meter, reader);
  };
  return PageRead<ScanResponse>{query::Reader(services.engine, std::move(plan)), std::move(answer)};
}

}  // namespace stator::api
