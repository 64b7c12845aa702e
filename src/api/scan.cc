#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "api/explanation.h"
#include "api/handlers.h"
#include "api/metering.h"
#include "api/page_answer.h"
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
  return {given, Wording::kPlain};
}

Result<> CheckSegments(const ScanRequest& request) {
  if (request.segment && !request.total_segments) {
    return FailInvalid(texts::kTotalSegmentsMissing);
  }
  if (!request.segment && request.total_segments) return FailInvalid(texts::kSegmentMissing);
  if (request.segment && *request.segment >= *request.total_segments) {
    return FailInvalid(
        fmt::format(texts::kSegmentTooLarge, *request.segment, *request.total_segments));
  }
  return {};
}

__extension__ using Wide = unsigned __int128;

// Where segment `number` of `total` begins: an equal share of all routes, so that segments are
// disjoint, leave nothing out, and stay the same from page to page.
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

// The part of the segment behind the start key.
Result<storage::KeyRange> Remaining(const query::Source& source, const ScanRequest& request) {
  auto range = SegmentOf(request);
  if (!request.exclusive_start_key) return range;
  auto start = TRY(query::KeyOfPosition(source, request.exclusive_start_key->item.view(),
                                        query::StartOf::kScan));
  if (start < range.begin || (!range.end.empty() && start >= range.end)) {
    return FailInvalid(
        fmt::format(texts::kStartKeySegment, *request.total_segments, *request.segment));
  }
  range.begin = std::move(start);
  range.begin.push_back('\0');
  return range;
}

}  // namespace

// One page of all there is in a table or index, or in a segment of it.
Result<PageRead<ScanResponse>> Scan(Context& context, const ScanRequest& request) {
  const auto shared = PageRequestOf(request);
  const auto parameters = Parameters(request);
  TRY(parameters.CheckPlaceholders());
  TRY(parameters.CheckFilter());
  TRY(CheckPageRequest(shared, Wording::kPlain));
  TRY(CheckSegments(request));
  auto bound = TRY(parameters.Bind(context.expressions));

  const auto source = TRY(FindSource(context, shared));
  auto plan = TRY(PlanPage(shared, source, std::move(bound.filter), std::move(bound.projection)));
  plan.range = TRY(Remaining(source, request));
  if (request.explanation != nullptr && request.segment) {
    request.explanation->key_range =
        fmt::format("segment {} of {}", *request.segment, *request.total_segments);
  }

  auto meter = PageMeter::OfScan(plan);
  TRY(meter.Admit(context));
  auto answer = [&context, shared, meter = std::move(meter)](query::Reader& reader) {
    return AnswerPage<ScanResponse>(context, shared, meter, reader);
  };
  return PageRead<ScanResponse>{query::Reader(context.engine, std::move(plan)), std::move(answer)};
}

}  // namespace stator::api
