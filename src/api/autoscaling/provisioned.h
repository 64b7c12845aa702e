#pragma once

#include <cstdint>
#include <optional>

#include "api/context.h"
#include "catalog/table.h"
#include "scaling/resource.h"

namespace stator::autoscaling {

// What the target's table or index has provisioned; nullopt: nothing, or it is not there.
std::optional<catalog::Throughput> ProvisionedOf(const api::Context& context,
                                                 const scaling::TargetId& id);

// The units that the target is about.
std::int64_t PartOf(const catalog::Throughput& units, const scaling::TargetId& id);

}  // namespace stator::autoscaling
