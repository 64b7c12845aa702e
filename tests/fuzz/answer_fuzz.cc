#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "json/parser.h"
#include "json/to_json.h"
#include "model/answer/answers.h"

namespace {

using Function = stator::Result<std::string> (*)(const std::string&);

// Every answer is a JSON object, and every refusal has a sentence.
void CheckAnswer(Function function, const std::string& request) {
  const auto answer = function(request);
  if (!answer) {
    CHECK(!answer.error().message.empty());
    return;
  }
  stator::json::Parser parser;
  CHECK(parser.Parse(*answer).has_value());
}

}  // namespace

// Any bytes as a request to the functions on models, and any text as the model of one. The first
// byte chooses.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stator::model;  // NOLINT(google-build-using-namespace): a fuzzer has no other
                                  // names
  if (size == 0) return 0;
  constexpr Function kFunctions[] = {AnswerCheck,  AnswerDescribe, AnswerPrice,  AnswerAdvise,
                                     AnswerFormat, AnswerGenerate, AnswerImport, AnswerExport};
  constexpr std::string_view kOptions[] = {"}",
                                           R"(,"to":"csv"})",
                                           R"(,"to":"python"})",
                                           R"(,"from":"csv"})",
                                           R"(,"from":"cloudformation"})",
                                           R"(,"scale":"2x","tablePerEntity":true})"};
  constexpr std::size_t kCount = std::size(kFunctions);
  const Function function = kFunctions[data[0] % kCount];
  const std::size_t options = data[0] / kCount;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are text here
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  if (options >= std::size(kOptions)) {
    CheckAnswer(function, text);
    return 0;
  }
  std::string ascii;  // JSON needs valid UTF-8
  for (const char letter : text) ascii += static_cast<unsigned char>(letter) < 0x80 ? letter : '?';
  CheckAnswer(function,
              "{\"text\":" + stator::json::ToJson(ascii) + std::string(kOptions[options]));
  return 0;
}
