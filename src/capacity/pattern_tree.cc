#include "capacity/pattern_tree.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "capacity/rules.h"

namespace stator::capacity {
namespace {

using Kind = KeyToken::Kind;

// Separates the partition key from the sort key. No word contains a space.
constexpr std::string_view kBoundary = " / ";

std::size_t Place(Kind kind) { return static_cast<std::size_t>(kind); }

// Returns the symbol for data with the separator that follows it.
std::string_view DataBefore(char separator) {
  switch (separator) {
    case '#':
      return "*#";
    case '|':
      return "*|";
    case ':':
      return "*:";
    case '/':
      return "*/";
    case '~':
      return "*~";
    default:
      return kTemplateData;
  }
}

// Returns the symbol for data that replaces a word, with the word's separator.
std::string_view DataInPlaceOf(std::string_view word) { return DataBefore(word.back()); }

bool HasSortKey(const AccessForm& access_form) {
  using Form = AccessForm::Form;
  return !access_form.sort.empty() || access_form.form == Form::kEqual ||
         access_form.form == Form::kRange || access_form.form == Form::kPrefix;
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
  // Distinguishes a condition on one value from one on all values that begin with it.
  if (form == AccessForm::Form::kEqual) text.insert(text.find(kBoundary) + kBoundary.size(), "=");
  if (form == AccessForm::Form::kPrefix && !key.ends_with(kTemplateData)) text += kTemplateData;
  if (form == AccessForm::Form::kRange) text += "..";
  return text;
}

PatternCounts* PatternTree::Find(std::string_view operation, const AccessForm& access_form,
                                 std::size_t patterns_max) {
  const FamilyView wanted{operation, access_form.index, access_form.form};
  auto family = families_.find(wanted);
  if (family == families_.end()) {
    if (patterns_ >= patterns_max) return nullptr;
    family = families_
                 .emplace(Family{std::string(operation), std::string(access_form.index),
                                 access_form.form},
                          Node())
                 .first;
  }
  Node* node = Walk(family->second, Way(access_form).steps(), patterns_max);
  return node == nullptr ? nullptr : &node->counts;
}

PatternTree::Way::Way(const AccessForm& access_form) {
  if (access_form.form == AccessForm::Form::kWhole) return;
  AddKey(access_form.partition);
  if (!HasSortKey(access_form)) return;
  steps_[size_++] = {.text = kBoundary};
  AddKey(access_form.sort);
}

void PatternTree::Way::AddKey(std::string_view text) {
  if (text.empty()) {  // the key is a number or binary
    steps_[size_++] = {.text = kTemplateData};
    return;
  }
  for (const KeyToken& token : SplitKey(text)) Add(token);
}

void PatternTree::Way::Add(const KeyToken& token) {
  Step& step = steps_[size_++];
  step.kind = token.kind;
  const std::string_view data = DataBefore(token.separator);
  if (token.kind == Kind::kData) {
    step.text = data;
  } else if (token.numbered) {
    auto& built = built_[built_size_++];
    const auto end = std::ranges::copy(data, std::ranges::copy(token.word, built.begin()).out).out;
    step.text = {built.begin(), end};
  } else {
    // In the key the separator follows the word, so one view covers both.
    step.text = {token.word.data(), token.word.size() + data.size() - 1};
  }
}

PatternTree::Node* PatternTree::Walk(Node& root, std::span<const Step> steps,
                                     std::size_t patterns_max) {
  Node* node = &root;
  for (const Step& step : steps) {
    node = Child(*node, step, patterns_ < patterns_max);
    if (node == nullptr) return nullptr;
  }
  if (node->ends) return node;
  if (patterns_ >= patterns_max) return nullptr;
  node->ends = true;
  ++patterns_;
  return node;
}

// Finds or adds the child for a step. Returns nullptr if the child is missing and may not be added.
// A word beyond the maximum folds its place into data, which needs no room.
PatternTree::Node* PatternTree::Child(Node& node, Step step, bool may_add) {
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
    child = node.children.emplace(std::string(step.text), Node()).first;
    child->second.kind = step.kind;
  }
  return &child->second;
}

// REQUIRES: `kind` is not kData.
void PatternTree::FoldIfFull(Node& node, Kind kind, std::size_t coming) {
  if (node.folded[Place(kind)]) return;
  const auto words = static_cast<std::size_t>(std::ranges::count_if(
      node.children, [kind](const auto& child) { return child.second.kind == kind; }));
  if (words + coming > (kind == Kind::kConstant ? kTemplateConstantsMax : kTemplateNamesMax)) {
    Fold(node, kind);
  }
}

// Turns the words of a place into data and merges their subtrees.
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

// Recursion is bounded by the depth of templates.
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
