#include "model/generate/signature.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "model/generate/names.h"

namespace stator::model::generate {
namespace {

Result<Tree> ConstantOf(const std::string& pattern, const Attribute& attribute,
                        const std::string& text) {
  switch (ValueTypeOf(attribute)) {
    case ValueType::kTruth:
      return Tree::Truth(text == "true");
    case ValueType::kInteger:
    case ValueType::kLong:
    case ValueType::kNumber: {
      const auto number = ParseNumber<std::int64_t>(text);
      if (!number) {
        return FailInvalid(
            fmt::format("{}: {} = {} is no whole number", pattern, attribute.name, text));
      }
      return Tree::Number(*number);
    }
    default:
      return Tree::Text(text);
  }
}

}  // namespace

bool Signature::IsTaken(const std::string& name) const {
  return std::ranges::any_of(parameters_, [&](const Parameter& parameter) {
    return SnakeCase(parameter.name) == SnakeCase(name);
  });
}

std::size_t Signature::Add(Parameter parameter, const std::string& owner) {
  if (IsTaken(parameter.name)) parameter.name = owner + " " + parameter.name;
  const auto name = parameter.name;
  for (int number = 2; IsTaken(parameter.name); ++number) {
    parameter.name = fmt::format("{} {}", name, number);
  }
  parameters_.push_back(std::move(parameter));
  return parameters_.size() - 1;
}

std::size_t Signature::Need(Parameter parameter) {
  const auto found = std::ranges::find_if(parameters_, [&](const Parameter& other) {
    return other.name == parameter.name && other.type == parameter.type &&
           other.values == parameter.values && other.record.empty() && parameter.record.empty();
  });
  if (found != parameters_.end()) {
    return static_cast<std::size_t>(found - parameters_.begin());
  }
  const auto name = parameter.name;
  return Add(std::move(parameter), name);
}

Result<Given> Signature::Bind(const std::string& pattern, const Entity& entity,
                              const Binding& binding, bool apart) {
  const Attribute& attribute = *entity.Find(binding.attribute);
  Given given{.attribute = binding.attribute};
  if (binding.value) {
    given.constant = TRY(ConstantOf(pattern, attribute, *binding.value));
  } else {
    Parameter parameter{
        .name = attribute.name, .type = ValueTypeOf(attribute), .values = ValuesOf(attribute)};
    given.parameter = apart ? Add(std::move(parameter), entity.name) : Need(std::move(parameter));
  }
  return given;
}

}  // namespace stator::model::generate
