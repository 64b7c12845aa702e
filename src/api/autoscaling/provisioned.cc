#include "api/autoscaling/provisioned.h"

#include "api/lookup.h"

namespace stator::autoscaling {

std::optional<std::int64_t> ProvisionedOf(const catalog::Catalog& catalog,
                                          const ServiceClock& clock, const scaling::TargetId& id) {
  const auto resource = *scaling::ParseResource(id.resource, id.dimension);
  const auto table = api::FindLiveTable(catalog, clock, resource.table);
  if (table == nullptr || (*table)->billing != catalog::BillingMode::kProvisioned) {
    return std::nullopt;
  }
  const auto part = [&](const catalog::Throughput& units) {
    return scaling::AccessOf(id.dimension) == capacity::Access::kRead ? units.read : units.write;
  };
  if (resource.index.empty()) return part((*table)->provisioned.units);
  const auto* index = table->FindIndex(resource.index);
  if (index == nullptr || index->kind != catalog::IndexKind::kGlobal) return std::nullopt;
  return part(index->provisioned.units);
}

}  // namespace stator::autoscaling
