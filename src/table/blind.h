#pragma once

#include <utility>

#include "table/write.h"

namespace stator::table {

// A decision that does not depend on the stored item: a put or a delete without a condition. The
// commit queue may execute it even if the stored row cannot be read.
struct Blind {
  Decision decision;  // kReplace or kRemove

  Result<Decision> operator()(const item::ItemView* stored) const {
    const bool removes_nothing = decision.kind == Decision::Kind::kRemove && stored == nullptr;
    return removes_nothing ? Decision::Keep() : decision;
  }
};

// Whether the write needs nothing of the row that it replaces.
inline bool ReplacesUnread(const Command& command) {
  return command.decide.target<Blind>() != nullptr && command.phase == Phase::kNone &&
         !command.wanted.old_image;
}

}  // namespace stator::table
