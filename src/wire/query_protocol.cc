#include "wire/query_protocol.h"

#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "base/time_text.h"
#include "base/utf8.h"
#include "json/parser.h"
#include "json/writer.h"
#include "wire/xml_text.h"

namespace stator::wire {
namespace {

constexpr std::string_view kNamespace = "http://monitoring.amazonaws.com/doc/2010-08-01/";

std::unexpected<Error> MalformedQuery() { return Fail(ErrorCode::kSerializationException, ""); }

// --- Forms ---

std::optional<int> HexDigit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return std::nullopt;
}

std::string Unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const auto high = HexDigit(text[i + 1]);
      const auto low = HexDigit(text[i + 2]);
      if (high && low) {
        out += static_cast<char>(*high * 16 + *low);
        i += 2;
        continue;
      }
    }
    out += text[i] == '+' ? ' ' : text[i];
  }
  return out;
}

// Calls `take` for each name and value; stops if it returns false.
template <class Take>
void EachParameter(std::string_view form, Take take) {
  while (!form.empty()) {
    const auto end = form.find('&');
    const auto pair = form.substr(0, end);
    form.remove_prefix(end == form.npos ? form.size() : end + 1);
    const auto equals = pair.find('=');
    const auto value = equals == pair.npos ? std::string_view() : pair.substr(equals + 1);
    if (!take(Unescaped(pair.substr(0, equals)), Unescaped(value))) return;
  }
}

// A parameter's name is a path into the request.
struct Node {
  std::string value;
  std::map<std::string, Node, std::less<>> children;
};

Result<Node> TreeOf(std::string_view form) {
  Node root;
  std::size_t nodes = 0;
  bool within = true;
  EachParameter(form, [&](std::string_view name, std::string value) {
    Node* at = &root;
    for (std::size_t depth = 0; within; ++depth) {
      const auto dot = name.find('.');
      const auto [child, fresh] = at->children.try_emplace(std::string(name.substr(0, dot)));
      at = &child->second;
      nodes += fresh ? 1 : 0;
      within = nodes <= kFormPartsMax && depth < kFormDepthMax;
      if (dot == name.npos) break;
      name.remove_prefix(dot + 1);
    }
    at->value = std::move(value);
    return within;
  });
  if (!within) return MalformedQuery();
  return root;
}

// Returns the children named "1" and so on, in the order of their numbers.
Result<std::map<std::int64_t, const Node*>> Numbered(const Node& node, std::string_view under) {
  std::map<std::int64_t, const Node*> out;
  const auto found = node.children.find(under);
  if (found == node.children.end()) return out;
  for (const auto& [name, child] : found->second.children) {
    const auto number = ParseNumber<std::int64_t>(name);
    if (!number) return MalformedQuery();
    out.emplace(*number, &child);
  }
  return out;
}

Result<> WriteNode(const Node& node, const Schema& schema, std::string& out);

Result<> WriteScalar(const std::string& text, Schema::Type type, std::string& out) {
  if (type == Schema::Type::kText) {
    if (!ValidUtf8(text)) return MalformedQuery();
    json::WriteString(text, out);
    return {};
  }
  if (type == Schema::Type::kBoolean) {
    if (text != "true" && text != "false") return MalformedQuery();
    out += text;
    return {};
  }
  if (type == Schema::Type::kTime) {
    if (const auto time = ParseTime(text)) {
      json::WriteDouble(static_cast<double>(*time) / 1e6, out);
      return {};
    }
  }
  const auto parsed = ParseNumber<double>(text);
  if (!parsed || !std::isfinite(*parsed)) return MalformedQuery();
  const double number = *parsed;
  if (type == Schema::Type::kInteger) {
    constexpr double kBeyond = 0x1p63;  // beyond all integers
    if (!(number >= -kBeyond && number < kBeyond)) return MalformedQuery();
    if (number != static_cast<double>(static_cast<std::int64_t>(number))) return MalformedQuery();
    json::WriteInteger(static_cast<std::int64_t>(number), out);
  } else {
    json::WriteDouble(number, out);
  }
  return {};
}

Result<> WriteListNode(const Node& node, const Schema& element, std::string& out) {
  out += '[';
  bool first = true;
  for (const auto& [number, child] : TRY(Numbered(node, "member"))) {
    if (!first) out += ',';
    first = false;
    TRY(WriteNode(*child, element, out));
  }
  out += ']';
  return {};
}

Result<> WriteMapNode(const Node& node, const Schema& element, std::string& out) {
  json::ObjectWriter object(out);
  for (const auto& [number, entry] : TRY(Numbered(node, "entry"))) {
    const auto key = entry->children.find("key");
    const auto value = entry->children.find("value");
    if (key == entry->children.end() || value == entry->children.end()) return MalformedQuery();
    if (!ValidUtf8(key->second.value)) return MalformedQuery();
    object.Key(key->second.value);
    TRY(WriteNode(value->second, element, out));
  }
  return {};
}

Result<> WriteNode(const Node& node, const Schema& schema, std::string& out) {
  if (schema.type == Schema::Type::kList) return WriteListNode(node, *schema.element, out);
  if (schema.type == Schema::Type::kMap) return WriteMapNode(node, *schema.element, out);
  if (schema.type != Schema::Type::kStructure) return WriteScalar(node.value, schema.type, out);
  json::ObjectWriter object(out);
  for (const auto& [name, child] : node.children) {
    const auto* member = schema.Find(name);
    if (member == nullptr) continue;
    object.Key(name);
    TRY(WriteNode(child, *member, out));
  }
  return {};
}

// --- XML ---

template <class Content>
void Element(std::string_view name, std::string& out, Content content) {
  fmt::format_to(std::back_inserter(out), "<{}>", name);
  content();
  fmt::format_to(std::back_inserter(out), "</{}>", name);
}

void AppendXml(const json::Value& value, const Schema& schema, std::string& out);

void AppendScalar(const json::Value& value, Schema::Type type, std::string& out) {
  double number = 0;
  std::string_view text;
  bool yes = false;
  if (value.get(text) == simdjson::SUCCESS) {
    AppendXmlText(text, out);
  } else if (value.get(yes) == simdjson::SUCCESS) {
    out += yes ? "true" : "false";
  } else if (value.get(number) == simdjson::SUCCESS) {
    if (type == Schema::Type::kTime) {
      out += TimeText(static_cast<TimeMicros>(number * 1e6));
    } else if (type == Schema::Type::kInteger) {
      out += fmt::format("{:.0f}", number);
    } else {
      json::WriteDouble(number, out);
    }
  }
}

void AppendMembers(const json::Value& value, const Schema& schema, std::string& out) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return;
  for (const auto& [name, child] : object) {
    const auto* member = schema.Find(name);
    if (member == nullptr) continue;
    Element(name, out, [&, content = child] { AppendXml(content, *member, out); });
  }
}

void AppendEntries(const json::Value& value, const Schema& element, std::string& out) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return;
  for (const auto& [name, child] : object) {
    Element("entry", out, [&, key = name, content = child] {
      Element("key", out, [&] { AppendXmlText(key, out); });
      Element("value", out, [&] { AppendXml(content, element, out); });
    });
  }
}

void AppendXml(const json::Value& value, const Schema& schema, std::string& out) {
  if (schema.type == Schema::Type::kStructure) return AppendMembers(value, schema, out);
  if (schema.type == Schema::Type::kMap) return AppendEntries(value, *schema.element, out);
  if (schema.type != Schema::Type::kList) return AppendScalar(value, schema.type, out);
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) return;
  for (const json::Value each : list) {
    Element("member", out, [&] { AppendXml(each, *schema.element, out); });
  }
}

std::string ErrorXml(const Response& response, std::string_view request_id) {
  const std::string_view error = response.query_error;
  const auto colon = error.find(';');
  std::string out = fmt::format("<ErrorResponse xmlns=\"{}\">", kNamespace);
  Element("Error", out, [&] {
    Element("Type", out,
            [&] { AppendXmlText(colon == error.npos ? "Sender" : error.substr(colon + 1), out); });
    Element("Code", out, [&] { AppendXmlText(error.substr(0, colon), out); });
    Element("Message", out, [&] { AppendXmlText(response.message, out); });
  });
  Element("RequestId", out, [&] { AppendXmlText(request_id, out); });
  return out + "</ErrorResponse>";
}

}  // namespace

std::string FormValue(std::string_view form, std::string_view name) {
  std::string found;
  EachParameter(form, [&](std::string_view each, std::string value) {
    if (each != name) return true;
    found = std::move(value);
    return false;
  });
  return found;
}

Result<std::string> JsonOfForm(std::string_view form, const Schema& request) {
  const auto tree = TRY(TreeOf(form));
  std::string out;
  TRY(WriteNode(tree, request, out));
  return out;
}

std::string XmlOf(const Response& response, std::string_view operation, const Schema* schema,
                  std::string_view request_id) {
  if (response.error || schema == nullptr) return ErrorXml(response, request_id);
  std::string out = fmt::format("<{}Response xmlns=\"{}\">", operation, kNamespace);
  json::Parser parser;
  const auto body = parser.Parse(response.body);
  if (!schema->members.empty()) {
    Element(fmt::format("{}Result", operation), out, [&] {
      if (body && !body->empty()) AppendXml(body->root(), *schema, out);
    });
  }
  Element("ResponseMetadata", out,
          [&] { Element("RequestId", out, [&] { AppendXmlText(request_id, out); }); });
  fmt::format_to(std::back_inserter(out), "</{}Response>", operation);
  return out;
}

}  // namespace stator::wire
