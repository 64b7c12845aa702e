#include "model/plan/key_rules.h"

#include <algorithm>
#include <cstddef>

#include "base/text.h"
#include "model/layout/layout.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

constexpr std::string_view kDelimiter = "#";  // the language's; no `string` or `id` contains it

bool IsOpenText(const Attribute& attribute) {
  const bool formed = attribute.kind == Kind::kDate || attribute.kind == Kind::kTime ||
                      attribute.kind == Kind::kEnum;
  return !formed && TypeOf(attribute) == client::Value::Type::kString;
}

// Returns the first character of a literal that follows a value. Letters and digits end no value,
// so they give "".
std::string DelimiterOf(const Part& literal) {
  const auto is_continuation = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
  };
  if (IsLetterOrDigit(literal.text.front())) return "";
  std::size_t bytes = 1;
  while (bytes < literal.text.size() && is_continuation(literal.text[bytes])) ++bytes;
  return literal.text.substr(0, bytes);
}

class RuleBuilder {
 public:
  RuleBuilder(const Model& model, const std::string& attribute)
      : model_(model), attribute_(attribute) {}

  void AddEntity(const Entity& entity) {
    const Attribute* attribute = entity.Find(attribute_);
    if (attribute == nullptr || !IsOpenText(*attribute)) return;
    for (const auto& access : StoredRowsOf(model_, entity)) {
      AddSide(*attribute, access, &KeyPair::partition);
      AddSide(*attribute, access, &KeyPair::sort);
    }
  }

  KeyRule Take() { return std::move(rule_); }

 private:
  void AddSide(const Attribute& attribute, const StoredRow& access, Template KeyPair::* side) {
    const Template& text = access.key.*side;
    for (std::size_t i = 0; i < text.parts.size(); ++i) {
      const Part& part = text.parts[i];
      if (part.type != Part::Type::kField || part.text != attribute_) continue;
      rule_.filled = true;
      if (attribute.kind == Kind::kFree) continue;
      if (!text.natural || HasTemplates(access, side)) AddDelimiter(std::string(kDelimiter));
      const bool ends = text.natural || i + 1 == text.parts.size() ||
                        text.parts[i + 1].type != Part::Type::kLiteral;
      if (!ends) AddDelimiter(DelimiterOf(text.parts[i + 1]));
    }
  }

  // A natural key attribute shares its key attribute with texts that templates make.
  bool HasTemplates(const StoredRow& access, Template KeyPair::* side) const {
    return std::ranges::any_of(AllStoredRows(model_), [&](const StoredRow& other) {
      const Template& text = other.key.*side;
      return other.table == access.table && other.index == access.index && !text.empty() &&
             !text.natural;
    });
  }

  void AddDelimiter(std::string delimiter) {
    if (!delimiter.empty() && !Contains(rule_.without, delimiter)) {
      rule_.without.push_back(std::move(delimiter));
    }
  }

  const Model& model_;
  const std::string& attribute_;
  KeyRule rule_;
};

}  // namespace

KeyRule KeyRuleOf(const Model& model, const std::vector<const Entity*>& entities,
                  const std::string& attribute) {
  RuleBuilder builder(model, attribute);
  for (const Entity* entity : entities) builder.AddEntity(*entity);
  return builder.Take();
}

}  // namespace stator::model
