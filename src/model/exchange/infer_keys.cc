#include "model/exchange/infer_keys.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "model/exchange/key_text.h"
#include "model/language/bucket.h"
#include "model/language/print.h"
#include "model/language/template_parser.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

struct Row {
  const SampledItem* item = nullptr;
  KeySegments key;
};

// The attribute that one part of the key equals in all rows.
struct Match {
  std::string attribute;
  Bucket bucket = Bucket::kNone;
  int width = 0;
};

// Returns true if `part` is the value with leading zeros: "007" for 7.
bool IsPadded(std::string_view part, const SampledValue& value) {
  if (value.type != "N" || !AreDigits(part) || !AreDigits(value.text)) return false;
  const auto begin = part.find_first_not_of('0');
  return part.size() > value.text.size() &&
         (begin == std::string_view::npos ? "0" : part.substr(begin)) == value.text;
}

Bucket BucketOf(std::string_view part, const SampledValue& value) {
  if (!IsTime(value.text) && !IsDate(value.text)) return Bucket::kNone;
  if (part.size() >= value.text.size() || !value.text.starts_with(part)) return Bucket::kNone;
  const auto found = std::ranges::find(kBuckets, part.size(), LettersOf);
  return found == kBuckets.end() ? Bucket::kNone : *found;
}

std::optional<Match> MatchOne(std::string_view part, const std::string& name,
                              const SampledValue& value) {
  const bool scalar = value.type == "S" || value.type == "N" || value.type == "BOOL";
  if (!scalar) return std::nullopt;
  if (value.text == part) return Match{.attribute = name};
  if (IsPadded(part, value)) return Match{name, Bucket::kNone, static_cast<int>(part.size())};
  if (const auto bucket = BucketOf(part, value); bucket != Bucket::kNone) {
    return Match{.attribute = name, .bucket = bucket};
  }
  return std::nullopt;
}

// Returns the attribute that equals the part in every row. The first `skipped` letters of the part
// do not count.
std::optional<Match> MatchAll(const std::vector<Row>& rows, std::size_t part,
                              const std::set<std::string>& keys, std::size_t skipped = 0) {
  const auto text_of = [&](const Row& row) {
    return std::string_view(row.key.parts[part]).substr(skipped);
  };
  std::optional<Match> best;
  for (const auto& [name, value] : *rows.front().item) {
    if (keys.contains(name)) continue;
    auto match = MatchOne(text_of(rows.front()), name, value);
    if (!match) continue;
    const bool all = std::ranges::all_of(rows, [&](const Row& row) {
      const auto found = row.item->find(name);
      if (found == row.item->end()) return false;
      const auto other = MatchOne(text_of(row), name, found->second);
      if (other) match->width = std::max(match->width, other->width);
      return other && other->bucket == match->bucket;
    });
    const bool better = !best || (best->bucket != Bucket::kNone && match->bucket == Bucket::kNone);
    if (all && better) best = std::move(match);
  }
  return best;
}

// Returns the rows whose key has the most frequent number of parts. `strays` counts the others.
std::vector<Row> RowsOf(const std::vector<SampledItem>& items, const std::string& key,
                        std::size_t& strays) {
  std::map<std::size_t, std::vector<Row>> by_parts;
  std::size_t having = 0;
  for (const auto& item : items) {
    const auto found = item.find(key);
    if (found == item.end()) continue;
    ++having;
    Row row{&item, SplitKey(found->second.text)};
    const auto parts = row.key.parts.size();
    by_parts[parts].push_back(std::move(row));
  }
  const auto most =
      std::ranges::max_element(by_parts, {}, [](const auto& entry) { return entry.second.size(); });
  strays = having - most->second.size();
  return std::move(most->second);
}

class KeyBuilder {
 public:
  KeyBuilder(const std::vector<Row>& rows, const std::string& key,
             const std::set<std::string>& keys, const std::set<std::string>& taken,
             const std::set<std::string>& learned, Sharding sharding)
      : rows_(rows),
        key_(key),
        keys_(keys),
        taken_(taken),
        learned_(learned),
        sharding_(sharding) {}

  InferredKey Run() {
    const auto& first = rows_.front().key;
    for (std::size_t i = 0; i < first.parts.size(); ++i) {
      if (i > 0) Literal(std::string(1, first.delimiter));
      Take(i);
    }
    return std::move(result_);
  }

 private:
  void Literal(const std::string& text) {
    const auto clean = CleanLiteral(text);
    auto& parts = result_.text.parts;
    if (clean.empty()) return;
    if (!parts.empty() && parts.back().type == Part::Type::kLiteral) {
      parts.back().text += clean;
    } else {
      parts.push_back({.text = clean});
    }
  }

  void Field(std::string name, Bucket bucket = Bucket::kNone) {
    result_.text.parts.push_back(
        {.type = Part::Type::kField, .text = std::move(name), .bucket = bucket});
  }

  void Take(std::size_t i) {
    const auto& part = rows_.front().key.parts[i];
    const bool constant =
        std::ranges::all_of(rows_, [&](const Row& row) { return row.key.parts[i] == part; });
    const bool several = rows_.front().key.parts.size() > 1;
    const bool word = constant && (IsKindWord(part) || part.empty());
    // The first word names the kind, even if an attribute has the same value.
    const auto match = word && i == 0 ? std::nullopt : MatchAt(i, 0);
    const bool kind = constant && i == 0 && several && !IsValue(part);
    if ((word || kind) && !match) {
      word_ = part;
      return Literal(part);
    }
    if (match) return Found(*match);
    if (!several) {
      result_.natural = true;
      return Field(CleanName(key_));
    }
    if (const auto shard = ShardAt(i)) {
      result_.text.parts.push_back(*shard);
      return;
    }
    TakeLabelled(i);
  }

  std::optional<Match> MatchAt(std::size_t i, std::size_t skipped) const {
    auto hidden = keys_;
    for (const auto& name : learned_) {
      if (!IsLikely(name, i)) hidden.insert(name);
    }
    return MatchAll(rows_, i, hidden, skipped);
  }

  // Returns true if the value probably comes from another key and does not only happen to be equal.
  bool IsLikely(const std::string& learned, std::size_t i) const {
    constexpr std::size_t kManyValues = 3;
    if (word_.empty() || learned == NameByWord()) return true;
    std::set<std::string_view> values;
    for (const auto& row : rows_) values.insert(row.key.parts[i]);
    return values.size() >= kManyValues;
  }

  void Found(const Match& match) {
    Field(CleanName(match.attribute), match.bucket);
    if (match.width > 0) result_.widths[CleanName(match.attribute)] = match.width;
  }

  // Reads a value that no attribute has. ElectroDB writes the name before the value: team_green.
  void TakeLabelled(std::size_t i) {
    const auto& part = rows_.front().key.parts[i];
    const auto label = LabelAt(i);
    if (label.empty()) return Invent(part, "");
    const auto name = label.substr(0, label.size() - 1);
    if (const auto match = MatchAt(i, label.size())) {
      Literal(label);
      return Found(*match);
    }
    const bool varies =
        std::ranges::any_of(rows_, [&](const Row& row) { return row.key.parts[i] != part; });
    if (varies) Literal(label);  // a single value does not show where the label ends
    Invent(varies ? part.substr(label.size()) : part, name);
  }

  // Returns a label such as "team_" if the part begins with it in all rows and continues behind it;
  // else "".
  std::string LabelAt(std::size_t i) const {
    const auto& part = rows_.front().key.parts[i];
    const auto end = part.find('_');
    if (end == std::string::npos || end == 0) return "";
    const auto label = part.substr(0, end + 1);
    const bool word = std::ranges::all_of(
        label.substr(0, end), [](unsigned char letter) { return std::isalpha(letter) != 0; });
    const bool everywhere = std::ranges::all_of(rows_, [&](const Row& row) {
      const auto& other = row.key.parts[i];
      return other.starts_with(label) && other.size() > label.size();
    });
    return word && everywhere ? label : "";
  }

  // Returns true if all other parts are the same in all rows.
  bool IsAlone(std::size_t part) const {
    return std::ranges::all_of(rows_, [&](const Row& row) {
      for (std::size_t i = 0; i < row.key.parts.size(); ++i) {
        if (i != part && row.key.parts[i] != rows_.front().key.parts[i]) return false;
      }
      return true;
    });
  }

  // Returns the part as a shard number. nullopt: it is none.
  std::optional<Part> ShardAt(std::size_t i) const {
    constexpr std::size_t kDigitsMax = 3;
    std::vector<std::int64_t> numbers;
    for (const auto& row : rows_) {
      const auto& text = row.key.parts[i];
      const bool number =
          AreDigits(text) && text.size() <= kDigitsMax && (text == "0" || text.front() != '0');
      if (!number) return std::nullopt;
      numbers.push_back(std::stoll(text));
    }
    const bool alone =
        sharding_ == Sharding::kMaybe && i + 1 == rows_.front().key.parts.size() && IsAlone(i);
    if (auto shard = HashedShard(numbers, alone)) return shard;
    const std::set<std::int64_t> different(numbers.begin(), numbers.end());
    const auto shards = static_cast<std::int64_t>(different.size());
    const bool all = shards > 1 && *different.begin() == 0 && *different.rbegin() == shards - 1;
    if (!alone || !all || numbers.size() < 2 * different.size()) return std::nullopt;
    return Part{.type = Part::Type::kRandom, .shards = shards};
  }

  // Finds an attribute whose md5 gives all the numbers, if that is unlikely to be chance. There may
  // be more shards than the sample shows, but at most kTimesMax times as many.
  std::optional<Part> HashedShard(const std::vector<std::int64_t>& numbers, bool likely) const {
    constexpr std::int64_t kTimesMax = 4;
    const auto least = *std::ranges::max_element(numbers) + 1;
    const double chance = likely ? 1e-2 : 1e-6;
    for (auto shards = std::max<std::int64_t>(2, least);
         shards <= std::min(kTimesMax * least, kShardsMax); ++shards) {
      if (std::pow(static_cast<double>(shards), -static_cast<double>(numbers.size())) > chance) {
        continue;
      }
      for (const auto& [name, value] : *rows_.front().item) {
        if (keys_.contains(name) || (value.type != "S" && value.type != "N")) continue;
        if (!IsShardOf(name, numbers, shards)) continue;
        return Part{.type = Part::Type::kShard, .text = CleanName(name), .shards = shards};
      }
    }
    return std::nullopt;
  }

  bool IsShardOf(const std::string& name, const std::vector<std::int64_t>& numbers,
                 std::int64_t shards) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto found = rows_[i].item->find(name);
      if (found == rows_[i].item->end()) return false;
      if (ShardOf(found->second.text, shards) != numbers[i]) return false;
    }
    return true;
  }

  // Invents a name for a value that no attribute has. `label`, if any, stands before the value in
  // the key. It is more specific than the kind's word, unless the word begins with it
  // (ORDER#ord_1).
  void Invent(const std::string& part, const std::string& label) {
    const bool told = !label.empty() && LowerText(label) != "id" &&
                      !LowerText(word_).starts_with(LowerText(label));
    std::string name = told ? AttributeNameOf(label) : NameByWord();
    if (IsTime(part)) name = "at";
    if (IsDate(part)) name = "date";
    const auto is_free = [&](const std::string& candidate) {
      return !taken_.contains(candidate) && !result_.invented.contains(candidate);
    };
    auto own = name;
    for (int number = 2; !is_free(own); ++number) own = name + std::to_string(number);
    result_.invented.insert(own);
    Field(std::move(own));
  }

  std::string NameByWord() const {
    if (!word_.empty()) return AttributeNameOf(word_) + "Id";
    auto name = AttributeNameOf(key_);
    return taken_.contains(name) ? name + "Part" : name;  // the key itself may be named sk
  }

  const std::vector<Row>& rows_;
  const std::string& key_;
  const std::set<std::string>& keys_;
  const std::set<std::string>& taken_;  // names of other attributes
  const std::set<std::string>& learned_;
  Sharding sharding_;
  std::string word_;  // the last word that names a kind
  InferredKey result_;
};

// Returns all attribute names. An invented field must have another name.
std::set<std::string> NamesIn(const std::vector<SampledItem>& items,
                              const std::set<std::string>& keys) {
  std::set<std::string> names;
  for (const auto& key : keys) names.insert(CleanName(key));
  for (const auto& item : items) {
    for (const auto& [name, value] : item) names.insert(CleanName(name));
  }
  return names;
}

}  // namespace

InferredKey InferKey(const std::vector<SampledItem>& items, const std::string& key,
                     const std::set<std::string>& keys, Sharding sharding,
                     const std::set<std::string>& learned) {
  const bool text = std::ranges::all_of(items, [&](const SampledItem& item) {
    const auto found = item.find(key);
    return found == item.end() || found->second.type == "S";
  });
  if (!text) {  // a number is a plain attribute
    InferredKey natural{.natural = true};
    natural.text.parts.push_back({.type = Part::Type::kField, .text = CleanName(key)});
    return natural;
  }
  std::size_t strays = 0;
  const auto rows = RowsOf(items, key, strays);
  const auto taken = NamesIn(items, keys);
  auto result = KeyBuilder(rows, key, keys, taken, learned, sharding).Run();
  result.strays = strays;
  return result;
}

std::set<std::string> KeyNamesOf(const SampledTable& sampled) {
  std::set<std::string> keys{sampled.table.partition_key};
  if (!sampled.table.sort_key.empty()) keys.insert(sampled.table.sort_key);
  for (const auto& index : sampled.indexes) {
    if (index.hash.size() > 1 || index.range.size() > 1) continue;
    keys.insert(index.hash.begin(), index.hash.end());
    keys.insert(index.range.begin(), index.range.end());
  }
  return keys;
}

std::map<std::string, std::string> ValuesIn(const Template& text, std::string_view key) {
  std::map<std::string, std::string> values;
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    const auto& part = text.parts[i];
    if (part.type == Part::Type::kLiteral) {
      if (!key.starts_with(part.text)) return {};
      key.remove_prefix(part.text.size());
      continue;
    }
    const bool last = i + 1 == text.parts.size();
    // Two values without a literal between them cannot be separated.
    if (!last && text.parts[i + 1].type != Part::Type::kLiteral) return {};
    const auto end = last ? key.size() : key.find(text.parts[i + 1].text);
    if (end == std::string_view::npos || end == 0) return {};
    const bool exact =
        part.type == Part::Type::kField && part.bucket == Bucket::kNone && !part.descending;
    if (exact) values.emplace(part.text, key.substr(0, end));
    key.remove_prefix(end);
  }
  return key.empty() ? values : std::map<std::string, std::string>();
}

std::optional<Condition> InferCondition(const std::vector<SampledItem>& items,
                                        const std::string& key, const std::set<std::string>& keys) {
  std::vector<const SampledItem*> with;
  std::vector<const SampledItem*> without;
  for (const auto& item : items) (item.contains(key) ? with : without).push_back(&item);
  if (with.empty() || without.empty()) return std::nullopt;
  for (const auto& [name, value] : *with.front()) {
    if (keys.contains(name) || (value.type != "S" && value.type != "BOOL")) continue;
    const auto has = [&](const SampledItem* item) {
      const auto found = item->find(name);
      return found != item->end() && found->second.text == value.text;
    };
    const bool plain = IsWord(value.text) && !IsDate(value.text) && !IsTime(value.text);
    if (plain && std::ranges::all_of(with, has) && std::ranges::none_of(without, has)) {
      return Condition{.attribute = CleanName(name), .value = value.text};
    }
  }
  return std::nullopt;
}

}  // namespace stator::model
