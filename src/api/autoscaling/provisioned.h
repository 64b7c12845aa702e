#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "scaling/resource.h"

namespace stator::autoscaling {

// Returns the target's provisioned units. nullopt: the table or index has none or does not exist.
std::optional<std::int64_t> ProvisionedOf(const catalog::Catalog& catalog,
                                          const ServiceClock& clock, const scaling::TargetId& id);

}  // namespace stator::autoscaling
