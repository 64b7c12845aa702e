#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stator::price {

// Adds `--prices NAME|FILE` to a command that prices something. LoadPrices takes the value.
void AddPricesOption(CLI::App& app, std::string& name);

}  // namespace stator::price
