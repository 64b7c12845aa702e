// Encoding of a PatternTree (docs/formats/bill.md).
#include <utility>

#include "base/varint.h"
#include "capacity/account_codec.h"
#include "capacity/pattern_tree.h"

namespace stator::capacity {
namespace {

using Kind = KeyToken::Kind;

constexpr unsigned char kEnds = 1;
constexpr unsigned char kConstantsFolded = 2;
constexpr unsigned char kNamesFolded = 4;
constexpr unsigned char kAllFlags = kEnds | kConstantsFolded | kNamesFolded;
constexpr unsigned char kFormLast = static_cast<unsigned char>(AccessForm::Form::kWhole);
constexpr unsigned char kKindLast = static_cast<unsigned char>(Kind::kName);

}  // namespace

void EncodeCounts(const PatternCounts& counts, Bytes& out) {
  AppendVarint(counts.requests, out);
  AppendVarint(counts.throttled, out);
  AppendVarint(counts.cells.size(), out);
  for (const auto& cell : counts.cells) {
    AppendVarint(cell.resource, out);
    for (const auto units : cell.units) AppendVarint(static_cast<std::uint64_t>(units), out);
  }
}

Result<PatternCounts> DecodeCounts(BytesView& in) {
  PatternCounts counts;
  counts.requests = TRY(TakeNumber(in));
  counts.throttled = TRY(TakeNumber(in));
  for (auto left = TRY(TakeNumber(in)); left > 0; --left) {
    const auto resource = TRY(TakeNumber(in, kResourcesMax - 1));
    if (!counts.cells.empty() && resource <= counts.cells.back().resource) return FailAccount();
    auto& cell = counts.cells.emplace_back();
    cell.resource = static_cast<std::uint32_t>(resource);
    for (auto& units : cell.units) units = TRY(TakeUnits(in));
  }
  return counts;
}

void PatternTree::Encode(Bytes& out) const {
  AppendVarint(families_.size(), out);
  for (const auto& [family, root] : families_) {
    AppendSized(family.operation, out);
    AppendSized(family.index, out);
    out.push_back(static_cast<char>(family.form));
    Encode(root, out);
  }
}

// Recursion is bounded by the depth of templates.
void PatternTree::Encode(const Node& node, Bytes& out) {
  unsigned char flags = node.ends ? kEnds : 0;
  if (node.folded[static_cast<std::size_t>(Kind::kConstant)]) flags |= kConstantsFolded;
  if (node.folded[static_cast<std::size_t>(Kind::kName)]) flags |= kNamesFolded;
  out.push_back(static_cast<char>(flags));
  if (node.ends) EncodeCounts(node.counts, out);
  AppendVarint(node.children.size(), out);
  for (const auto& [text, child] : node.children) {
    out.push_back(static_cast<char>(child.kind));
    AppendSized(text, out);
    Encode(child, out);
  }
}

Result<PatternTree> PatternTree::Decode(BytesView& in, std::size_t patterns_max) {
  PatternTree tree;
  for (auto left = TRY(TakeNumber(in)); left > 0; --left) {
    Family family;
    family.operation = TRY(TakeText(in));
    family.index = TRY(TakeText(in));
    family.form = static_cast<AccessForm::Form>(TRY(TakeByte(in, kFormLast)));
    const auto [root, added] = tree.families_.try_emplace(std::move(family));
    if (!added) return FailAccount();
    TRY(tree.Decode(in, 0, patterns_max, root->second));
  }
  return tree;
}

Result<> PatternTree::Decode(BytesView& in, std::size_t depth, std::size_t patterns_max,
                             Node& node) {
  if (depth > kDepthMax) return FailAccount();
  const auto flags = TRY(TakeByte(in, kAllFlags));
  node.ends = (flags & kEnds) != 0;
  node.folded[static_cast<std::size_t>(Kind::kConstant)] = (flags & kConstantsFolded) != 0;
  node.folded[static_cast<std::size_t>(Kind::kName)] = (flags & kNamesFolded) != 0;
  if (node.ends) {
    if (++patterns_ > patterns_max) return FailAccount();
    node.counts = TRY(DecodeCounts(in));
  }
  for (auto left = TRY(TakeNumber(in)); left > 0; --left) {
    const auto kind = static_cast<Kind>(TRY(TakeByte(in, kKindLast)));
    auto text = TRY(TakeText(in));
    if (text.empty()) return FailAccount();
    const auto [child, added] = node.children.try_emplace(std::move(text));
    if (!added) return FailAccount();
    child->second.kind = kind;
    TRY(Decode(in, depth + 1, patterns_max, child->second));
  }
  return {};
}

}  // namespace stator::capacity
