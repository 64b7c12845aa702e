#include "price/prices_option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "price/price_table.h"

namespace stator::price {

void AddPricesOption(CLI::App& app, std::string& name) {
  app.add_option("--prices", name,
                 fmt::format("Built-in prices ({}) or a file of your own. [{}]", BuiltInNames(),
                             kDefaultPrices))
      ->type_name("NAME|FILE");
}

}  // namespace stator::price
