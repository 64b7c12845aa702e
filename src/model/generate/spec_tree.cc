#include "model/generate/spec_tree.h"

#include <utility>
#include <vector>

namespace stator::model::generate {
namespace {

// Members have the order of the struct, because designated initialisers need it. Members with their
// default value are omitted.

Tree TreeOf(const store::Piece& piece);
Tree TreeOf(const store::KeySpec& key);
Tree TreeOf(const store::When& when);
Tree TreeOf(const store::SortSpec& sort);
Tree TreeOf(const store::FilterSpec& filter);
Tree TreeOf(const store::ShapeSpec& shape);
Tree TreeOf(const store::ValueRule& rule);
Tree TreeOf(const store::DerivedKey& derived);
Tree TreeOf(const store::Lifetime& lifetime);
Tree TreeOf(const store::WriteSpec& write);

template <class Spec>
Tree ListOf(const char* type, const std::vector<Spec>& specs) {
  Tree list = Tree::List(type);
  for (const auto& spec : specs) list.elements.push_back(TreeOf(spec));
  return list;
}

std::string_view WordOf(store::Comparison how) {
  switch (how) {
    case store::Comparison::kEquals:
      return "equals";
    case store::Comparison::kBegins:
      return "begins";
    case store::Comparison::kBetween:
      return "between";
  }
  return "";
}

std::string_view WordOf(store::WriteKind kind) {
  switch (kind) {
    case store::WriteKind::kPut:
      return "put";
    case store::WriteKind::kUpdate:
      return "update";
    case store::WriteKind::kDelete:
      return "delete";
    case store::WriteKind::kCheck:
      return "check";
  }
  return "";
}

Tree TreeOf(const store::Piece& piece) {
  Tree tree = Tree::Object("Piece");
  tree.AddUnlessEmpty("text", Tree::Text(piece.text));
  tree.AddUnlessEmpty("attribute", Tree::Text(piece.attribute));
  tree.AddUnlessEmpty("width", Tree::Number(piece.width));
  tree.AddUnlessEmpty("take", Tree::Number(piece.take));
  tree.AddUnlessEmpty("descending", Tree::Truth(piece.descending));
  if (piece.kind == store::PieceKind::kNumber)
    tree.Add("kind", Tree::Choice("PieceKind", "number"));
  if (piece.kind == store::PieceKind::kTruth) tree.Add("kind", Tree::Choice("PieceKind", "truth"));
  tree.AddUnlessEmpty("length", Tree::Number(piece.length));
  return tree.AddUnlessEmpty("shards", Tree::Number(piece.shards));
}

Tree TreeOf(const store::KeySpec& key) {
  Tree tree = Tree::Object("Key", {{"name", Tree::Text(key.name)}});
  tree.AddUnlessEmpty("attribute", Tree::Text(key.attribute));
  return tree.AddUnlessEmpty("pieces", ListOf("Piece", key.pieces));
}

Tree TreeOf(const store::When& when) {
  return Tree::Object(
      "When", {{"attribute", Tree::Text(when.attribute)}, {"value", Tree::Text(when.value)}});
}

Tree TreeOf(const store::SortSpec& sort) {
  Tree tree = Tree::Object("Compare");
  tree.Add("key", TreeOf(sort.key));
  tree.Add("how", Tree::Choice("Comparison", std::string(WordOf(sort.how))));
  const bool ranges = sort.how == store::Comparison::kBetween && sort.key.attribute.empty();
  if (ranges) tree.Add("piece", TreeOf(sort.piece));
  return tree.AddUnlessEmpty("end", Tree::Text(sort.end));
}

Tree TreeOf(const store::FilterSpec& filter) {
  Tree tree = Tree::Object("Filter", {{"attribute", Tree::Text(filter.attribute)}});
  return tree.AddUnlessEmpty("range", Tree::Truth(filter.range));
}

Tree TreeOf(const store::ShapeSpec& shape) {
  Tree tree = Tree::Object("Shape", {{"type", Tree::Text(shape.type)}});
  return tree.AddUnlessEmpty("keys", ListOf("Key", shape.keys));
}

Tree TreeOf(const store::ValueRule& rule) {
  Tree tree = Tree::Object("Rule", {{"attribute", Tree::Text(rule.attribute)}});
  tree.AddUnlessEmpty("form", Tree::Text(rule.form));
  tree.AddUnlessEmpty("width", Tree::Number(rule.width));
  tree.AddUnlessEmpty("values", Tree::Texts(rule.values));
  tree.AddUnlessEmpty("filled", Tree::Truth(rule.filled));
  return tree.AddUnlessEmpty("without", Tree::Texts(rule.without));
}

Tree TreeOf(const store::DerivedKey& derived) {
  Tree tree = Tree::Object("Derived");
  tree.Add("key", TreeOf(derived.key));
  return tree.AddUnlessEmpty("when", ListOf("When", derived.when));
}

Tree TreeOf(const store::Lifetime& lifetime) {
  return Tree::Object("Lifetime", {{"attribute", Tree::Text(lifetime.attribute)},
                                   {"seconds", Tree::Number(lifetime.seconds)}});
}

Tree TreeOf(const store::WriteSpec& write) {
  Tree tree =
      Tree::Object("Write", {{"kind", Tree::Choice("WriteKind", std::string(WordOf(write.kind)))},
                             {"table", Tree::Text(write.table)},
                             {"type", Tree::Text(write.type)},
                             {"keys", ListOf("Key", write.keys)}});
  tree.AddUnlessEmpty("when", ListOf("When", write.when));
  tree.AddUnlessEmpty("moved", Tree::Truth(write.moved));
  tree.AddUnlessEmpty("whole", Tree::Truth(write.whole));
  tree.AddUnlessEmpty("attributes", Tree::Texts(write.attributes));
  tree.AddUnlessEmpty("derived", ListOf("Derived", write.derived));
  tree.AddUnlessEmpty("absent", Tree::Truth(write.absent));
  tree.AddUnlessEmpty("present", Tree::Truth(write.present));
  tree.AddUnlessEmpty("expect", Tree::Texts(write.expect));
  tree.AddUnlessEmpty("guard", Tree::Texts(write.guard));
  tree.AddUnlessEmpty("set", Tree::Texts(write.set));
  tree.AddUnlessEmpty("add", Tree::Texts(write.add));
  return tree.AddUnlessEmpty("append", Tree::Texts(write.append));
}

}  // namespace

Tree TreeOf(const store::ReadSpec& read) {
  Tree tree = Tree::Object("Read", {{"table", Tree::Text(read.table)}});
  tree.AddUnlessEmpty("index", Tree::Text(read.index));
  tree.AddUnlessEmpty("partition", ListOf("Key", read.partition));
  tree.AddUnlessEmpty("sort", ListOf("Compare", read.sort));
  tree.AddUnlessEmpty("filters", ListOf("Filter", read.filters));
  tree.AddUnlessEmpty("backward", Tree::Truth(read.backward));
  tree.AddUnlessEmpty("limit", Tree::Number(read.limit));
  tree.AddUnlessEmpty("strong", Tree::Truth(read.strong));
  tree.AddUnlessEmpty("order", Tree::Texts(read.order));
  tree.AddUnlessEmpty("sort_by", Tree::Text(read.sort_by));
  tree.AddUnlessEmpty("sort_descending", Tree::Truth(read.sort_descending));
  tree.AddUnlessEmpty("refetch", Tree::Texts(read.refetch));
  tree.AddUnlessEmpty("shown", Tree::Texts(read.shown));
  tree.Add("shapes", ListOf("Shape", read.shapes));
  tree.AddUnlessEmpty("window", Tree::Text(read.window));
  tree.AddUnlessEmpty("rules", ListOf("Rule", read.rules));
  tree.AddUnlessEmpty("part", Tree::Number(static_cast<std::int64_t>(read.part)));
  Tree children = Tree::List("Read");
  for (const auto& child : read.children) children.elements.push_back(TreeOf(child));
  return tree.AddUnlessEmpty("children", std::move(children));
}

Tree TreeOf(const store::StatementSpec& spec) {
  Tree tree = Tree::Object("Statement", {{"text", Tree::Text(spec.text)}});
  tree.AddUnlessEmpty("parameters", ListOf("Key", spec.parameters));
  tree.AddUnlessEmpty("strong", Tree::Truth(spec.strong));
  return tree.AddUnlessEmpty("rules", ListOf("Rule", spec.rules));
}

Tree TreeOf(const store::ActionSpec& action) {
  Tree tree = Tree::Object("Action");
  tree.Add("writes", ListOf("Write", action.writes));
  tree.AddUnlessEmpty("rules", ListOf("Rule", action.rules));
  tree.AddUnlessEmpty("versions", Tree::Texts(action.versions));
  tree.AddUnlessEmpty("lifetimes", ListOf("Lifetime", action.lifetimes));
  return tree.AddUnlessEmpty("raises", Tree::Texts(action.raises));
}

}  // namespace stator::model::generate
