#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A model as it was written down: entities and access patterns, and the keys that are to serve them
// (docs/model-language.md). Names are as in the text; the parser has seen to it that what is named
// exists. Plain values: copyable, comparable by their parts, owned by whoever holds the Model.
namespace stator::model {

// Where something stands in the text, from 1; 0: it was not written but follows from something.
struct Place {
  std::size_t line = 0;
  std::size_t column = 0;
};

enum class Kind : std::uint8_t {
  kString,  // a word or code; keys rely on it that their delimiter is not in it
  kFree,    // what people enter: any character may be in it
  kId,      // tells one instance of its entity from another
  kNumber,  // with `width`, padded to that many digits wherever a key is made of it
  kDate,    // 2026-11-15
  kTime,    // 2026-11-15T10:30:00.000Z
  kBool,
  kEnum,
  kText,     // prose or JSON, of `bytes`
  kBlob,     // bytes that do not compress, of `bytes`
  kMap,      // of `bytes`
  kList,     // of `elements_max` elements of `bytes` each
  kCounter,  // a number that is only added to
  kVersion,  // a number that optimistic locking compares
  kExpiry,   // time to live, `lifetime_seconds` after the write
};

struct Share {
  std::string value;
  double percent = 0;
};

struct Attribute {
  std::string name;
  Kind kind = Kind::kString;
  int width = 0;                      // of a number in keys; 0: written as it is
  std::int64_t bytes = 0;             // of a text, blob, map or list element
  std::int64_t elements_max = 0;      // of a list; 0: nobody says
  std::int64_t lifetime_seconds = 0;  // of an expiry; 0: nobody says
  std::int64_t distinct = 0;          // how many values there are; 0: nobody says
  std::vector<Share> values;          // of an enum
  bool inherited = false;             // the parent's key, or the tenant
  Place place;
};

enum class Bucket : std::uint8_t { kNone, kMinute, kHour, kDay, kMonth };

struct Part {
  // kMade stands in natural keys only: the attribute is of the table's own key, and a template
  // makes its text.
  enum class Type : std::uint8_t { kLiteral, kField, kShard, kRandom, kMade };
  Type type = Type::kLiteral;
  std::string text;  // of a literal; else the attribute (none for kRandom)
  Bucket bucket = Bucket::kNone;
  bool descending = false;
  std::int64_t shards = 0;
  std::vector<Part> made;  // of kMade: the parts of its text

  bool operator==(const Part&) const = default;
};

// How a key attribute's value is made. Empty: the key has no such attribute.
struct Template {
  std::vector<Part> parts;
  // The attribute itself, in its own type, and not a text made of it. Of several attributes, each
  // part is one.
  bool natural = false;
  Place place;

  bool empty() const { return parts.empty(); }
};

struct Condition {
  std::string attribute;
  std::string value;
  Place place;

  bool operator==(const Condition& other) const {
    return attribute == other.attribute && value == other.value;
  }
};

struct KeyPair {
  Template partition;
  Template sort;
  std::optional<Condition> when;  // only items of which this holds have the key
  Place place;
};

struct Copy {
  KeyPair key;
  std::vector<std::string> attributes;
  bool via_stream = false;  // kept by a stream's consumer instead of the same transaction
};

// What an entity writes into an index whose attributes are made by templates.
struct IndexEntry {
  std::string index;
  KeyPair key;  // of a local index only `sort`
};

struct Skew {
  std::string attribute;
  double zipf = 0;
  Place place;
};

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
  std::vector<std::string> identity;  // what tells its instances apart
  std::vector<KeyPair> keys;          // more than one only with disjoint conditions
  std::vector<Copy> copies;
  std::vector<KeyPair> guards;  // rows that make attributes unique
  std::vector<IndexEntry> entries;
  std::vector<Skew> skews;

  const Attribute* Find(std::string_view attribute) const;
};

struct Scaling {
  std::int64_t min = 0;
  std::int64_t max = 0;
  double target_percent = 70;
};

enum class StreamView : std::uint8_t { kNone, kKeys, kNew, kOld, kNewAndOld };
enum class TableClass : std::uint8_t { kStandard, kInfrequentAccess };

struct Table {
  std::string name;
  Place place;
  std::string partition_key;
  std::string sort_key;  // empty: none
  bool on_demand = true;
  std::int64_t read_units = 0;  // if not on demand
  std::int64_t write_units = 0;
  std::optional<Scaling> scaling;
  StreamView stream = StreamView::kNone;
  TableClass table_class = TableClass::kStandard;
  std::string region;

  // Whether that is all: one attribute, of the table's own key.
  bool HasKey(const std::vector<std::string>& attributes) const;
};

enum class Projection : std::uint8_t { kAll, kKeysOnly, kInclude };

struct Index {
  std::string name;
  Place place;
  std::string table;
  bool local = false;
  std::vector<std::string> hash;   // several: a multi-attribute key
  std::vector<std::string> range;  // none: a hash key only
  Projection projection = Projection::kAll;
  std::vector<std::string> include;

  // The table's key the other way round.
  bool Inverts(const Table& of) const;
};

struct Tenant {
  std::string attribute;
  Template prefix;
  Place place;
};

enum class Verb : std::uint8_t {
  kGet,
  kList,
  kFetch,
  kScan,
  kExport,
  kPut,
  kUpdate,
  kDelete,
  kCheck,
  kTransaction
};

// "get", as patterns say it; a transaction is "txn".
std::string_view NameOf(Verb verb);

// `a` or `a=V` between brackets.
struct Binding {
  std::string attribute;
  std::optional<std::string> value;
  Place place;
};

// An entity, or the children that are fetched with it.
struct Wanted {
  std::string entity;
  std::string order;  // attribute to sort by; empty: any order
  bool descending = false;
  std::int64_t limit = 0;  // 0: all
  Place place;
};

// How the program really asks, where it does not leave that to Stator: `as key …` or `as query …`.
struct Stated {
  std::string index;       // empty: the table
  std::string expression;  // of a Query; empty: `key`
  std::optional<KeyPair> key;
  Place place;
};

// One write of a pattern, or of its transaction.
struct Action {
  Verb verb = Verb::kPut;
  std::string entity;
  std::vector<Binding> bindings;
  std::vector<std::string> sets;      // replaced by what the caller gives
  std::vector<std::string> adds;      // counted up or down, atomically
  std::vector<std::string> modifies;  // computed from what was read before
  std::vector<std::string> appends;   // lists that grow
  bool if_new = false;
  std::vector<std::string> conditions;               // attributes compared with what was read
  std::optional<std::vector<std::string>> rewrites;  // derived keys it keeps; "*": all of them
  std::int64_t times = 1;
  Place place;
};

struct Pattern {
  std::string id;
  Place place;
  std::string text;  // what it is for
  double per_second = 0;
  double peak_per_second = 0;  // at least per_second
  Verb verb = Verb::kGet;
  std::string via;  // the index it is to use, "table", or empty
  // of a read
  Wanted target;
  std::vector<Binding> bindings;
  std::string range;                          // attribute; empty: none
  std::optional<std::int64_t> range_seconds;  // how far it reaches
  std::vector<Wanted> children;               // of a fetch
  std::vector<std::string> shows;             // attributes the caller needs; none: all there are
  bool strong = false;
  std::optional<std::int64_t> expected;  // items
  std::optional<Stated> stated;
  // of a write
  std::vector<Action> actions;  // one, or those of a transaction

  bool reads() const { return verb <= Verb::kExport; }
};

struct Exception {
  std::string pattern;
  double at_most = 0;
};

struct Assertion {
  enum class Type : std::uint8_t { kNoScan, kOneRequest, kCost, kItems, kMayBeEmpty };
  Type type = Type::kNoScan;
  std::vector<Exception> exceptions;  // of kOneRequest; kCost and kItems have one
  bool writes = false;                // kCost: in write units
  Place place;
};

// How many instances verify makes: for each parent, if it has one.
struct Sample {
  std::string entity;
  std::int64_t min = 0;
  std::int64_t max = 0;
};

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
  // Names of indexes tell those of one table apart.
  const Index* FindIndex(std::string_view table, std::string_view name) const;
  // "GSI1"; "orders.GSI1" if another table has one of that name.
  std::string LabelOf(const Index& index) const;
  const Entity* FindEntity(std::string_view name) const;
  const Pattern* FindPattern(std::string_view id) const;
};

// The attribute by which every item says of which entity it is.
inline constexpr char kTypeAttribute[] = "_type";

// What an index is told to include: a key of it or of the table comes anyway and must not be named.
std::vector<std::string> IncludedOf(const Table& table, const Index& index);
// What the index projects: one that is told to include nothing but keys has these only, as DynamoDB
// takes no INCLUDE of nothing.
Projection ProjectionNeeded(const Table& table, const Index& index);

// Whether the name is one of these.
bool Contains(const std::vector<std::string>& names, std::string_view name);

}  // namespace stator::model
