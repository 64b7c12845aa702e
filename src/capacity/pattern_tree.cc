#include "capacity/pattern_tree.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "capacity/rules.h"

namespace stator::capacity {
namespace {

using Kind = KeyToken::Kind;

// Between the partition key and the sort key. No word has a space.
constexpr std::string_view kBoundary = " / ";

std::size_t Place(Kind kind) { return static_cast<std::size_t>(kind); }

// The data in the place of a word, with the same separator.
std::string DataInPlaceOf(std::string_view word) {
  std::string data(kTemplateData);
  if (IsSeparator(word.back())) data += word.back();
  return data;
}

bool HasSortKey(const Shape& shape) {
  using Form = Shape::Form;
  return !shape.sort.empty() || shape.form == Form::kEqual || shape.form == Form::kRange ||
         shape.form == Form::kPrefix;
}

}  // namespace

void PatternCounts::Add(std::uint32_t resource, Access access, table::HalfUnits units) {
  auto at = std::ranges::lower_bound(cells, resource, {}, &Cell::resource);
  if (at == cells.end() || at->resource != resource) at = cells.insert(at, {.resource = resource});
  at->units[Place(access)] += units;
}

void PatternCounts::Add(const PatternCounts& other) {
  requests += other.requests;
  throttled += other.throttled;
  for (const Cell& cell : other.cells) {
    Add(cell.resource, Access::kRead, cell.units[0]);
    Add(cell.resource, Access::kWrite, cell.units[1]);
  }
}

std::string Pattern::Text() const {
  std::string text = operation;
  if (!index.empty()) text += fmt::format(" {}", index);
  if (key.empty()) return text;
  text += fmt::format(" {}", key);
  // So that one value and all that begin with it are told apart.
  if (form == Shape::Form::kEqual) text.insert(text.find(kBoundary) + kBoundary.size(), "=");
  if (form == Shape::Form::kPrefix && !key.ends_with(kTemplateData)) text += kTemplateData;
  if (form == Shape::Form::kRange) text += "..";
  return text;
}

PatternCounts* PatternTree::Find(std::string_view operation, const Shape& shape,
                                 std::size_t patterns_max) {
  SetSteps(shape);
  const FamilyView wanted{operation, shape.index, shape.form};
  auto family = families_.find(wanted);
  if (family == families_.end()) {
    if (patterns_ >= patterns_max) return nullptr;
    family =
        families_
            .emplace(Family{std::string(operation), std::string(shape.index), shape.form}, Node())
            .first;
  }
  Node* node = Walk(family->second, patterns_max);
  return node == nullptr ? nullptr : &node->counts;
}

void PatternTree::SetSteps(const Shape& shape) {
  step_count_ = 0;
  if (shape.form == Shape::Form::kWhole) return;
  AddSteps(shape.partition);
  if (!HasSortKey(shape)) return;
  AddStep(Kind::kData, kBoundary, {});
  AddSteps(shape.sort);
}

void PatternTree::AddSteps(std::string_view text) {
  SplitKey(text, tokens_);
  if (tokens_.empty()) AddStep(Kind::kData, kTemplateData, {});  // a number, or bytes
  for (const KeyToken& token : tokens_) {
    const bool data = token.kind == Kind::kData;
    AddStep(token.kind, data ? kTemplateData : token.word, token.numbered ? kTemplateData : "",
            token.separator);
  }
}

void PatternTree::AddStep(Kind kind, std::string_view word, std::string_view behind,
                          char separator) {
  if (steps_.size() == step_count_) steps_.emplace_back();
  Step& step = steps_[step_count_++];
  step.kind = kind;
  step.text.assign(word);
  step.text += behind;
  if (separator != 0) step.text += separator;
}

PatternTree::Node* PatternTree::Walk(Node& root, std::size_t patterns_max) {
  Node* node = &root;
  for (std::size_t i = 0; i < step_count_; ++i) {
    node = Child(*node, steps_[i], patterns_ < patterns_max);
    if (node == nullptr) return nullptr;
  }
  if (node->ends) return node;
  if (patterns_ >= patterns_max) return nullptr;
  node->ends = true;
  ++patterns_;
  return node;
}

// Where a step leads. nullptr: nowhere yet, and no room to add it. A word that is one too many
// makes its place data, which needs no room.
PatternTree::Node* PatternTree::Child(Node& node, Step& step, bool may_add) {
  auto child = node.children.find(step.text);
  if (child == node.children.end() && step.kind != Kind::kData) {
    FoldIfFull(node, step.kind, 1);
    if (node.folded[Place(step.kind)]) {
      step = {.kind = Kind::kData, .text = DataInPlaceOf(step.text)};
      child = node.children.find(step.text);
    }
  }
  if (child == node.children.end()) {
    if (!may_add) return nullptr;
    child = node.children.emplace(step.text, Node()).first;
    child->second.kind = step.kind;
  }
  return &child->second;
}

// REQUIRES: of words.
void PatternTree::FoldIfFull(Node& node, Kind kind, std::size_t coming) {
  if (node.folded[Place(kind)]) return;
  const auto words = static_cast<std::size_t>(std::ranges::count_if(
      node.children, [kind](const auto& child) { return child.second.kind == kind; }));
  if (words + coming > (kind == Kind::kConstant ? kTemplateConstantsMax : kTemplateNamesMax)) {
    Fold(node, kind);
  }
}

// The words of a place become data, and what stands behind them becomes one.
void PatternTree::Fold(Node& node, Kind kind) {
  node.folded[Place(kind)] = true;
  std::vector<std::pair<std::string, Node>> words;
  for (auto child = node.children.begin(); child != node.children.end();) {
    if (child->second.kind != kind) {
      ++child;
      continue;
    }
    auto taken = node.children.extract(child++);
    words.emplace_back(DataInPlaceOf(taken.key()), std::move(taken.mapped()));
  }
  for (auto& [data, word] : words) Merge(node.children[data], std::move(word));
}

// The depth of templates bounds the recursion.
void PatternTree::Merge(Node& into, Node from) {
  if (into.ends && from.ends) --patterns_;
  into.ends = into.ends || from.ends;
  into.counts.Add(from.counts);
  for (auto& [text, child] : from.children) {
    Node& place = into.children[text];
    place.kind = child.kind;
    Merge(place, std::move(child));
  }
  for (const Kind kind : {Kind::kConstant, Kind::kName}) {
    if (into.folded[Place(kind)] || from.folded[Place(kind)]) {
      Fold(into, kind);
    } else {
      FoldIfFull(into, kind, 0);
    }
  }
}

void PatternTree::Each(
    const std::function<void(const Pattern&, const PatternCounts&)>& visit) const {
  for (const auto& [family, root] : families_) {
    Pattern pattern{
        .operation = family.operation, .index = family.index, .form = family.form, .key = {}};
    Visit(root, pattern, visit);
  }
}

void PatternTree::Visit(const Node& node, Pattern& pattern,
                        const std::function<void(const Pattern&, const PatternCounts&)>& visit) {
  if (node.ends) visit(pattern, node.counts);
  const std::size_t length = pattern.key.size();
  for (const auto& [text, child] : node.children) {
    pattern.key += text;
    Visit(child, pattern, visit);
    pattern.key.resize(length);
  }
}

}  // namespace stator::capacity
