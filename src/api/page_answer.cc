#include "api/page_answer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "api/consumed.h"
#include "api/explanation.h"
#include "base/endian.h"
#include "base/limits.h"
#include "item/key.h"

namespace stator::api {
namespace {

using query::Reader;

std::size_t CeilDivide(std::size_t dividend, std::size_t divisor) {
  return (dividend + divisor - 1) / divisor;
}

// Returns how many pages this request needs for `items`, based on the page that was read. A page
// that returns as many items as requested is never the last, because an empty page may follow.
std::size_t PagesOf(std::size_t items, const Reader& reader) {
  const auto& contents = reader.contents();
  const auto mean = std::max<std::size_t>(1, contents.bytes / contents.examined);
  const auto by_size = CeilDivide(limits::kPageBytesMax, mean);
  const auto limit = reader.plan().items_max;
  if (limit <= by_size) return items / limit + 1;
  return std::max<std::size_t>(1, CeilDivide(items, by_size));
}

// Counts the entries after a page of a Query, up to a bound.
void LookAhead(const ItemServices& services, const Reader& reader, const Bytes& last,
               Explanation& out) {
  auto rest = reader.plan().range;
  if (rest.backward) {
    rest.end = last;
  } else {
    rest.begin = last;
    rest.begin.push_back('\0');
  }
  const auto page = services.engine.Read(
      reader.plan().source.space(), rest,
      {.entries_max = limits::kLookAheadEntriesMax, .bytes_max = limits::kLookAheadBytesMax});
  if (!page) return;  // the answer stays correct without an explanation
  out.pages_to_go = PagesOf(page->entries.size(), reader);
  out.pages = page->more ? Explanation::Pages::kAtLeast : Explanation::Pages::kExact;
}

// Estimates the pages after a page of a Scan. Routes are evenly distributed, so the remaining share
// of routes is the remaining share of the table.
void Estimate(const ItemServices& services, const Reader& reader, const Bytes& last,
              Explanation& out) {
  const auto& plan = reader.plan();
  constexpr double kRoutes = 18446744073709551616.0;  // 2^64
  const auto from = static_cast<double>(ReadBigEndian64(last));
  const auto to =
      plan.range.end.empty() ? kRoutes : static_cast<double>(ReadBigEndian64(plan.range.end));
  const auto statistics = services.catalog.StatisticsOf(*plan.source.table, plan.source.space());
  const double left = static_cast<double>(statistics.entries) * std::max(0.0, to - from) / kRoutes;
  out.pages_to_go = PagesOf(static_cast<std::size_t>(std::ceil(left)), reader);
  out.pages = Explanation::Pages::kEstimated;
}

void Explain(const ItemServices& services, const PageRequest& request, const Reader& reader,
             Explanation& out) {
  const auto& plan = reader.plan();
  const auto& contents = reader.contents();
  out.table = request.table_name;
  if (plan.source.index != nullptr) out.index = plan.source.index->name;
  out.backward = plan.range.backward;
  out.consistent = plan.consistent;
  out.items_examined = contents.examined;
  out.items_returned = contents.returned;
  out.items_fetched = plan.fetch ? contents.examined : 0;
  out.bytes_read = contents.bytes + contents.fetched_bytes;
  out.units = reader.SourceUnits() + contents.fetched_units;
  out.pages_to_go = 0;
  if (!contents.last_key) return;
  const bool scan = request.key_condition == nullptr;
  const auto last = query::KeyOfPosition(plan.source, contents.last_key->view(),
                                         scan ? query::StartOf::kScan : query::StartOf::kQuery);
  if (!last) return;
  scan ? Estimate(services, reader, *last, out) : LookAhead(services, reader, *last, out);
}

std::size_t ReturnedBytes(const query::PageContents& contents) {
  std::size_t bytes = 0;
  for (const auto& item : contents.items) bytes += item.bytes().size();
  return bytes;
}

// A shape must distinguish a Query from a Scan, even if the Query's condition has no text.
std::string_view ConditionText(const std::optional<std::string>* text) {
  if (text == nullptr) return {};
  return *text ? std::string_view(**text) : "KeyConditions";
}

std::string_view OptionalText(const std::optional<std::string>& text) {
  return text ? std::string_view(*text) : std::string_view();
}

}  // namespace

std::optional<ConsumedCapacity> ConsumedByPage(const PageRequest& request,
                                               const query::Reader& reader) {
  return Consumed(request.return_consumed, request.table_name, UnitsOf(reader));
}

PageUse ShapeOf(const PageRequest& request) {
  return {.operation = request.key_condition != nullptr ? "Query" : "Scan",
          .table = request.table_name,
          .index = OptionalText(request.index_name),
          .key_condition = ConditionText(request.key_condition),
          .filter = OptionalText(request.filter),
          .projection = OptionalText(request.projection)};
}

namespace {

void NotePage(const ItemServices& services, const PageRequest& request, const Reader& reader) {
  const auto& contents = reader.contents();
  PageUse use = ShapeOf(request);
  services.recorder.Note(observe::Metric::kReturnedItems,
                         {.table = (*reader.plan().source.table)->name, .operation = use.operation},
                         services.clock.Now(), static_cast<double>(contents.returned));
  use.first_page = !request.start_key;
  use.examined = contents.examined;
  use.returned = contents.returned;
  use.read_bytes = contents.bytes + contents.fetched_bytes;
  use.returned_bytes = reader.plan().count_only ? use.read_bytes : ReturnedBytes(contents);
  use.units = reader.SourceUnits() + contents.fetched_units;
  services.advice.Note(use, services.clock.Now());
}

}  // namespace

void ReportPage(const ItemServices& services, const PageRequest& request, const Reader& reader) {
  if (services.item_reads == Metering::kOn) NotePage(services, request, reader);
  if (request.explanation == nullptr) return;
  Explain(services, request, reader, *request.explanation);
  request.explanation->because = services.advice.SentenceOn(ShapeOf(request));
}

}  // namespace stator::api
