#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "scaling/resource.h"

namespace stator::autoscaling {

// The units that the target is about, as its table or index has them provisioned; nullopt: it has
// none, or it is not there.
std::optional<std::int64_t> ProvisionedOf(const catalog::Catalog& catalog,
                                          const ServiceClock& clock, const scaling::TargetId& id);

}  // namespace stator::autoscaling
