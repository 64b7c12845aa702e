#pragma once

#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "expr/condition.h"
#include "expr/projection.h"
#include "expr/update.h"
#include "item/tree.h"

// Short forms for values and bound expressions in tests.
namespace stator::expr::testing {

using item::Tree;

inline Tree S(std::string text) { return {std::move(text)}; }
inline Tree B(Bytes bytes) { return {Tree::Binary{std::move(bytes)}}; }
inline Tree Bool(bool value) { return {value}; }
inline Tree Null() { return {Tree::Null()}; }
inline Tree L(Tree::List members) { return {std::move(members)}; }
inline Tree M(Tree::Map members) { return {std::move(members)}; }

inline Tree N(std::string_view text) {
  Result<item::Number> number = item::Number::Parse(text);
  CHECK(number.has_value());
  return {*number};
}

// REQUIRES: the members are sorted and unique.
inline Tree SS(std::vector<Bytes> members) {
  return {Tree::Set{item::Type::kStringSet, std::move(members)}};
}
inline Tree BS(std::vector<Bytes> members) {
  return {Tree::Set{item::Type::kBinarySet, std::move(members)}};
}
inline Tree NS(std::initializer_list<std::string_view> numbers) {
  Tree::Set set{item::Type::kNumberSet, {}};
  for (const std::string_view text : numbers) {
    Bytes member;
    std::get<item::Number>(N(text).node).AppendEncoded(member);
    set.members.push_back(std::move(member));
  }
  return {std::move(set)};
}

// Binds expressions with one set of placeholders.
class Request {
 public:
  explicit Request(Tree::Map values = {}, std::map<std::string, std::string> names = {})
      : names_(std::move(names)),
        values_(item::EncodeItem(values)),
        view_(values_.view()),
        bindings_(names_.empty() ? nullptr : &names_, values.empty() ? nullptr : &view_) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  Result<Condition> BindCondition(std::string_view text, Kind kind = Kind::kCondition) {
    return expr::BindCondition(cache_, kind, text, bindings_);
  }
  Result<Update> BindUpdate(std::string_view text) {
    return expr::BindUpdate(cache_, text, bindings_);
  }
  Result<Projection> BindProjection(std::string_view text) {
    return expr::BindProjection(cache_, text, bindings_);
  }
  Bindings& bindings() { return bindings_; }

 private:
  Cache cache_;
  std::map<std::string, std::string> names_;
  item::Item values_;
  item::ItemView view_;
  Bindings bindings_;
};

// Owns encoded values, so that views into them stay valid.
class Values {
 public:
  item::ValueView Add(const Tree& value) {
    item::Encode(value, kept_.emplace_back());
    return item::ValueView(kept_.back());
  }

 private:
  std::deque<Bytes> kept_;
};

// Returns the text of a failure; "ok" for success.
template <class T>
std::string Outcome(const Result<T>& result) {
  return result ? "ok" : result.error().message;
}

}  // namespace stator::expr::testing
