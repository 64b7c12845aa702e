#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "api/advice.h"
#include "api/metering.h"
#include "api/page_request.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "query/reader.h"

// Answers and reports for pages that were read.
namespace stator::api {

// Returns ConsumedCapacity of a page that was read.
std::optional<ConsumedCapacity> ConsumedByPage(const PageRequest& request,
                                               const query::Reader& reader);

// Returns the shape of a request, without what it cost. Lifetime: views into the request.
PageUse ShapeOf(const PageRequest& request);

// Reports the page to the request's explanation, if the client asked for one, and, unless the page
// is unmetered, to the server's metrics and advice.
void ReportPage(const ItemServices& services, const PageRequest& request,
                const query::Reader& reader);

// Returns the items, counts, position and capacity of a page that was read, and charges for it.
// Errors: kStaleDescriptor, without a charge, if the table changed meanwhile, because its rows may
// be gone.
template <class Response>
Result<Response> AnswerPage(const ItemServices& services, const PageRequest& request,
                            const PageMeter& meter, query::Reader& reader) {
  if (!reader.plan().source.table->current()) {
    return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
  }
  meter.Charge(services, reader);
  ReportPage(services, request, reader);
  auto& contents = reader.contents();
  Response response;
  response.count = static_cast<std::int64_t>(contents.returned);
  response.scanned_count = static_cast<std::int64_t>(contents.examined);
  response.consumed_capacity = ConsumedByPage(request, reader);
  if (!reader.plan().count_only) {
    auto& items = response.items.emplace();
    items.reserve(contents.items.size());
    for (auto& item : contents.items) items.emplace_back(std::move(item));
  }
  if (contents.last_key) response.last_evaluated_key = std::move(*contents.last_key);
  return response;
}

}  // namespace stator::api
