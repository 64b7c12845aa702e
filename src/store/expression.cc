#include "store/expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stator::store {

std::string Expression::Name(const std::string& attribute) {
  auto placeholder = fmt::format("#n{}", names.size());
  names[placeholder] = attribute;
  return placeholder;
}

std::string Expression::Literal(client::Value value) {
  auto placeholder = fmt::format(":v{}", values.size());
  values[placeholder] = std::move(value);
  return placeholder;
}

std::string Expression::Equals(const std::string& attribute, client::Value value) {
  const auto name = Name(attribute);
  return fmt::format("{} = {}", name, Literal(std::move(value)));
}

std::string Expression::BeginsWith(const std::string& attribute, client::Value prefix) {
  const auto name = Name(attribute);
  return fmt::format("begins_with({}, {})", name, Literal(std::move(prefix)));
}

std::string Expression::Between(const std::string& attribute, client::Value first,
                                client::Value last) {
  const auto name = Name(attribute);
  const auto from = Literal(std::move(first));
  return fmt::format("{} BETWEEN {} AND {}", name, from, Literal(std::move(last)));
}

std::string Expression::Projection(const std::vector<std::string>& attributes) {
  std::vector<std::string> terms;
  for (const auto& attribute : attributes) terms.push_back(Name(attribute));
  return Joined(terms, ", ");
}

std::string Joined(const std::vector<std::string>& terms, std::string_view between) {
  return fmt::format("{}", fmt::join(terms, between));
}

}  // namespace stator::store
