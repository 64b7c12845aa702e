#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

// A struct whose members become the members of a JSON object is described behind its declaration,
// in its namespace:
//
//   struct BusyKey { std::string table; double units_per_second = 0; double Share() const; };
//   BOOST_DESCRIBE_STRUCT(BusyKey, (), (table, units_per_second, Share))
//
// json/to_json.h writes it as {"table":…,"unitsPerSecond":…,"share":…}: in the order of the
// description, with camel-case names, and with what a described function returns. json/from_json.h
// reads structs that have no described functions. An enum is described with
// BOOST_DESCRIBE_ENUM(Mode, kOff, kOn) and becomes the text "off" or "on". Where the texts are
// others, a function std::string_view NameOf(Mode) beside the enum gives them.
//
// Boost.Describe was taken because Boost is needed anyway; C++26 will reflect structs by itself.
