#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/layout/table_requests.h"

namespace stator::model {
namespace {

// Reports `ttl` attributes without effect. A table expires items by one attribute only.
void CheckExpiries(const Model& model, const Table& table, std::vector<Finding>& findings) {
  const auto first = ExpiryAttribute(model, table);
  for (const auto& [entity, attribute] : IgnoredExpiries(model, table)) {
    Report(findings, FindingCode::kTwoExpiries, attribute->place, entity->name,
           fmt::format("{} has its time to live on {}. {} of {} is stored, but no item expires by "
                       "it.",
                       table.name, first, attribute->name, entity->name),
           entity->Find(first) == nullptr
               ? fmt::format("Call it {}, too, or put {} into a table of its own.", first,
                             entity->name)
               : fmt::format("Store one time in {}: the earlier of them.", first));
  }
}

// Reports copies of stream consumers without a stream of new images.
void CheckStream(const Model& model, const Table& table, std::vector<Finding>& findings) {
  if (table.stream == StreamView::kNew || table.stream == StreamView::kNewAndOld) return;
  for (const auto& entity : model.entities) {
    if (entity.table != table.name) continue;
    const auto copy = std::ranges::find(entity.copies, true, &Copy::via_stream);
    if (copy == entity.copies.end()) continue;
    Report(findings, FindingCode::kCopyWithoutStream, copy->key.place, entity.name,
           table.stream == StreamView::kNone
               ? fmt::format("A stream consumer keeps this copy, but {} has no stream, so nothing "
                             "writes the copy.",
                             table.name)
               : fmt::format("A stream consumer keeps this copy, but the stream of {} has no new "
                             "images.",
                             table.name),
           fmt::format("State `stream new+old` for {}, or write the copy in a `txn`.", table.name));
  }
}

}  // namespace

void CheckTables(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& table : all.model.tables) {
    CheckExpiries(all.model, table, findings);
    CheckStream(all.model, table, findings);
  }
}

}  // namespace stator::model
