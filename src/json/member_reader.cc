#include "json/member_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"

namespace stator::json {
namespace {

bool ReachedFrom(simdjson::dom::object object, std::string_view path) {
  for (const auto& [name, value] : object) {
    if (!path.starts_with(name)) continue;
    const auto rest = path.substr(name.size());
    if (rest.empty()) return true;
    simdjson::dom::object inner;
    // The recursion is at most as deep as `path` has dots.
    if (rest.front() == '.' && value.get(inner) == simdjson::SUCCESS &&
        ReachedFrom(inner, rest.substr(1))) {
      return true;
    }
  }
  return false;
}

}  // namespace

// Parser::Parse accepts only objects, so the root of a non-empty body is one.
MemberReader::MemberReader(const Body& body) : object_(body.root()) {}

MemberReader::MemberReader(simdjson::dom::object object, std::string path)
    : object_(object), path_(std::move(path)) {}

bool MemberReader::Has(std::string_view name) const {
  Value value;
  return object_.at_key(name).get(value) == simdjson::SUCCESS;
}

Result<double> MemberReader::Number(std::string_view name, double min, double max) {
  const Value value = TRY(Take(name));
  double number = 0;
  if (value.get(number) != simdjson::SUCCESS || !(number >= min && number <= max)) {
    return FailInvalid(fmt::format("{} must be a number from {} to {}.", PathOf(name), min, max));
  }
  return number;
}

Result<std::optional<double>> MemberReader::OptionalNumber(std::string_view name, double min,
                                                           double max) {
  if (!Has(name)) return std::optional<double>();
  return std::optional<double>(TRY(Number(name, min, max)));
}

Result<std::string> MemberReader::Text(std::string_view name, std::size_t bytes_max) {
  const Value value = TRY(Take(name));
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS || text.empty() || text.size() > bytes_max) {
    return FailInvalid(fmt::format("{} must be a text of 1 to {} bytes.", PathOf(name), bytes_max));
  }
  return std::string(text);
}

Result<MemberReader> MemberReader::Object(std::string_view name) {
  const Value value = TRY(Take(name));
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) {
    return FailInvalid(fmt::format("{} must be an object.", PathOf(name)));
  }
  return MemberReader(object, PathOf(name));
}

std::vector<std::string_view> MemberReader::Names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : object_) names.push_back(name);
  return names;
}

bool MemberReader::Reaches(std::string_view path) const { return ReachedFrom(object_, path); }

Result<> MemberReader::NothingElse() const {
  auto names = Names();
  for (const auto name : names) {
    if (std::ranges::find(taken_, name) == taken_.end()) {
      return FailInvalid(fmt::format("{} is not known.", PathOf(name)));
    }
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) return FailInvalid(fmt::format("{} is there twice.", PathOf(*twice)));
  return {};
}

std::string MemberReader::PathOf(std::string_view name) const {
  const auto echoed = CutUtf8(name, limits::kEchoedBytesMax);
  return path_.empty() ? std::string(echoed) : fmt::format("{}.{}", path_, echoed);
}

Result<Value> MemberReader::Take(std::string_view name) {
  Value value;
  if (object_.at_key(name).get(value) != simdjson::SUCCESS) {
    return FailInvalid(fmt::format("{} is missing.", PathOf(name)));
  }
  taken_.emplace_back(name);
  return value;
}

}  // namespace stator::json
