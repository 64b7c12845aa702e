#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "capacity/key_template.h"
#include "capacity/usage.h"
#include "table/units.h"

namespace stator::capacity {

// Distinct words at one place of a template; with more of them the place holds data.
inline constexpr std::size_t kTemplateConstantsMax = 16;
inline constexpr std::size_t kTemplateNamesMax = 4;

// What requests of one pattern came to.
struct PatternCounts {
  // Units used of one resource.
  struct Cell {
    std::uint32_t resource = 0;                  // a number of whoever counts
    std::array<table::HalfUnits, 2> units = {};  // by Access
    bool operator==(const Cell&) const = default;
  };
  std::uint64_t requests = 0;
  std::uint64_t throttled = 0;
  std::vector<Cell> cells;  // each resource once, in the order of their numbers

  void Add(std::uint32_t resource, Access access, table::HalfUnits units);
  void Add(const PatternCounts& other);
  bool operator==(const PatternCounts&) const = default;
};

// How requests look that belong together.
struct Pattern {
  std::string operation;
  std::string index;  // that is read; empty: the table
  AccessForm::Form form = AccessForm::Form::kItem;
  std::string key;  // "CUST#* / ORDER#*"; empty: there is none
  auto operator<=>(const Pattern&) const = default;

  // "Query GSI1 CUST#*#SHIPPED"
  std::string Text() const;
};

// Sorts requests into patterns by their operation, index, form of condition, and by a template of
// their keys. The templates are learned: a place at which more words are seen than designs have
// becomes `*`, and the patterns that differed there become one.
//
// What comes out in the end depends on which requests there were and not on their order, as long as
// no request was refused room. For one thread at a time.
class PatternTree {
 public:
  // Where the requests of the access_form are counted. nullptr: it would be one pattern more than
  // `patterns_max`. Valid until the next call.
  PatternCounts* Find(std::string_view operation, const AccessForm& access_form,
                      std::size_t patterns_max);

  // Every pattern, those of one operation together.
  void Each(const std::function<void(const Pattern&, const PatternCounts&)>& visit) const;
  std::size_t size() const { return patterns_; }

  // With what was learned (docs/formats/bill.md).
  void Encode(Bytes& out) const;
  // kCorruption: it is no such tree, or one of more than `patterns_max`.
  static Result<PatternTree> Decode(BytesView& in, std::size_t patterns_max);

 private:
  struct Family {
    std::string operation;
    std::string index;
    AccessForm::Form form = AccessForm::Form::kItem;
  };
  struct FamilyView {
    std::string_view operation;
    std::string_view index;
    AccessForm::Form form;
    auto operator<=>(const FamilyView&) const = default;
  };
  struct FamilyOrder {
    using is_transparent = void;
    static FamilyView View(const Family& family) {
      return {family.operation, family.index, family.form};
    }
    static FamilyView View(const FamilyView& family) { return family; }
    bool operator()(const auto& left, const auto& right) const { return View(left) < View(right); }
  };
  // The order of bytes. Most texts differ in their first one already. REQUIRES: none is empty.
  struct TextOrder {
    using is_transparent = void;
    bool operator()(std::string_view left, std::string_view right) const {
      if (left.front() == right.front()) return left < right;
      return static_cast<unsigned char>(left.front()) < static_cast<unsigned char>(right.front());
    }
  };
  // A place of a template. Children are found by what stands there: a word with what separates it
  // from the next, `*` likewise, or the boundary between the two keys.
  struct Node {
    KeyToken::Kind kind = KeyToken::Kind::kData;
    std::array<bool, 3> folded = {};  // by kind; data never is
    bool ends = false;                // a pattern
    PatternCounts counts;
    std::map<std::string, Node, TextOrder> children;
  };
  // Of the deepest template: two keys and the boundary between them.
  static constexpr std::size_t kDepthMax = 2 * kTemplateTokensMax + 1;

  // What stands at a place of a request's keys.
  struct Step {
    KeyToken::Kind kind = KeyToken::Kind::kData;
    std::string_view text;
  };
  // The way of a request's keys through a tree. Leans on the keys.
  class Way {
   public:
    explicit Way(const AccessForm& access_form);
    std::span<const Step> steps() const { return {steps_.data(), size_}; }

   private:
    void AddKey(std::string_view text);
    void Add(const KeyToken& token);

    std::array<Step, kDepthMax> steps_;
    std::size_t size_ = 0;
    // Of words whose numbers are left out, which stand so in no key.
    std::array<std::array<char, kTemplateWordBytesMax + 2>, 2 * kTemplateTokensMax> built_;
    std::size_t built_size_ = 0;
  };

  Node* Walk(Node& root, std::span<const Step> steps, std::size_t patterns_max);
  Node* Child(Node& node, Step step, bool may_add);
  void FoldIfFull(Node& node, KeyToken::Kind kind, std::size_t coming);
  void Fold(Node& node, KeyToken::Kind kind);
  void Merge(Node& into, Node from);
  static void Encode(const Node& node, Bytes& out);
  Result<> Decode(BytesView& in, std::size_t depth, std::size_t patterns_max, Node& node);
  static void Visit(const Node& node, Pattern& pattern,
                    const std::function<void(const Pattern&, const PatternCounts&)>& visit);

  std::map<Family, Node, FamilyOrder> families_;
  std::size_t patterns_ = 0;
};

}  // namespace stator::capacity
