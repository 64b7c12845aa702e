#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "api/attribute_value.h"
#include "client/value.h"
#include "item/value.h"

// The pieces of a request as a handler takes it, and of an answer as a handler gives it. The
// generated functions Fill and Take (client/api_codecs.h) are made of them.
//
// Fill returns false for anything that its decoder might refuse or change: a number that is none,
// an empty set, text that is not UTF-8, deep nesting. Such a request is sent as JSON instead, so
// that one decoder words every fault.
namespace stator::client {

// At least the length of the JSON of what was filled in.
struct JsonBound {
  static constexpr std::size_t kPartBytes = 64;      // a name, quotation marks, brackets, a number
  static constexpr std::size_t kCharacterBytes = 6;  // "\u0001"

  std::size_t bytes = 0;

  void AddText(std::size_t text_bytes) { bytes += kPartBytes + kCharacterBytes * text_bytes; }
};

bool Fill(const std::string& in, std::string& out, JsonBound& bound);
bool Fill(const Item& in, api::AttributeMap& out, JsonBound& bound);
bool Fill(const Value& in, api::AttributeValue& out, JsonBound& bound);

// An item of a handler. REQUIRES: valid.
Item ItemOf(item::ItemView item);

template <class Scalar>
  requires std::is_arithmetic_v<Scalar> || std::is_enum_v<Scalar>
bool Fill(Scalar in, Scalar& out, JsonBound& bound) {
  bound.AddText(0);
  out = in;
  return true;
}

// The one of `values` that the text names.
template <class Enum>
bool FillText(const std::string& in, std::initializer_list<Enum> values, Enum& out,
              JsonBound& bound) {
  bound.AddText(in.size());
  for (const Enum value : values) {
    if (ToString(value) != in) continue;
    out = value;
    return true;
  }
  return false;
}

template <class In, class Out>
bool Fill(const std::vector<In>& in, std::vector<Out>& out, JsonBound& bound) {
  bound.AddText(0);
  out.reserve(in.size());
  for (const In& each : in) {
    if (!Fill(each, out.emplace_back(), bound)) return false;
  }
  return true;
}

template <class In, class Out>
bool Fill(const std::map<std::string, In>& in, std::map<std::string, Out>& out, JsonBound& bound) {
  bound.AddText(0);
  for (const auto& [name, each] : in) {
    std::string key;
    if (!Fill(name, key, bound)) return false;
    const auto added = out.emplace_hint(out.end(), std::move(key), Out());
    if (!Fill(each, added->second, bound)) return false;
  }
  return true;
}

template <class In, class Out>
bool FillAlways(const In& in, std::optional<Out>& out, JsonBound& bound) {
  bound.AddText(0);
  return Fill(in, out.emplace(), bound);
}

// Leaves out a text, list or map that is empty.
template <class In, class Out>
bool FillMember(const In& in, std::optional<Out>& out, JsonBound& bound) {
  return in.empty() || FillAlways(in, out, bound);
}

template <class In, class Out>
bool FillMember(const std::optional<In>& in, std::optional<Out>& out, JsonBound& bound) {
  return !in || FillAlways(*in, out, bound);
}

// Leaves out a truth that is `absent`.
inline bool FillUnless(bool in, bool absent, std::optional<bool>& out, JsonBound& bound) {
  return in == absent || FillAlways(in, out, bound);
}

// A list whose elements are structures with one member each, `inner`.
template <class In, class Outer, class Out>
bool FillWrapped(const std::vector<In>& in, std::optional<Out> Outer::* inner,
                 std::optional<std::vector<Outer>>& out, JsonBound& bound) {
  out.emplace();
  for (const In& each : in) {
    if (!FillAlways(each, out->emplace_back().*inner, bound)) return false;
  }
  return true;
}

inline void Take(const std::string& in, std::string& out) { out = in; }
inline void Take(const api::AttributeMap& in, Item& out) { out = ItemOf(in.item.view()); }

template <class Scalar>
  requires std::is_arithmetic_v<Scalar>
void Take(Scalar in, Scalar& out) {
  out = in;
}

template <class Enum>
  requires std::is_enum_v<Enum>
void Take(Enum in, std::string& out) {
  out = ToString(in);
}

template <class In, class Out>
void Take(const std::vector<In>& in, std::vector<Out>& out) {
  out.reserve(in.size());
  for (const In& each : in) Take(each, out.emplace_back());
}

template <class In, class Out>
void Take(const std::map<std::string, In>& in, std::map<std::string, Out>& out) {
  for (const auto& [name, each] : in) Take(each, out.emplace_hint(out.end(), name, Out())->second);
}

// A member that is absent leaves `out` as it is.
template <class In, class Out>
void TakeMember(const std::optional<In>& in, Out& out) {
  if (in) Take(*in, out);
}

template <class In, class Out>
void TakeMember(const std::optional<In>& in, std::optional<Out>& out) {
  if (in) Take(*in, out.emplace());
}

// A list whose elements are structures with one member each, `inner`.
template <class Outer, class In, class Out>
void TakeWrapped(const std::optional<std::vector<Outer>>& in, std::optional<In> Outer::* inner,
                 std::vector<Out>& out) {
  if (!in) return;
  out.reserve(in->size());
  for (const Outer& each : *in) TakeMember(each.*inner, out.emplace_back());
}

}  // namespace stator::client
