#pragma once

#include "model/exchange/infer.h"
#include "model/exchange/template_words.h"

namespace stator::model {

// Reads capacity, scaling, table class and region of an AWS::DynamoDB::GlobalTable, as CDK's
// TableV2 makes them. Such a table states them in its replicas. The replica in the stack's own
// region counts, or else the first one. `reader` gets a remark for everything that a model cannot
// have, such as the other replicas. REQUIRES: ReadTableShape has read the table.
void ReadGlobalTable(const Json& json, PropertyReader& reader, SampledTable& sampled);

}  // namespace stator::model
