#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/parser.h"

namespace stator::json {

// Reads the members of a JSON object that people write by hand, and misses nothing: what is absent,
// of the wrong type, out of range, there twice or not known is a ValidationException that names it
// by its path from the root, as in "standard.provisioned.read_unit_hour is missing.". Leans on the
// Body that the object is part of.
class MemberReader {
 public:
  // Of the whole document. REQUIRES: not empty.
  explicit MemberReader(const Body& body);

  bool Has(std::string_view name) const;
  Result<double> Number(std::string_view name, double min, double max);
  Result<std::optional<double>> OptionalNumber(std::string_view name, double min, double max);
  // Not empty. In bytes.
  Result<std::string> Text(std::string_view name, std::size_t bytes_max);
  Result<MemberReader> Object(std::string_view name);

  // Of all members, in the order of the text.
  std::vector<std::string_view> Names() const;
  // Whether "a.b.c" is the path of something below this object. Names may contain dots, and all
  // ways to cut the path are tried: to be asked of objects whose members are known.
  bool Reaches(std::string_view path) const;
  // To be asked last: refuses members nobody read, and names that are there twice.
  Result<> NothingElse() const;

 private:
  MemberReader(simdjson::dom::object object, std::string path);

  std::string PathOf(std::string_view name) const;
  Result<Value> Take(std::string_view name);

  simdjson::dom::object object_;
  std::string path_;
  std::vector<std::string> taken_;
};

}  // namespace stator::json
