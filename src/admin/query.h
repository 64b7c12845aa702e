#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"
#include "client/sigv4_canonical.h"

namespace stator::admin {

// The parameters after the '?' of an admin path, decoded.
class Query {
 public:
  // `known` are the names that the admin function takes. The parameters of a signature may always
  // be there. Errors: ValidationException with one sentence for a name that is unknown or repeated.
  static Result<Query> Parse(std::string_view text, std::initializer_list<std::string_view> known);

  // nullptr: the request does not have the parameter. Lifetime: as long as this object's.
  const std::string* Find(std::string_view name) const {
    return client::FindParameter(parameters_, name);
  }

 private:
  client::QueryParameters parameters_;
};

}  // namespace stator::admin
