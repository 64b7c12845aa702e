#include "model/plan/statement_values.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "item/encoder.h"
#include "item/number.h"
#include "model/language/attribute_type.h"
#include "model/language/templates.h"

namespace stator::model {
namespace {

// No statement states such a number by chance.
constexpr std::int64_t kFirstNumber = 710'000'000'000'000'000;

// Returns "{total}", "{at.from}" or "CUST#{custId}".
std::string Shown(const Parameter& parameter) {
  if (!parameter.text.natural) return TextOf(parameter.text);
  std::string_view end;
  if (parameter.end == Parameter::End::kFrom) end = ".from";
  if (parameter.end == Parameter::End::kTo) end = ".to";
  return "{" + TextOf(parameter.text) + std::string(end) + "}";
}

// `number`: of the parameter. A range's beginning is below its end, as a text and as a number.
Bytes ValueFor(const Entity& entity, const Parameter& parameter, std::size_t number) {
  using Type = client::Value::Type;
  Bytes bytes;
  item::Encoder encoder(bytes);
  const bool natural = parameter.text.natural;
  const auto type =
      natural ? TypeOf(*entity.Find(parameter.text.parts.front().text)) : Type::kString;
  if (type == Type::kBool) {
    encoder.Bool(true);
  } else if (type == Type::kNumber) {
    constexpr std::int64_t kAfterAll = 1'000'000;
    const bool last = parameter.end == Parameter::End::kTo;
    encoder.Number(
        item::Number(kFirstNumber + static_cast<std::int64_t>(number) + (last ? kAfterAll : 0)));
  } else {
    encoder.String(Shown(parameter));
  }
  return bytes;
}

}  // namespace

StatementValues::StatementValues(const Entity& entity, const Sql& sql) : sql_(sql) {
  for (const auto& parameter : sql.parameters) {
    values_.push_back(ValueFor(entity, parameter, values_.size()));
  }
}

std::vector<item::ValueView> StatementValues::views() const {
  std::vector<item::ValueView> views;
  for (const auto& value : values_) views.emplace_back(value);
  return views;
}

const Parameter* StatementValues::Find(item::ValueView value) const {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (item::ValueView(values_[i]) == value) return &sql_.parameters[i];
  }
  return nullptr;
}

std::string StatementValues::TextOf(item::ValueView value) const {
  const Parameter* parameter = Find(value);
  return parameter == nullptr ? ScalarText(value) : Shown(*parameter);
}

Template StatementValues::TemplateOf(item::ValueView value) const {
  if (const Parameter* parameter = Find(value)) return parameter->text;
  return {.parts = {{.text = ScalarText(value)}}};
}

std::string ScalarText(item::ValueView value) {
  switch (value.type()) {
    case item::Type::kString:
      return std::string(value.scalar());
    case item::Type::kBool:
      return value.boolean() ? "true" : "false";
    case item::Type::kNumber: {
      const auto number = item::Number::Decode(value.scalar());
      CHECK(number.has_value());  // the parser encoded it
      return number->ToText();
    }
    default:
      return "";
  }
}

}  // namespace stator::model
