// Checks the vectors of docs/formats/*.md in both directions. The test reads them from the
// documents, so the documents cannot drift from the code.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/base64.h"
#include "item/encoder.h"
#include "item/key.h"
#include "item/number.h"
#include "item/row.h"
#include "item/tree.h"
#include "support/format_vectors.h"

namespace stator::item {
namespace {

using testing::Code;
using testing::FromHex;
using testing::TableRow;
using testing::ToHex;

std::vector<TableRow> Table(const std::string& document, const std::string& header) {
  return testing::FormatTable(document, header);
}

Bytes Hex(const std::string& cell) { return FromHex(Code(cell)); }

Bytes EncodedNumber(std::string_view text) {
  Bytes bytes;
  Number::Parse(text).value().AppendEncoded(bytes);
  return bytes;
}

// Encodes a scalar of the documents' notation, such as "S `61`".
Bytes Scalar(const std::string& type, const std::string& value) {
  Bytes bytes;
  Encoder encoder(bytes);
  if (type == "N") encoder.Number(Number::Parse(value).value());
  if (type == "S") encoder.String(FromHex(value));
  if (type == "B") encoder.Binary(FromHex(value));
  EXPECT_FALSE(bytes.empty()) << type;
  return bytes;
}

struct Scalars {
  std::vector<Bytes> bytes;
  std::vector<ValueView> views() const {
    std::vector<ValueView> result;
    result.reserve(bytes.size());
    for (const Bytes& value : bytes) result.emplace_back(value);
    return result;
  }
};

// Parses a list of scalars, such as "S `61`, N `7`".
Scalars ScalarList(const std::string& cell) {
  Scalars scalars;
  std::istringstream in(cell);
  std::string type;
  std::string value;
  while (in >> type >> value) {
    if (value.back() == ',') value.pop_back();
    scalars.bytes.push_back(Scalar(type, Code(value)));
  }
  return scalars;
}

// Reads the DynamoDB JSON of the documents' vectors. It does not validate, because the documents
// are ours.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Tree::Map Attributes() {
    Tree::Map map;
    for (Take('{'); !TryTake('}'); TryTake(',')) {
      std::string name = Text();
      Take(':');
      map.emplace(std::move(name), Value());
    }
    return map;
  }

 private:
  Tree Value() {
    Take('{');
    const std::string type = Text();
    Take(':');
    Tree tree = Content(type);
    Take('}');
    return tree;
  }

  Tree Content(const std::string& type) {
    if (type == "S") return {Text()};
    if (type == "N") return {Number::Parse(Text()).value()};
    if (type == "B") return {Tree::Binary{DecodeBase64(Text()).value()}};
    if (type == "M") return {Attributes()};
    if (type == "L") return {List()};
    if (type == "SS") return Set(Type::kStringSet, [](const std::string& text) { return text; });
    if (type == "NS") return Set(Type::kNumberSet, EncodedNumber);
    if (type == "BS") {
      return Set(Type::kBinarySet, [](const std::string& text) { return *DecodeBase64(text); });
    }
    const bool value = Word();
    return type == "NULL" ? Tree{Tree::Null()} : Tree{value};
  }

  Tree::List List() {
    Tree::List list;
    for (Take('['); !TryTake(']'); TryTake(',')) list.push_back(Value());
    return list;
  }

  template <class Convert>
  Tree Set(Type type, Convert convert) {
    Tree::Set set{type, {}};
    for (Take('['); !TryTake(']'); TryTake(',')) set.members.push_back(convert(Text()));
    std::ranges::sort(set.members);
    return {std::move(set)};
  }

  std::string Text() {
    Take('"');
    std::string text;
    for (; text_.at(0) != '"'; text_.remove_prefix(1)) {
      char c = text_[0];
      if (c == '\\') {
        text_.remove_prefix(1);
        c = text_.at(0) == 'n' ? '\n' : text_[0];
      }
      text.push_back(c);
    }
    Take('"');
    return text;
  }

  bool Word() {
    SkipBlanks();
    const bool value = text_.starts_with("true");
    text_.remove_prefix(value ? 4 : 5);
    return value;
  }

  void SkipBlanks() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
  }
  bool TryTake(char c) {
    SkipBlanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  void Take(char c) { ASSERT_TRUE(TryTake(c)) << c << " expected before " << text_; }

  std::string_view text_;
};

Item ItemOf(const std::string& json) { return EncodeItem(JsonReader(json).Attributes()); }

TEST(KeyVectors, Numbers) {
  Bytes previous_encoding;
  Bytes previous_component;
  for (const TableRow& row : Table("keys.md", "| number | encoding | component |")) {
    const Bytes encoding = Hex(row[1]);
    const Bytes component = Hex(row[2]);
    EXPECT_EQ(ToHex(EncodedNumber(row[0])), ToHex(encoding));
    EXPECT_EQ(Number::Decode(encoding).value(), Number::Parse(row[0]).value()) << row[0];
    std::string text;
    AppendNumberText(encoding, text);
    EXPECT_EQ(Number::Parse(text).value(), Number::Parse(row[0]).value()) << row[0];

    const Bytes value = Scalar("N", row[0]);
    Bytes key;
    AppendKeyComponent(ValueView(value), key);
    EXPECT_EQ(ToHex(key), ToHex(component));
    BytesView rest = component;
    Bytes decoded;
    ASSERT_TRUE(DecodeKeyComponent(Type::kNumber, rest, decoded).has_value());
    EXPECT_EQ(decoded, value);
    EXPECT_EQ(rest, "");

    EXPECT_LT(previous_encoding, encoding);
    EXPECT_LT(previous_component, component);
    previous_encoding = encoding;
    previous_component = component;
  }
}

TEST(KeyVectors, StringsAndBinary) {
  std::string previous_type;
  Bytes previous;
  for (const TableRow& row : Table("keys.md", "| type | value | component |")) {
    const Bytes value = Scalar(row[0], Code(row[1]));
    const Bytes component = Hex(row[2]);
    Bytes key;
    AppendKeyComponent(ValueView(value), key);
    EXPECT_EQ(ToHex(key), ToHex(component));
    BytesView rest = component;
    Bytes decoded;
    ASSERT_TRUE(DecodeKeyComponent(ValueView(value).type(), rest, decoded).has_value());
    EXPECT_EQ(decoded, value);
    EXPECT_EQ(rest, "");
    if (row[0] == previous_type) {
      EXPECT_LT(previous, component);
    }
    previous_type = row[0];
    previous = component;
  }
}

TEST(KeyVectors, Routes) {
  for (const TableRow& row : Table("keys.md", "| partition values | message | route |")) {
    const Scalars values = ScalarList(row[0]);
    const Route route = RouteOf(values.views());
    EXPECT_EQ(ToHex(BytesView(route.data(), route.size())), Code(row[2])) << row[0];
    Bytes message;
    if (values.bytes.size() == 1) {
      message = values.views()[0].scalar();
    } else {
      for (const ValueView value : values.views()) AppendKeyComponent(value, message);
    }
    EXPECT_EQ(ToHex(message), Code(row[1]));
  }
}

TEST(KeyVectors, RowKeys) {
  for (const TableRow& row :
       Table("keys.md", "| space | hash values | key components | row key |")) {
    const Scalars hashed = ScalarList(row[1]);
    const Scalars components = ScalarList(row[2]);
    const Route route = RouteOf(hashed.views());
    Bytes key(route.data(), route.size());
    for (const ValueView value : components.views()) AppendKeyComponent(value, key);
    EXPECT_EQ(ToHex(key), Code(row[3])) << row[0];

    BytesView rest = BytesView(key).substr(route.size());
    for (const Bytes& value : components.bytes) {
      Bytes decoded;
      ASSERT_TRUE(DecodeKeyComponent(ValueView(value).type(), rest, decoded).has_value());
      EXPECT_EQ(decoded, value);
    }
    EXPECT_EQ(rest, "");
  }
}

TEST(KeyVectors, PrefixEnds) {
  for (const TableRow& row : Table("keys.md", "| prefix | end |")) {
    const std::optional<Bytes> end = PrefixEnd(Hex(row[0]));
    EXPECT_EQ(end ? "`" + ToHex(*end) + "`" : "none", row[1]) << row[0];
  }
}

TEST(ItemVectors, Items) {
  for (const TableRow& row : Table("items.md", "| item | size | encoding |")) {
    const Tree::Map attributes = JsonReader(Code(row[0])).Attributes();
    const Item item = EncodeItem(attributes);
    EXPECT_EQ(ToHex(item.bytes()), Code(row[2])) << row[0];
    EXPECT_EQ(item.view().Size(), std::stoul(row[1])) << row[0];
    const Bytes bytes = Hex(row[2]);
    ASSERT_TRUE(Verify(bytes).has_value()) << row[0];
    EXPECT_EQ(TreeOf(ItemView(bytes)), attributes) << row[0];
  }
}

TEST(ItemVectors, Refused) {
  for (const TableRow& row : Table("items.md", "| bytes | why |")) {
    const Result<> result = Verify(Hex(row[0]));
    ASSERT_FALSE(result.has_value()) << row[0] << row[1];
    EXPECT_EQ(result.error().code, ErrorCode::kCorruption);
  }
}

TEST(RowVectors, Rows) {
  for (const TableRow& row : Table("rows.md", "| size | written | mark | item | row |")) {
    const Item item = ItemOf(Code(row[3]));
    const Bytes mark = Hex(row[2]);
    const RowHeader header{.size = static_cast<std::uint32_t>(std::stoul(row[0])),
                           .written = std::stoll(row[1]),
                           .transaction = mark};
    Bytes encoded;
    AppendRow(header, item.view(), encoded);
    EXPECT_EQ(ToHex(encoded), Code(row[4]));
    const Bytes bytes = Hex(row[4]);
    const Result<Row> decoded = DecodeRow(bytes);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->header.size, header.size);
    EXPECT_EQ(decoded->header.written, header.written);
    EXPECT_EQ(decoded->header.transaction, mark);
    EXPECT_EQ(decoded->item, item.view());
  }
}

TEST(RowVectors, Refused) {
  for (const TableRow& row : Table("rows.md", "| bytes | why |")) {
    const Result<Row> result = DecodeRow(Hex(row[0]));
    ASSERT_FALSE(result.has_value()) << row[0] << row[1];
    EXPECT_EQ(result.error().code, ErrorCode::kCorruption);
  }
}

}  // namespace
}  // namespace stator::item
