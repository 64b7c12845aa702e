#pragma once

#include <string>
#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

namespace stator::admin {

// A function of the admin API that is about one table: "tables/NAME/split" and the like.
struct TableFunction {
  std::string_view table;
  void (*run)(database::Database& database, std::string_view table, const std::string& body,
              Loop& loop,
              wire::Reply done) = nullptr;  // nullptr: there is none of that name and method
};

// `path` is what follows /_stator/.
TableFunction FindTableFunction(std::string_view method, std::string_view path);

}  // namespace stator::admin
