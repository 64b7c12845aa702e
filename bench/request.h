#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/sample.h"

// The requests of the load. Building one must cost next to nothing beside answering it.
namespace stator::bench {

inline constexpr std::size_t kBatchItems = 25;
inline constexpr std::size_t kTransactionItems = 4;
inline constexpr std::uint64_t kRequestsMax = 100'000'000;  // of one seed
// Attributes "g0" and so on, the keys of a table's global indexes.
inline constexpr std::size_t kIndexesMax = 3;

// The properties that the requests of one run share.
struct RequestKind {
  std::string operation = "get";
  std::string table = kTable;
  std::uint64_t keys = 1;        // items in the table
  std::uint64_t collection = 0;  // items that share a partition key; 0: there is no sort key
  std::size_t indexes = 0;       // attributes of an item for as many indexes
  std::size_t segments = 1;      // of a Scan
  bool literals = false;         // values of statements stand in their text
};

// Builds a request with those headers of an SDK that a server reads.
inline std::string HttpRequest(std::string_view operation, std::string_view body) {
  return fmt::format(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "X-Amz-Target: DynamoDB_20120810.{}\r\nX-Amz-Date: 20260101T000000Z\r\n"
      "Authorization: AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/"
      "aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature={}"
      "\r\nContent-Length: {}\r\n\r\n{}",
      operation, std::string(64, '0'), body.size(), body);
}

// Returns the number of items that a Query or Scan read, from the last bytes of its answer; nullopt
// for other answers.
inline std::optional<std::uint64_t> ItemsRead(std::string_view tail) {
  constexpr std::string_view kName = R"("ScannedCount":)";
  const auto at = tail.rfind(kName);
  if (at == tail.npos) return std::nullopt;
  std::uint64_t items = 0;
  std::from_chars(tail.data() + at + kName.size(), tail.data() + tail.size(), items);
  return items;
}

// A request with gaps for keys and a serial number. The serial number makes every write change its
// item, because an unchanged item needs no fsync.
class Request {
 public:
  static Request For(const RequestKind& kind) {
    if (kind.operation == "get") return {kind, "GetItem", Keyed(kind) + "}"};
    if (kind.operation == "add") {
      return {kind, "UpdateItem",
              Keyed(kind) + R"(,"UpdateExpression":"ADD serial :one",)"
                            R"("ExpressionAttributeValues":{":one":{"N":"1"}}})"};
    }
    if (kind.operation == "query") {
      return {kind, "Query",
              fmt::format(R"({{"TableName":"{}","KeyConditionExpression":"pk = :pk",)"
                          R"("ExpressionAttributeValues":{{":pk":{{"S":"{}"}}}}}})",
                          kind.table, Gap(kPartition))};
    }
    if (kind.operation == "batch") return {kind, "BatchWriteItem", Batch(kind)};
    if (kind.operation == "transact") return {kind, "TransactWriteItems", Transaction(kind)};
    if (kind.operation == "put-new") return {kind, "PutItem", "{" + NewPut(kind) + "}"};
    if (kind.operation == "transact-new") {
      return {kind, "TransactWriteItems", Several("TransactItems", [&] {
                return fmt::format(R"({{"Put":{{{}}}}})", NewPut(kind));
              })};
    }
    if (kind.operation == "select") return {kind, "ExecuteStatement", "{" + Select(kind) + "}"};
    if (kind.operation == "insert") return {kind, "ExecuteStatement", "{" + Insert(kind) + "}"};
    if (kind.operation == "transact-insert") {
      return {kind, "ExecuteTransaction",
              Several("TransactStatements", [&] { return "{" + Insert(kind) + "}"; })};
    }
    return {kind, "PutItem",
            fmt::format(R"({{"TableName":"{}","Item":{}}})", kind.table, ItemText(kind))};
  }

  // Fills in the item of this number; a batch also takes the items that follow it. `seed` and
  // `sent` number the requests of all runs.
  std::string_view Fill(std::uint64_t number, std::uint64_t seed, std::uint64_t sent) {
    const auto serial = seed * kRequestsMax + sent;
    const auto fresh = seed * kRequestsMax + sent * items_;
    for (const auto& [at, what, item] : gaps_) {
      const auto key = (number + item) % kind_.keys;
      const auto collection = kind_.collection == 0 ? 1 : kind_.collection;
      const auto value = what == kSerial      ? serial + item
                         : what == kFresh     ? fresh + item
                         : what == kPartition ? key / collection
                                              : key % collection;
      WriteDigits(value, bytes_.data() + at, kKeyDigits);
      if (what == kSerial) bytes_[at] = '1';  // no number begins with zeros
    }
    return bytes_;
  }

  // Returns the number of items it names.
  std::uint64_t items() const { return items_; }

 private:
  static_assert(kSerialDigits == kKeyDigits);
  // The contents of an unfilled gap; the rest of a body has none of these characters.
  static constexpr char kPartition = '#';
  static constexpr char kSort = '~';
  static constexpr char kSerial = '%';
  static constexpr char kFresh = '^';  // a partition key that no other request has

  struct GapAt {
    std::size_t at;
    char what;
    std::uint64_t item;  // the item's index in a batch
  };

  Request(RequestKind kind, std::string_view operation, const std::string& body)
      : kind_(std::move(kind)), bytes_(HttpRequest(operation, body)) {
    for (std::size_t at = 0; at < bytes_.size(); ++at) {
      const char what = bytes_[at];
      if (what != kPartition && what != kSort && what != kSerial && what != kFresh) continue;
      gaps_.push_back({at, what, items_});
      if (what == kSerial) ++items_;  // the last gap of an item
      at += kKeyDigits - 1;
    }
    if (items_ == 0) items_ = 1;
  }

  static std::string Gap(char what) { return std::string(kKeyDigits, what); }

  static std::string KeyText(const RequestKind& kind) {
    const auto partition = fmt::format(R"("pk":{{"S":"{}"}})", Gap(kPartition));
    if (kind.collection == 0) return partition;
    return partition + fmt::format(R"(,"sk":{{"S":"{}"}})", Gap(kSort));
  }

  static std::string Keyed(const RequestKind& kind) {
    return fmt::format(R"({{"TableName":"{}","Key":{{{}}})", kind.table, KeyText(kind));
  }

  // Each item has one entry in each index, which no write moves.
  static std::string ItemText(const RequestKind& kind) {
    std::string item = "{" + KeyText(kind);
    for (std::size_t i = 0; i < kind.indexes; ++i) {
      item += fmt::format(R"(,"g{}":{{"S":"{}"}})", i, Gap(kPartition));
    }
    const std::size_t keys = 1 + (kind.collection == 0 ? 0 : 1) + kind.indexes;
    return item + fmt::format(R"(,"payload":{{"S":"{}"}},"serial":{{"N":"{}"}}}})",
                              Payload(PayloadBytes(kItemBytes, keys)), Gap(kSerial));
  }

  // A value of a statement: in its text, or as a parameter.
  struct StatementValues {
    bool literals;
    std::string parameters;

    std::string Take(char type, const std::string& text) {
      if (literals) return type == 'S' ? "'" + text + "'" : text;
      parameters += fmt::format(R"({}{{"{}":"{}"}})", parameters.empty() ? "" : ",", type, text);
      return "?";
    }
    std::string Members(const std::string& statement) const {
      return fmt::format(R"("Statement":"{}"{})", statement,
                         literals ? "" : fmt::format(R"(,"Parameters":[{}])", parameters));
    }
  };

  static std::string Select(const RequestKind& kind) {
    StatementValues values{kind.literals, {}};
    return values.Members(fmt::format(R"(SELECT * FROM \"{}\" WHERE pk = {})", kind.table,
                                      values.Take('S', Gap(kPartition))));
  }

  // An item that no other request writes.
  static std::string Insert(const RequestKind& kind) {
    StatementValues values{kind.literals, {}};
    const auto key = values.Take('S', Gap(kFresh));
    const auto payload = values.Take('S', Payload(kPayloadBytes));
    return values.Members(
        fmt::format(R"(INSERT INTO \"{}\" VALUE {{'pk': {}, 'payload': {}, 'serial': {}}})",
                    kind.table, key, payload, values.Take('N', Gap(kSerial))));
  }

  static std::string NewPut(const RequestKind& kind) {
    return fmt::format(R"("TableName":"{}","Item":{{"pk":{{"S":"{}"}},"payload":{{"S":"{}"}},)"
                       R"("serial":{{"N":"{}"}}}},)"
                       R"x("ConditionExpression":"attribute_not_exists(pk)")x",
                       kind.table, Gap(kFresh), Payload(kPayloadBytes), Gap(kSerial));
  }

  // A transaction's body of equal members.
  static std::string Several(std::string_view name, const std::function<std::string()>& member) {
    std::string members = member();
    for (std::size_t i = 1; i < kTransactionItems; ++i) members += "," + member();
    return fmt::format(R"({{"{}":[{}]}})", name, members);
  }

  static std::string Batch(const RequestKind& kind) {
    std::string puts;
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      puts += fmt::format(R"({}{{"PutRequest":{{"Item":{}}}}})", i == 0 ? "" : ",", ItemText(kind));
    }
    return fmt::format(R"({{"RequestItems":{{"{}":[{}]}}}})", kind.table, puts);
  }

  static std::string Transaction(const RequestKind& kind) {
    std::string puts;
    for (std::size_t i = 0; i < kTransactionItems; ++i) {
      puts += fmt::format(R"({}{{"Put":{{"TableName":"{}","Item":{}}}}})", i == 0 ? "" : ",",
                          kind.table, ItemText(kind));
    }
    return fmt::format(R"({{"TransactItems":[{}]}})", puts);
  }

  RequestKind kind_;
  std::string bytes_;
  std::vector<GapAt> gaps_;
  std::uint64_t items_ = 0;
};

// A Scan in segments. One connection reads each segment page by page; after the last segment the
// scan starts again.
class SegmentedScan {
 public:
  // Lifetime: `kind` outlives the scan.
  SegmentedScan(const RequestKind& kind, std::size_t connections)
      : kind_(kind), places_(connections) {
    for (auto& place : places_) place.segment = TakeSegment();
  }

  std::string Request(std::size_t connection) const {
    const auto& [segment, start] = places_[connection];
    return HttpRequest("Scan",
                       fmt::format(R"({{"TableName":"{}","Segment":{},"TotalSegments":{}{}{}}})",
                                   kind_.table, segment, kind_.segments,
                                   start.empty() ? "" : R"(,"ExclusiveStartKey":)", start));
  }

  // Moves past an answer, given its last bytes.
  void Take(std::size_t connection, std::string_view tail) {
    auto& [segment, start] = places_[connection];
    start = LastKey(tail);
    if (start.empty()) segment = TakeSegment();
  }

 private:
  struct Place {
    std::size_t segment = 0;
    std::string start;  // the ExclusiveStartKey as JSON; empty: the segment's start
  };

  std::size_t TakeSegment() { return next_segment_++ % kind_.segments; }

  // Extracts a key whose strings contain no braces.
  static std::string LastKey(std::string_view tail) {
    constexpr std::string_view kName = R"("LastEvaluatedKey":)";
    const auto at = tail.rfind(kName);
    if (at == tail.npos) return {};
    const auto key = tail.substr(at + kName.size());
    return std::string(key.substr(0, key.find("}}") + 2));
  }

  const RequestKind& kind_;
  std::vector<Place> places_;
  std::size_t next_segment_ = 0;
};

}  // namespace stator::bench
