#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "json/parser.h"
#include "model/exchange/imported.h"
#include "model/exchange/yaml.h"

// Any text as YAML is refused with a reason or becomes readable JSON. As a CloudFormation template
// it may become a model, which must be readable too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stator::model;  // NOLINT(google-build-using-namespace): a fuzzer has no other
                                  // names
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are text here
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto json = YamlToJson(text);
  if (!json) {
    CHECK(!json.error().message.empty());
  } else if (json->starts_with('{')) {
    stator::json::Parser parser;
    CHECK(parser.Parse(*json).has_value());
  }
  if (const auto imported = ImportCloudFormation(text, "fuzz")) {
    const auto model = TextOfImported(*imported);
    CHECK(model || !model.error().message.empty());
  }
  return 0;
}
