#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/parser.h"

namespace stator::json {

// Reads the members of a JSON object that people write by hand, and accepts only what it knows.
// Errors: ValidationException, which names the member by its path from the root, as in
// "standard.provisioned.read_unit_hour is missing.". A member fails if it is absent, has the wrong
// type or is out of range. NothingElse reports duplicate and unknown members.
// Lifetime: the Body that the object is part of must outlive the reader.
class MemberReader {
 public:
  // Reads the root object of `body`. REQUIRES: `body` is not empty.
  explicit MemberReader(const Body& body);

  // Whether the object has the member. The member still counts as unread for NothingElse.
  bool Has(std::string_view name) const;
  // Returns the member, a number from `min` to `max`.
  Result<double> Number(std::string_view name, double min, double max);
  // Like Number, but returns nullopt if the member is absent.
  Result<std::optional<double>> OptionalNumber(std::string_view name, double min, double max);
  // Returns the member, a text of 1 to `bytes_max` bytes.
  Result<std::string> Text(std::string_view name, std::size_t bytes_max);
  // Returns a reader for the member, an object.
  Result<MemberReader> Object(std::string_view name);

  // Returns the names of all members, in the order of the text.
  std::vector<std::string_view> Names() const;
  // Whether "a.b.c" is the path of a value below this object. Names may contain dots, so every way
  // to cut the path is tried. That costs little only for objects whose members are known already.
  bool Reaches(std::string_view path) const;
  // Fails if the object has a member that no call has read, or the same name twice. REQUIRES: all
  // other reads are done.
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
