#include "admin/split.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "admin/answer.h"
#include "admin/partitions.h"
#include "admin/refusal.h"
#include "base/texts.h"
#include "json/parser.h"
#include "wire/attribute_value.h"
#include "wire/decoder.h"

namespace stator::admin {
namespace {

Result<std::uint32_t> ReadPartition(json::Value value) {
  std::uint64_t number = 0;
  if (value.get(number) != simdjson::SUCCESS || number > std::numeric_limits<std::uint32_t>::max())
    return FailInvalid(texts::kSplitBody);
  return static_cast<std::uint32_t>(number);
}

Result<std::string> ReadIndex(json::Value value) {
  std::string_view name;
  if (value.get(name) != simdjson::SUCCESS || name.empty()) return FailInvalid(texts::kSplitBody);
  return std::string(name);
}

Result<api::AttributeMap> ReadKey(json::Value value, std::size_t text_bytes) {
  wire::Decoder decoder(text_bytes);
  api::AttributeMap key;
  const wire::Path root;
  const wire::Path path = wire::Path::Member(root, "key");
  if (!wire::ReadAttributeMap(decoder, path, value, wire::Names::kAttributes, key)) {
    return FailInvalid(texts::kSplitBody);
  }
  TRY(decoder.Finish());
  return key;
}

wire::Response Answer(database::Database& database, std::string_view name,
                      const api::SplitRequest& request) {
  const auto table = api::SplitTable(database.services(), name, request);
  if (!table) return AdminRefusal(table.error());
  return {.body = PartitionsJson(database, **table)};
}

}  // namespace

Result<api::SplitRequest> ReadSplitRequest(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body) return FailInvalid(texts::kSplitBody);
  api::SplitRequest request;
  if (body->empty()) return request;
  for (const auto [name, value] : simdjson::dom::object(body->root())) {
    const bool is_repeated = (name == "index" && !request.index.empty()) ||
                             (name == "partition" && request.partition) ||
                             (name == "key" && request.key);
    if (is_repeated) return FailInvalid(texts::kSplitBody);
    if (name == "index") {
      request.index = TRY(ReadIndex(value));
    } else if (name == "partition") {
      request.partition = TRY(ReadPartition(value));
    } else if (name == "key") {
      request.key = TRY(ReadKey(value, body->text_bytes()));
    } else {
      return FailInvalid(texts::kSplitBody);
    }
  }
  return request;
}

void SplitTable(database::Database& database, std::string_view table, const std::string& body,
                Loop& loop, wire::Reply done) {
  auto request = ReadSplitRequest(body);
  if (!request) return done(AdminRefusal(request.error()));
  AnswerFromPool(database, loop, std::move(done),
                 [&database, table = std::string(table), request = *std::move(request)] {
                   return Answer(database, table, request);
                 });
}

}  // namespace stator::admin
