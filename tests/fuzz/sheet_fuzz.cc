#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "model/exchange/imported.h"
#include "model/exchange/sheet.h"

namespace {

using stator::Result;
using stator::model::Sheet;

// A parsed sheet must be within its limits, must survive writing and parsing, and may become a
// model.
template <class Write, class Parse>
void CheckSheet(const Result<Sheet>& sheet, Write write, Parse parse) {
  if (!sheet) {
    CHECK(!sheet.error().message.empty());
    return;
  }
  CHECK(sheet->header.size() <= stator::model::kSheetColumnsMax);
  CHECK(sheet->rows.size() <= stator::model::kSheetRowsMax);
  for (const auto& row : sheet->rows) CHECK(row.size() == sheet->header.size());
  const Result<Sheet> again = parse(write(*sheet));
  CHECK(again.has_value());
  CHECK(again->header == sheet->header);
  CHECK(again->rows == sheet->rows);
  if (const auto imported = stator::model::ImportSheet(*sheet, "fuzz")) {
    const auto model = TextOfImported(*imported);
    CHECK(model || !model.error().message.empty());
  }
}

}  // namespace

// Any text as a list of access patterns: separated by commas or semicolons, or in Markdown.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stator::model;  // NOLINT(google-build-using-namespace): a fuzzer has no other
                                  // names
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are text here
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckSheet(ParseCsv(text), WriteCsv, ParseCsv);
  CheckSheet(ParseMarkdown(text), WriteMarkdown, ParseMarkdown);
  return 0;
}
