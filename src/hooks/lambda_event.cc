#include "hooks/lambda_event.h"

#include <string_view>
#include <utility>

#include "api/stream_records.h"
#include "base/utf8.h"
#include "json/parser.h"
#include "json/writer.h"
#include "wire/item_writer.h"

namespace stator::hooks {
namespace {

std::string_view EventName(api::OperationType event) {
  switch (event) {
    case api::OperationType::kInsert:
      return "INSERT";
    case api::OperationType::kModify:
      return "MODIFY";
    case api::OperationType::kRemove:
      return "REMOVE";
  }
  std::unreachable();
}

std::string_view ViewName(api::StreamViewType view) {
  switch (view) {
    case api::StreamViewType::kKeysOnly:
      return "KEYS_ONLY";
    case api::StreamViewType::kNewImage:
      return "NEW_IMAGE";
    case api::StreamViewType::kOldImage:
      return "OLD_IMAGE";
    case api::StreamViewType::kNewAndOldImages:
      return "NEW_AND_OLD_IMAGES";
  }
  std::unreachable();
}

void WriteText(json::ObjectWriter& object, std::string_view key, std::string_view text,
               std::string& out) {
  object.Key(key);
  json::WriteString(text, out);
}

void WriteImage(json::ObjectWriter& object, std::string_view key,
                const std::optional<api::AttributeMap>& image, std::string& out) {
  if (!image) return;
  object.Key(key);
  wire::WriteAttributeMap(*image, out);
}

void WriteContents(const api::StreamRecord& contents, std::string& out) {
  json::ObjectWriter object(out);
  object.Key("ApproximateCreationDateTime");
  json::WriteInteger(static_cast<std::int64_t>(*contents.approximate_creation_date_time), out);
  WriteImage(object, "Keys", contents.keys, out);
  WriteImage(object, "NewImage", contents.new_image, out);
  WriteImage(object, "OldImage", contents.old_image, out);
  WriteText(object, "SequenceNumber", *contents.sequence_number, out);
  object.Key("SizeBytes");
  json::WriteInteger(*contents.size_bytes, out);
  WriteText(object, "StreamViewType", ViewName(*contents.stream_view_type), out);
}

// Lambda writes the members of userIdentity in lower case, unlike GetRecords.
void WriteRecord(const api::Record& record, std::string_view stream_arn, std::string& out) {
  json::ObjectWriter object(out);
  WriteText(object, "eventID", *record.event_id, out);
  WriteText(object, "eventName", EventName(*record.event_name), out);
  WriteText(object, "eventVersion", *record.event_version, out);
  WriteText(object, "eventSource", *record.event_source, out);
  WriteText(object, "awsRegion", *record.aws_region, out);
  object.Key("dynamodb");
  WriteContents(*record.dynamodb, out);
  if (record.user_identity) {
    object.Key("userIdentity");
    json::ObjectWriter identity(out);
    WriteText(identity, "type", *record.user_identity->type, out);
    WriteText(identity, "principalId", *record.user_identity->principal_id, out);
  }
  WriteText(object, "eventSourceARN", stream_arn, out);
}

Result<> WriteRecords(const catalog::StreamSettings& stream,
                      std::span<const streams::LoggedRecord> records, std::string& out) {
  out += '[';
  bool first = true;
  for (const auto& each : records) {
    if (!first) out += ',';
    first = false;
    WriteRecord(TRY(api::RecordOf(stream, each)), stream.arn, out);
  }
  out += ']';
  return {};
}

std::optional<std::string> FirstFailureIn(const json::Body& body) {
  simdjson::dom::array failures;
  if (body.empty() || body.root()["batchItemFailures"].get(failures) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  std::optional<std::string> first;
  for (const auto failure : failures) {
    std::string_view number;
    if (failure["itemIdentifier"].get(number) != simdjson::SUCCESS) number = {};
    // Sequence numbers have equal length. Any other text stands for the whole batch.
    if (!first || number < *first) first = std::string(number);
  }
  return first;
}

// Returns the last line that is not empty.
std::string LastLine(std::string_view text) {
  const auto end = text.find_last_not_of("\r\n\t ");
  if (end == text.npos) return {};
  text = text.substr(0, end + 1);
  return std::string(text.substr(text.find_last_of('\n') + 1));
}

}  // namespace

Result<std::string> LambdaEvent(const catalog::StreamSettings& stream,
                                std::span<const streams::LoggedRecord> records) {
  std::string json = "{\"Records\":";
  TRY(WriteRecords(stream, records, json));
  return json + '}';
}

bool IsFunctionError(const std::string& answer) {
  if (answer.starts_with("Task timed out after")) return true;
  json::Parser parser;
  const auto body = parser.Parse(answer);
  if (!body || body->empty() || !body->root().is_object()) return false;
  const auto has = [&](std::string_view name) {
    return body->root()[name].error() == simdjson::SUCCESS;
  };
  return (has("errorType") || has("errorMessage")) && !has("batchItemFailures");
}

std::optional<std::string> FirstFailure(const std::string& answer) {
  json::Parser whole;
  if (const auto body = whole.Parse(answer)) return FirstFailureIn(*body);
  // A command may print messages before its answer.
  const auto last = LastLine(answer);
  json::Parser line;
  const auto body = line.Parse(last);
  return body ? FirstFailureIn(*body) : std::nullopt;
}

Result<std::string> FailedBatchLine(const catalog::StreamSettings& stream,
                                    const catalog::Shard& shard,
                                    std::span<const streams::LoggedRecord> records,
                                    std::string_view target, std::string_view error) {
  std::string json = "{\"target\":";
  json::WriteString(ValidUtf8(target) ? target : "", json);
  json += ",\"error\":";
  json::WriteString(ValidUtf8(error) ? error : "", json);
  json += ",\"streamArn\":";
  json::WriteString(stream.arn, json);
  json += ",\"shardId\":";
  json::WriteString(catalog::ShardId(shard), json);
  json += ",\"Records\":";
  TRY(WriteRecords(stream, records, json));
  return json + "}\n";
}

}  // namespace stator::hooks
