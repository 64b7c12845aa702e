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

// Maximum of distinct words at one place of a template; with more, the place becomes data.
inline constexpr std::size_t kTemplateConstantsMax = 16;
inline constexpr std::size_t kTemplateNamesMax = 4;

// The counts of one pattern's requests.
struct PatternCounts {
  // The units used of one resource.
  struct Cell {
    std::uint32_t resource = 0;                  // a number that the caller chose
    std::array<table::HalfUnits, 2> units = {};  // by Access
    bool operator==(const Cell&) const = default;
  };
  std::uint64_t requests = 0;
  std::uint64_t throttled = 0;
  std::vector<Cell> cells;  // each resource once, ordered by number

  // Add units of one resource, or all counts of another pattern.
  void Add(std::uint32_t resource, Access access, table::HalfUnits units);
  void Add(const PatternCounts& other);
  bool operator==(const PatternCounts&) const = default;
};

// An access pattern: the common form of requests that belong together.
struct Pattern {
  std::string operation;
  std::string index;  // the index read; empty: the table
  AccessForm::Form form = AccessForm::Form::kItem;
  std::string key;  // "CUST#* / ORDER#*"; empty if requests have no key
  auto operator<=>(const Pattern&) const = default;

  // Formats the pattern, as in "Query GSI1 CUST#*#SHIPPED".
  std::string Text() const;
};

// Sorts requests into patterns by operation, index, form of condition and a template of their keys.
// The tree learns the templates: a place with more words than designs have becomes `*`. The
// patterns that differed only there are merged.
//
// The final patterns depend on the set of requests and not on their order, as long as no request
// was refused for lack of room. Threads: one thread at a time.
class PatternTree {
 public:
  // Returns the counts for requests of this access form. Returns nullptr if the tree would exceed
  // `patterns_max` patterns. Lifetime: until the next call.
  PatternCounts* Find(std::string_view operation, const AccessForm& access_form,
                      std::size_t patterns_max);

  // Visits every pattern; those of one operation come together.
  void Each(const std::function<void(const Pattern&, const PatternCounts&)>& visit) const;
  std::size_t size() const { return patterns_; }

  // Appends the tree with all it learned (docs/formats/bill.md).
  void Encode(Bytes& out) const;
  // Errors: kCorruption if the bytes are no such tree or it has more than `patterns_max` patterns.
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
  // Orders texts by their bytes. It compares the first byte first, where most texts already differ.
  // REQUIRES: no text is empty.
  struct TextOrder {
    using is_transparent = void;
    bool operator()(std::string_view left, std::string_view right) const {
      if (left.front() == right.front()) return left < right;
      return static_cast<unsigned char>(left.front()) < static_cast<unsigned char>(right.front());
    }
  };
  // A place of a template. A child's key is the text at that place: a word with its separator, `*`
  // with its separator, or the boundary between the two keys.
  struct Node {
    KeyToken::Kind kind = KeyToken::Kind::kData;
    std::array<bool, 3> folded = {};  // by kind; never set for data
    bool ends = false;                // a pattern ends here
    PatternCounts counts;
    std::map<std::string, Node, TextOrder> children;
  };
  // The deepest template has two keys and the boundary between them.
  static constexpr std::size_t kDepthMax = 2 * kTemplateTokensMax + 1;

  // The text at one place of a request's keys.
  struct Step {
    KeyToken::Kind kind = KeyToken::Kind::kData;
    std::string_view text;
  };
  // The path of a request's keys through a tree. Lifetime: views into the keys.
  class Way {
   public:
    explicit Way(const AccessForm& access_form);
    std::span<const Step> steps() const { return {steps_.data(), size_}; }

   private:
    void AddKey(std::string_view text);
    void Add(const KeyToken& token);

    std::array<Step, kDepthMax> steps_;
    std::size_t size_ = 0;
    // Texts of numbered words, such as "shard-*". The key holds no such text to view.
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
