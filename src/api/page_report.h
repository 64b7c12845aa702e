#pragma once

#include "api/context.h"
#include "api/page_request.h"
#include "query/reader.h"

namespace stator::api {

// Tells those who want to know about a page that was read: the client, if it asked for an
// explanation, and the advice the server collects.
void ReportPage(Context& context, const PageRequest& request, const query::Reader& reader);

}  // namespace stator::api
