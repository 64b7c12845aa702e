#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "model/check/check.h"
#include "model/check/report.h"
#include "model/language/format.h"
#include "model/language/parser.h"

// Any text as a model is parsed, checked and laid out; each complaint names its line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stator::model;  // NOLINT(google-build-using-namespace): a fuzzer has no other
                                  // names
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are text here
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = Parse(text);
  for (const auto& complaint : parsed.complaints) CHECK(!Render("model", text, complaint).empty());
  const auto formatted = Format(text);
  if (!parsed.complaints.empty()) return 0;  // it must be laid out without a crash all the same
  CHECK(Format(formatted) == formatted);
  const auto again = Parse(formatted);
  CHECK(again.complaints.empty());
  CHECK(again.model.patterns.size() == parsed.model.patterns.size());
  CHECK(again.model.entities.size() == parsed.model.entities.size());
  const auto checked = Check(parsed.model);
  CHECK(CheckText("model", parsed.model, checked) ==
        CheckText("model", parsed.model, Check(parsed.model)));
  return 0;
}
