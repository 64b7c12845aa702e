#include "wire/cbor.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/endian.h"
#include "base/utf8.h"
#include "json/parser.h"
#include "json/writer.h"

namespace stator::wire {
namespace {

enum class Major : std::uint8_t {
  kUnsigned,
  kNegative,
  kBytes,
  kText,
  kArray,
  kMap,
  kTag,
  kSimple
};

constexpr unsigned kIndefinite = 31;
constexpr unsigned char kBreak = 0xFF;
constexpr std::uint64_t kTimeTag = 1;

std::unexpected<Error> MalformedCbor() { return Fail(ErrorCode::kSerializationException, ""); }

class Reader {
 public:
  explicit Reader(BytesView bytes) : bytes_(bytes) {}

  Result<> Value(std::string& out, std::size_t depth = 0) {
    if (depth > kFormDepthMax) return MalformedCbor();
    const auto head = TRY(TakeHead());
    switch (head.major) {
      case Major::kUnsigned:
        return Number(static_cast<double>(head.argument), out);
      case Major::kNegative:
        return Number(-1 - static_cast<double>(head.argument), out);
      case Major::kText: {
        const auto text = TRY(Text(head));
        json::WriteString(text, out);
        return {};
      }
      case Major::kArray:
        return Array(head, out, depth);
      case Major::kMap:
        return Map(head, out, depth);
      case Major::kTag:
        return Value(out, depth + 1);
      case Major::kSimple:
        return Simple(head, out);
      case Major::kBytes:
        break;  // our requests have none
    }
    return MalformedCbor();
  }

  bool done() const { return bytes_.empty(); }

 private:
  struct Head {
    Major major;
    unsigned info;
    std::uint64_t argument;
  };

  static bool MayBeIndefinite(Major major) {
    return major == Major::kBytes || major == Major::kText || major == Major::kArray ||
           major == Major::kMap;
  }

  Result<Head> TakeHead() {
    if (bytes_.empty()) return MalformedCbor();
    const auto first = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    Head head{static_cast<Major>(first >> 5U), first & 31U, first & 31U};
    if (head.info < 24) return head;
    if (head.info == kIndefinite && MayBeIndefinite(head.major)) return head;
    if (head.info > 27) return MalformedCbor();
    const std::size_t size = std::size_t{1} << (head.info - 24);
    if (bytes_.size() < size) return MalformedCbor();
    head.argument = 0;
    for (std::size_t i = 0; i < size; ++i) {
      head.argument = head.argument << 8U | static_cast<unsigned char>(bytes_[i]);
    }
    bytes_.remove_prefix(size);
    return head;
  }

  bool TakeBreak() {
    if (bytes_.empty() || static_cast<unsigned char>(bytes_.front()) != kBreak) return false;
    bytes_.remove_prefix(1);
    return true;
  }

  Result<std::string> Text(const Head& head) {
    std::string text;
    if (head.info == kIndefinite) {
      while (!TakeBreak()) {
        const auto part = TRY(TakeHead());
        if (part.major != Major::kText || part.info == kIndefinite) return MalformedCbor();
        TRY(Append(part.argument, text));
      }
    } else {
      TRY(Append(head.argument, text));
    }
    if (!ValidUtf8(text)) return MalformedCbor();
    return text;
  }

  Result<> Append(std::uint64_t size, std::string& text) {
    if (size > bytes_.size()) return MalformedCbor();
    text.append(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return {};
  }

  // Calls `each` for every element.
  template <class Each>
  Result<> Elements(const Head& head, Each each) {
    if (head.info == kIndefinite) {
      while (!TakeBreak()) TRY(each());
      return {};
    }
    if (head.argument > bytes_.size()) return MalformedCbor();
    for (std::uint64_t i = 0; i < head.argument; ++i) TRY(each());
    return {};
  }

  Result<> Array(const Head& head, std::string& out, std::size_t depth) {
    out += '[';
    bool first = true;
    TRY(Elements(head, [&]() -> Result<> {
      if (!first) out += ',';
      first = false;
      return Value(out, depth + 1);
    }));
    out += ']';
    return {};
  }

  Result<> Map(const Head& head, std::string& out, std::size_t depth) {
    json::ObjectWriter object(out);
    return Elements(head, [&]() -> Result<> {
      const auto key = TRY(TakeHead());
      if (key.major != Major::kText) return MalformedCbor();
      object.Key(TRY(Text(key)));
      return Value(out, depth + 1);
    });
  }

  static Result<> Number(double number, std::string& out) {
    constexpr double kWhole = 9e15;  // a double represents all integers up to here
    if (!std::isfinite(number)) return MalformedCbor();
    if (std::abs(number) < kWhole && std::floor(number) == number) {
      json::WriteInteger(static_cast<std::int64_t>(number), out);
    } else {
      json::WriteDouble(number, out);
    }
    return {};
  }

  static double Half(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10U & 31U);
    const auto mantissa = static_cast<double>(bits & 1023U);
    double value = 0;
    if (exponent == 0) {
      value = std::ldexp(mantissa, -24);
    } else if (exponent == 31) {
      return std::numeric_limits<double>::infinity();
    } else {
      value = std::ldexp(mantissa + 1024, exponent - 25);
    }
    return (bits >> 15U & 1U) != 0 ? -value : value;
  }

  static Result<> Simple(const Head& head, std::string& out) {
    switch (head.info) {
      case 20:
        out += "false";
        return {};
      case 21:
        out += "true";
        return {};
      case 22:
      case 23:
        out += "null";
        return {};
      case 25:
        return Number(Half(head.argument), out);
      case 26:
        return Number(std::bit_cast<float>(static_cast<std::uint32_t>(head.argument)), out);
      case 27:
        return Number(std::bit_cast<double>(head.argument), out);
      default:
        return MalformedCbor();
    }
  }

  BytesView bytes_;
};

void AppendHead(Major major, std::uint64_t argument, Bytes& out) {
  const auto top = static_cast<unsigned>(major) << 5U;
  if (argument < 24) {
    out.push_back(static_cast<char>(top | argument));
    return;
  }
  // All readers know these two widths.
  if (argument <= UINT32_MAX) {
    out.push_back(static_cast<char>(top | 26U));
    AppendBigEndian32(static_cast<std::uint32_t>(argument), out);
    return;
  }
  out.push_back(static_cast<char>(top | 27U));
  AppendBigEndian64(argument, out);
}

void AppendText(std::string_view text, Bytes& out) {
  AppendHead(Major::kText, text.size(), out);
  out.append(text);
}

void AppendNumber(double number, bool fraction, Bytes& out) {
  if (!fraction && std::floor(number) == number) {
    if (number >= 0) return AppendHead(Major::kUnsigned, static_cast<std::uint64_t>(number), out);
    return AppendHead(Major::kNegative, static_cast<std::uint64_t>(-1 - number), out);
  }
  out.push_back(static_cast<char>(0xFB));
  AppendBigEndian64(std::bit_cast<std::uint64_t>(number), out);
}

void Append(const json::Value& value, const Schema* schema, Bytes& out) {
  simdjson::dom::object object;
  simdjson::dom::array list;
  std::string_view text;
  bool yes = false;
  double number = 0;
  if (value.get(object) == simdjson::SUCCESS) {
    AppendHead(Major::kMap, object.size(), out);
    for (const auto& [name, child] : object) {
      AppendText(name, out);
      const bool map = schema != nullptr && schema->type == Schema::Type::kMap;
      Append(child, schema == nullptr ? nullptr : map ? schema->element : schema->Find(name), out);
    }
  } else if (value.get(list) == simdjson::SUCCESS) {
    AppendHead(Major::kArray, list.size(), out);
    for (const json::Value each : list)
      Append(each, schema == nullptr ? nullptr : schema->element, out);
  } else if (value.get(text) == simdjson::SUCCESS) {
    AppendText(text, out);
  } else if (value.get(yes) == simdjson::SUCCESS) {
    out.push_back(static_cast<char>(yes ? 0xF5 : 0xF4));
  } else if (value.get(number) == simdjson::SUCCESS) {
    const bool time = schema != nullptr && schema->type == Schema::Type::kTime;
    if (time) AppendHead(Major::kTag, kTimeTag, out);
    AppendNumber(number, schema != nullptr && schema->type == Schema::Type::kNumber, out);
  } else {
    out.push_back(static_cast<char>(0xF6));
  }
}

}  // namespace

Result<std::string> JsonOfCbor(BytesView cbor) {
  Reader reader(cbor);
  std::string out;
  TRY(reader.Value(out));
  if (!reader.done()) return MalformedCbor();
  return out;
}

Bytes CborOfJson(const std::string& json, const Schema* schema) {
  Bytes out;
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body || body->empty()) {
    AppendHead(Major::kMap, 0, out);
    return out;
  }
  Append(body->root(), schema, out);
  return out;
}

}  // namespace stator::wire
