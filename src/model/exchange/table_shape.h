#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/exchange/clean_names.h"
#include "model/exchange/infer.h"
#include "model/exchange/template_words.h"

namespace stator::model {

// Keys, indexes, capacity, stream and class of a table as CloudFormation and DescribeTable write
// them; `sampled.table.name` is given. Attributes have the names that `names` gives them. What a
// model cannot have, and what is not known before a template is deployed, is told through `reader`;
// a table whose key is not known is refused.
// Where provisioned capacity is stated: a global table has it in its replicas, and
// ReadGlobalTable reads it there.
enum class CapacityIn : std::uint8_t { kTable, kReplicas };
Result<> ReadTableShape(const Json& json, PropertyReader& reader, CleanNames& names,
                        SampledTable& sampled, CapacityIn capacity = CapacityIn::kTable);

}  // namespace stator::model
