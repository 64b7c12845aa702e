#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/exchange/clean_names.h"
#include "model/exchange/infer.h"
#include "model/exchange/template_words.h"

namespace stator::model {

// Where a table states its provisioned capacity. A global table does so in its replicas, where
// ReadGlobalTable reads it.
enum class CapacityIn : std::uint8_t { kTable, kReplicas };
// Reads keys, indexes, capacity, stream and class of a table, in the form of CloudFormation and
// DescribeTable. `names` cleans the attributes' names. `reader` gets a remark for everything that a
// model cannot have or that is unknown before deployment.
// REQUIRES: `sampled.table.name` is set. Errors: a table with an unknown key is refused.
Result<> ReadTableShape(const Json& json, PropertyReader& reader, CleanNames& names,
                        SampledTable& sampled, CapacityIn capacity = CapacityIn::kTable);

}  // namespace stator::model
