#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/stator.h"

// Planned requests as data. `stator model` lowers each access pattern of a model to one of these
// specs, `stator model verify` runs the specs, and generated programs contain them.
//
// A spec names attributes, never values: the values of one call are an Item from attribute names to
// values, and a Window for the two ends of a range. Every member that is left out has its default,
// so that a later member does not change the specs that exist.
namespace stator::store {

using client::Item;
using client::Value;

// Every row says of which entity it is; a row that makes an attribute unique adds ".unique".
inline constexpr char kTypeName[] = "_type";

// --- Keys ----------------------------------------------------------------------------------------

enum class PieceKind : std::uint8_t { kText, kNumber, kTruth };

// A part of a key's text: a literal, the text of an attribute, or a shard number.
struct Piece {
  std::string text = {};              // a literal; the other members are then unused
  std::string attribute = {};         // empty: any of `shards` shards will do
  int width = 0;                      // a number is padded with zeros to this many digits
  int take = 0;                       // only the first letters of a time, which name its bucket
  bool descending = false;            // every digit d is written as 9 - d
  PieceKind kind = PieceKind::kText;  // the type that ParseKey gives the attribute
  int length = 0;                     // all values have so many letters; 0: their lengths differ
  int shards = 0;                     // the attribute's shard number stands here, not its text

  bool operator==(const Piece&) const = default;
};

// A key attribute. Its value is that of another attribute, or a text made of pieces.
struct KeySpec {
  std::string name = {};
  std::string attribute = {};  // empty: `pieces`
  std::vector<Piece> pieces = {};

  bool operator==(const KeySpec&) const = default;
};

// A condition on an attribute's text in keys. All conditions of a list must hold.
struct When {
  std::string attribute = {};
  std::string value = {};
};

// --- Reads ---------------------------------------------------------------------------------------

enum class Comparison : std::uint8_t { kEquals, kBegins, kBetween };

// A condition on a sort key attribute.
struct SortSpec {
  KeySpec key = {};
  Comparison how = Comparison::kEquals;
  // kBetween: the part of the key that the window ranges over, behind the key's pieces. Unused if
  // the key is an attribute itself.
  Piece piece = {};
  // kBetween: the text behind the last value, where further pieces follow in the key.
  std::string end = {};
};

// A condition on a row that the key condition does not imply. The executor checks it, because the
// attribute may have to be read off a key.
struct FilterSpec {
  std::string attribute = {};
  bool range = false;  // the value lies in the window; otherwise it equals the caller's
};

// A kind of row, known by its `_type` and by its keys.
struct ShapeSpec {
  std::string type = {};
  std::vector<KeySpec> keys = {};
};

// The form of a value. A key made of a value of another form does not sort with the others, or is
// the key of another row.
struct ValueRule {
  std::string attribute = {};
  std::string form = {};                  // "date", "time" or "number"
  int width = 0;                          // a whole number of at most so many digits
  std::vector<std::string> values = {};   // one of these
  bool filled = false;                    // a text that is not empty …
  std::vector<std::string> without = {};  // … and contains none of these
};

// A Query, GetItem or Scan. Its partition keys fan out over shards and time buckets that the
// caller's values do not fix.
struct ReadSpec {
  std::string table = {};
  std::string index = {};  // empty: the table itself
  std::vector<KeySpec> partition = {};
  std::vector<SortSpec> sort = {};
  std::vector<FilterSpec> filters = {};
  bool backward = false;
  std::int64_t limit = 0;  // of rows that are wanted; 0: none
  bool strong = false;
  std::vector<std::string> order = {};    // key attributes by which partitions are merged
  std::string sort_by = {};               // the executor sorts the rows by this attribute
  bool sort_descending = false;           // … in descending order
  std::vector<std::string> refetch = {};  // key of the items to get from the table, one by one
  std::vector<std::string> shown = {};    // attributes to ask for; none: all
  std::vector<ShapeSpec> shapes = {};     // rows of any other shape are left out
  std::string window = {};                // the attribute that the window is over
  std::vector<ValueRule> rules = {};
  // A fetch reads children that lie apart from their parent by specs of their own. Rows of all
  // specs with the same `part` are merged; `part` is their shape in the result.
  std::size_t part = 0;
  std::vector<ReadSpec> children = {};
};

// An ExecuteStatement, with the values of its parameters in their order. A parameter's `name` has
// no meaning.
struct StatementSpec {
  std::string text = {};
  std::vector<KeySpec> parameters = {};
  bool strong = false;
  std::vector<ValueRule> rules = {};
};

// Both ends of a range, included.
using Window = std::optional<std::pair<Value, Value>>;

// --- Writes --------------------------------------------------------------------------------------

enum class WriteKind : std::uint8_t { kPut, kUpdate, kDelete, kCheck };

// An index key that a write keeps in step with the item.
struct DerivedKey {
  KeySpec key = {};
  std::vector<When> when = {};  // the item has the key only if these hold
};

// A put fills in an expiry time so many seconds ahead.
struct Lifetime {
  std::string attribute = {};
  std::int64_t seconds = 0;
};

// One row that an action writes.
struct WriteSpec {
  WriteKind kind = WriteKind::kPut;
  std::string table = {};
  std::string type = {};  // `_type` of the row
  std::vector<KeySpec> keys = {};
  std::vector<When> when = {};  // the row exists only if these hold
  // The row's key may change. A delete addresses the place that the expected values give, and is
  // left out if the row stays; a put at the same place finds the row present.
  bool moved = false;
  bool whole = false;                        // a put writes all values of the entity
  std::vector<std::string> attributes = {};  // further attributes that the row holds
  std::vector<DerivedKey> derived = {};
  bool absent = false;                   // attribute_not_exists
  bool present = false;                  // attribute_exists
  std::vector<std::string> expect = {};  // attributes equal to the expected values
  std::vector<std::string> guard = {};   // attributes equal to the caller's values
  std::vector<std::string> set = {};
  std::vector<std::string> add = {};
  std::vector<std::string> append = {};
};

// A put, update, delete or check of one entity, with all rows that follow from it.
struct ActionSpec {
  std::vector<WriteSpec> writes = {};
  std::vector<ValueRule> rules = {};
  std::vector<std::string> versions = {};  // begin with 1 where the caller gives none
  std::vector<Lifetime> lifetimes = {};
  std::vector<std::string> raises = {};  // become the expected value plus one
};

}  // namespace stator::store
