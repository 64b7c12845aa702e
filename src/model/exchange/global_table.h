#pragma once

#include "model/exchange/infer.h"
#include "model/exchange/template_words.h"

namespace stator::model {

// Capacity, scaling, table class and region of an AWS::DynamoDB::GlobalTable, which states them in
// its replicas; CDK's TableV2 makes such tables. The replica of the stack's own region counts, or
// else the first. What a model cannot have, such as the other replicas, is told through `reader`.
// REQUIRES: ReadTableShape has read the table.
void ReadGlobalTable(const Json& json, PropertyReader& reader, SampledTable& sampled);

}  // namespace stator::model
