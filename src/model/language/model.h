#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A model as the text states it: entities, access patterns and the keys that serve them
// (docs/model-language.md). Names are spelled as in the text. Parse has checked that every name
// stands for something. All types are plain values: copyable, and owned by the holder of the Model.
namespace stator::model {

// A place in the text, from 1. 0: the thing is not written but derived.
struct Place {
  std::size_t line = 0;
  std::size_t column = 0;
};

// The type of an attribute as the language knows it.
enum class Kind : std::uint8_t {
  kString,  // a word or code; keys rely on its not containing their delimiter
  kFree,    // free input: may contain any character
  kId,      // tells one instance of its entity from another
  kNumber,  // with `width`, padded to that many digits in keys
  kDate,    // 2026-11-15
  kTime,    // 2026-11-15T10:30:00.000Z
  kBool,
  kEnum,
  kText,     // prose or JSON, of `bytes`
  kBlob,     // bytes that do not compress, of `bytes`
  kMap,      // of `bytes`
  kList,     // of `elements_max` elements of `bytes` each
  kCounter,  // a number that changes only by adding to it
  kVersion,  // a number that optimistic locking compares
  kExpiry,   // time to live, `lifetime_seconds` after the write
};

// How often an enum has one of its values.
struct Share {
  std::string value;
  double percent = 0;
};

// An attribute of an entity, with the numbers that the model states about it.
struct Attribute {
  std::string name;
  Kind kind = Kind::kString;
  int width = 0;                      // of a number in keys; 0: no padding
  std::int64_t bytes = 0;             // of a text, blob, map or list element
  std::int64_t elements_max = 0;      // of a list; 0: not stated
  std::int64_t lifetime_seconds = 0;  // of an expiry; 0: not stated
  std::int64_t distinct = 0;          // number of different values; 0: not stated
  std::vector<Share> values;          // of an enum
  bool inherited = false;             // derived: the parent's key, or the tenant
  Place place;
};

// A stretch of time that a key template cuts times into; see bucket.h.
enum class Bucket : std::uint8_t { kNone, kMinute, kHour, kDay, kMonth };

// One part of a template: a literal, or a text made from an attribute.
struct Part {
  // kMade stands in natural keys only: the attribute belongs to the table's own key, whose template
  // makes its text.
  enum class Type : std::uint8_t { kLiteral, kField, kShard, kRandom, kMade };
  Type type = Type::kLiteral;
  std::string text;  // the literal, or the attribute's name; empty for kRandom
  Bucket bucket = Bucket::kNone;
  bool descending = false;
  std::int64_t shards = 0;
  std::vector<Part> made;  // of kMade: the parts of its text

  bool operator==(const Part&) const = default;
};

// Says how to make a key attribute's value. Empty: the key has no such attribute.
struct Template {
  std::vector<Part> parts;
  // The key's value is the attribute itself, in its own type. With several attributes, each part is
  // one.
  bool natural = false;
  Place place;

  bool empty() const { return parts.empty(); }
};

// Holds for the items whose attribute has the value.
struct Condition {
  std::string attribute;
  std::string value;
  Place place;

  bool operator==(const Condition& other) const {
    return attribute == other.attribute && value == other.value;
  }
};

// The key of a row: how its partition key and its sort key are made.
struct KeyPair {
  Template partition;
  Template sort;
  std::optional<Condition> when;  // if given, only items that meet it have the key
  Place place;
};

// A copy of an entity's item under another key.
struct Copy {
  KeyPair key;
  std::vector<std::string> attributes;
  bool via_stream = false;  // a stream's consumer writes the copy, not the item's transaction
};

// An entity's key in an index, if templates make the index's attributes.
struct IndexEntry {
  std::string index;
  KeyPair key;  // a local index has only `sort`
};

// Says that some values of an attribute are used far more often than others.
struct Skew {
  std::string attribute;
  double zipf = 0;
  Place place;
};

// A kind of item, with its attributes, keys and numbers.
struct Entity {
  std::string name;
  Place place;
  std::int64_t count = 0;
  std::int64_t bytes = 0;  // of one item, on average
  std::string table;
  std::string parent;      // empty: none
  std::string parent_key;  // the attribute that names the parent
  double children_average = 0;
  std::int64_t children_max = 0;
  bool shared = false;  // belongs to no tenant
  std::vector<Attribute> attributes;
  std::vector<std::string> identity;  // the attributes that tell its instances apart
  std::vector<KeyPair> keys;          // more than one only with disjoint conditions
  std::vector<Copy> copies;
  std::vector<KeyPair> guards;  // rows that make attributes unique
  std::vector<IndexEntry> entries;
  std::vector<Skew> skews;

  // Returns the attribute of that name, or nullptr.
  const Attribute* Find(std::string_view attribute) const;
};

// Bounds and target of a table's automatic scaling.
struct Scaling {
  std::int64_t min = 0;
  std::int64_t max = 0;
  double target_percent = 70;
};

// The images that a table's stream carries.
enum class StreamView : std::uint8_t { kNone, kKeys, kNew, kOld, kNewAndOld };
// The storage class of a table.
enum class TableClass : std::uint8_t { kStandard, kInfrequentAccess };

// A table's key and settings.
struct Table {
  std::string name;
  Place place;
  std::string partition_key;
  std::string sort_key;  // empty: none
  bool on_demand = true;
  std::int64_t read_units = 0;  // 0 if on demand
  std::int64_t write_units = 0;
  std::optional<Scaling> scaling;
  StreamView stream = StreamView::kNone;
  TableClass table_class = TableClass::kStandard;
  std::string region;

  // Whether `attributes` is a single attribute of the table's own key.
  bool HasKey(const std::vector<std::string>& attributes) const;
};

// The attributes that an index projects besides keys.
enum class Projection : std::uint8_t { kAll, kKeysOnly, kInclude };

// A global or local index.
struct Index {
  std::string name;
  Place place;
  std::string table;
  bool local = false;
  std::vector<std::string> hash;   // several: a multi-attribute key
  std::vector<std::string> range;  // empty: no sort key
  Projection projection = Projection::kAll;
  std::vector<std::string> include;

  // Whether the index's key is the table's key with its sides swapped.
  bool Inverts(const Table& of) const;
};

// The attribute that separates the tenants' data, and the prefix of their keys.
struct Tenant {
  std::string attribute;
  Template prefix;
  Place place;
};

// The kind of request that a pattern or a write makes.
enum class Verb : std::uint8_t {
  kGet,
  kList,
  kFetch,
  kScan,
  kSql,
  kExport,
  kPut,
  kUpdate,
  kDelete,
  kCheck,
  kTransaction
};

// Returns the word that patterns use, such as "get"; a transaction is "txn".
std::string_view NameOf(Verb verb);

// `a` or `a=V` between brackets: a value that the caller knows, or a constant.
struct Binding {
  std::string attribute;
  std::optional<std::string> value;
  Place place;
};

// An entity that a read returns: its target, or the children that it fetches.
struct Wanted {
  std::string entity;
  std::string order;  // attribute to sort by; empty: in any order
  bool descending = false;
  std::int64_t limit = 0;  // 0: all
  Place place;
};

// The request that the program really makes, if the model states it: `as key …` or `as query …`.
struct Stated {
  std::string index;       // empty: the table
  std::string expression;  // of a Query; empty: `key` is stated
  std::optional<KeyPair> key;
  Place place;
};

// The value of a `?` in a statement.
struct Parameter {
  enum class End : std::uint8_t { kNone, kFrom, kTo };
  Template text;         // natural: the attribute as it is
  End end = End::kNone;  // an end of the pattern's range over the attribute
};

// The SELECT of a rare pattern, in PartiQL.
struct Sql {
  std::string text;
  std::string table;  // as the statement names it
  std::string index;  // likewise; empty: the table
  std::vector<Parameter> parameters;
  bool of_entity = false;  // the pattern names the entity; otherwise it is the table's first
  Place place;
};

// One write of a pattern; a transaction has several.
struct Action {
  Verb verb = Verb::kPut;
  std::string entity;
  std::vector<Binding> bindings;
  std::vector<std::string> sets;      // replaced by the caller's values
  std::vector<std::string> adds;      // counted up or down, atomically
  std::vector<std::string> modifies;  // computed from the values read before
  std::vector<std::string> appends;   // lists that grow
  bool if_new = false;
  std::vector<std::string> conditions;  // attributes compared with the values read before
  std::optional<std::vector<std::string>> rewrites;  // derived keys to rewrite; "*": all of them
  std::int64_t times = 1;
  Place place;
};

// An access pattern: one request of the program, with its rate.
struct Pattern {
  std::string id;
  Place place;
  std::string text;  // says what the pattern is for
  double per_second = 0;
  double peak_per_second = 0;  // at least per_second
  Verb verb = Verb::kGet;
  std::string via;  // the index to use, "table", or empty
  // of a read
  Wanted target;
  std::vector<Binding> bindings;
  std::string range;                          // attribute; empty: none
  std::optional<std::int64_t> range_seconds;  // length of the range
  std::vector<Wanted> children;               // of a fetch
  std::vector<std::string> shows;             // attributes the caller needs; empty: all
  bool strong = false;
  std::optional<std::int64_t> expected;  // items that the caller expects
  std::optional<Stated> stated;
  std::optional<Sql> sql;  // of kSql
  // of a write
  std::vector<Action> actions;  // one, or those of a transaction

  bool reads() const { return verb <= Verb::kExport; }
};

// The bound that an assertion sets for one pattern.
struct Exception {
  std::string pattern;
  double at_most = 0;
};

// An `assert` line: a promise of the model that check tests.
struct Assertion {
  enum class Type : std::uint8_t { kNoScan, kOneRequest, kCost, kItems, kMayBeEmpty };
  Type type = Type::kNoScan;
  std::vector<Exception> exceptions;  // of kOneRequest; kCost and kItems have one
  bool writes = false;                // of kCost: the bound is in write units
  Place place;
};

// How many instances verify makes in all, or for each parent if the entity has one.
struct Sample {
  std::string entity;
  std::int64_t min = 0;
  std::int64_t max = 0;
};

// A whole model. Each Find function returns nullptr if there is no such thing.
struct Model {
  std::string name;
  std::string text;
  Place place;
  std::vector<Table> tables;
  std::vector<Index> indexes;
  std::optional<Tenant> tenant;
  std::vector<Entity> entities;
  std::vector<Pattern> patterns;
  std::vector<Assertion> assertions;
  std::optional<double> budget_per_month;  // USD
  std::optional<std::int64_t> indexes_max;
  std::vector<Sample> samples;
  std::uint64_t seed = 1;

  const Table* FindTable(std::string_view name) const;
  // Two tables may have indexes of the same name.
  const Index* FindIndex(std::string_view table, std::string_view name) const;
  // Returns "GSI1", or "orders.GSI1" if another table has an index of the same name.
  std::string LabelOf(const Index& index) const;
  const Entity* FindEntity(std::string_view name) const;
  const Pattern* FindPattern(std::string_view id) const;
};

// The attribute in which every item carries its entity's name.
inline constexpr char kTypeAttribute[] = "_type";

// Returns the attributes to name in an INCLUDE projection. DynamoDB projects keys of the index and
// of the table anyway and refuses them there.
std::vector<std::string> IncludedOf(const Table& table, const Index& index);
// Returns the projection to create the index with. An index that includes only keys becomes
// KEYS_ONLY, because DynamoDB refuses an empty INCLUDE.
Projection ProjectionNeeded(const Table& table, const Index& index);

// Whether `names` contains the name.
bool Contains(const std::vector<std::string>& names, std::string_view name);

}  // namespace stator::model
