#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stator::price {

// `--prices NAME|FILE`, for every command that prices something; LoadPrices takes what is given.
void AddPricesOption(CLI::App& app, std::string& name);

}  // namespace stator::price
