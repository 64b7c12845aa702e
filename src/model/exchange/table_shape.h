#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/imported.h"
#include "model/exchange/infer.h"
#include "model/exchange/json_access.h"

namespace stator::model {

// Parameters of a template, with their defaults; empty: one has none.
using Parameters = std::map<std::string, std::string>;

// The text with what parameters stand for in the place of them: "Stage" is "dev" and
// "${Stage}-orders" is "dev-orders". What no default is known of is left out and put into
// `unknown`.
std::string Resolved(const std::string& text, const Parameters& parameters,
                     std::vector<std::string>& unknown);

// Keys, indexes, capacity, stream and class of a table as CloudFormation and DescribeTable write
// them; `sampled.table.name` is given. Indexes that a model cannot have are told in the remarks,
// capacity that is no number in what was not understood.
Result<> ReadTableShape(const Json& json, const Parameters& parameters, Imported& imported,
                        SampledTable& sampled);

// A text, or what a function of CloudFormation is about: {"Ref": "Name"}, {"Fn::Sub": "${S}-x"}.
std::string WordAt(const Json& object, std::string_view name);
std::vector<Json> ElementsAt(const Json& object, std::string_view name);

}  // namespace stator::model
