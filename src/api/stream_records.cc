#include "api/stream_records.h"

#include <string>
#include <utility>

#include "api/table_description.h"
#include "base/digest.h"
#include "base/durations.h"
#include "streams/sequence.h"
#include "table/change_record.h"

namespace stator::api {
namespace {

using table::ChangeRecord;

OperationType EventName(ChangeRecord::Event event) {
  switch (event) {
    case ChangeRecord::Event::kInsert:
      return OperationType::kInsert;
    case ChangeRecord::Event::kModify:
      return OperationType::kModify;
    case ChangeRecord::Event::kRemove:
      return OperationType::kRemove;
  }
  std::unreachable();
}

// Returns the region of "arn:aws:dynamodb:REGION:…".
std::string RegionIn(std::string_view arn) {
  for (int part = 0; part < 3; ++part) arn.remove_prefix(arn.find(':') + 1);
  return std::string(arn.substr(0, arn.find(':')));
}

// Returns the same id each time the record is read, and a different id for every other record.
std::string EventId(const catalog::StreamSettings& stream, std::string_view sequence_number) {
  constexpr std::size_t kIdBytes = 16;
  return HexText(Sha256(stream.arn + std::string(sequence_number)).substr(0, kIdBytes));
}

AttributeMap MapOf(item::ItemView item) { return item::Item(Bytes(item.bytes())); }

StreamRecord Contents(const catalog::StreamSettings& stream, const ChangeRecord& record,
                      std::string sequence_number) {
  StreamRecord contents;
  const TimeMicros whole_seconds = record.time / kSecond;
  contents.approximate_creation_date_time = static_cast<double>(whole_seconds);
  contents.keys = MapOf(record.keys);
  if (record.new_image) contents.new_image = MapOf(*record.new_image);
  if (record.old_image) contents.old_image = MapOf(*record.old_image);
  contents.sequence_number = std::move(sequence_number);
  contents.size_bytes = static_cast<std::int64_t>(streams::SizeOf(record));
  contents.stream_view_type = ViewOf(stream.view);
  return contents;
}

}  // namespace

Result<Record> RecordOf(const catalog::StreamSettings& stream,
                        const streams::LoggedRecord& logged) {
  const auto stored = TRY(table::DecodeChangeRecord(logged.value));
  auto sequence_number = streams::SequenceNumber(logged.position);
  Record record;
  record.event_id = EventId(stream, sequence_number);
  record.event_name = EventName(stored.event);
  record.event_version = "1.1";
  record.event_source = "aws:dynamodb";
  record.aws_region = RegionIn(stream.arn);
  record.dynamodb = Contents(stream, stored, std::move(sequence_number));
  if (stored.expired) {
    auto& identity = record.user_identity.emplace();
    identity.principal_id = "dynamodb.amazonaws.com";
    identity.type = "Service";
  }
  return record;
}

}  // namespace stator::api
