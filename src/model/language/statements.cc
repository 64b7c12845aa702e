#include "model/language/statements.h"

#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "model/language/template_parser.h"

namespace stator::model {
namespace {

// Reads "MIN..MAX" in counts; "N" alone means N..N.
ParseResult<std::pair<std::int64_t, std::int64_t>> ReadSpan(Cursor& cursor, std::string_view what) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token(what));
  const auto dots = token.find("..");
  const auto least = ParseCount(std::string_view(token).substr(0, std::min(dots, token.size())));
  const auto most =
      dots == std::string::npos ? least : ParseCount(std::string_view(token).substr(dots + 2));
  if (!least || !most || *least > *most) {
    return Cursor::Complain(place, fmt::format("'{}' is not a span such as 20..5000.", token));
  }
  return std::pair(static_cast<std::int64_t>(*least), static_cast<std::int64_t>(*most));
}

ParseResult<> ReadScaling(Cursor& cursor, Table& table) {
  Scaling scaling;
  std::tie(scaling.min, scaling.max) = TRY(ReadSpan(cursor, "The span of capacity units"));
  if (cursor.Take('@')) {
    const Place place = cursor.place();
    auto token = TRY(cursor.Token("The target, such as 70%"));
    if (token.ends_with('%')) token.pop_back();
    const auto percent = ParseCount(token);
    if (!percent || *percent < 20 || *percent > 90) {
      return Cursor::Complain(place, "The target utilisation is from 20% to 90%.");
    }
    scaling.target_percent = static_cast<double>(*percent);
  }
  table.scaling = scaling;
  return {};
}

ParseResult<> ReadProvisioned(Cursor& cursor, Table& table) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token("Capacity units such as 50/50"));
  const auto slash = token.find('/');
  const auto reads = ParseCount(token.substr(0, slash));
  const auto writes =
      slash == std::string::npos ? reads : ParseCount(std::string_view(token).substr(slash + 1));
  if (slash == std::string::npos || !reads || !writes || *reads < 1 || *writes < 1) {
    return Cursor::Complain(place, fmt::format("'{}' is not READS/WRITES such as 50/25.", token));
  }
  table.on_demand = false;
  table.read_units = static_cast<std::int64_t>(*reads);
  table.write_units = static_cast<std::int64_t>(*writes);
  if (cursor.TakeWord("auto")) return ReadScaling(cursor, table);
  return {};
}

ParseResult<StreamView> ReadStreamView(Cursor& cursor) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token("What the stream shows"));
  constexpr std::array<std::pair<std::string_view, StreamView>, 5> kViews{
      {{"keys", StreamView::kKeys},
       {"new", StreamView::kNew},
       {"old", StreamView::kOld},
       {"new+old", StreamView::kNewAndOld},
       {"old+new", StreamView::kNewAndOld}}};
  for (const auto& [name, view] : kViews) {
    if (token == name) return view;
  }
  return Cursor::Complain(place, "A stream shows keys, new, old or new+old.");
}

// Reads a name within DynamoDB's bounds for names of tables and indexes.
ParseResult<std::string> ReadTableName(Cursor& cursor, std::string_view what) {
  constexpr std::size_t kNameBytesMin = 3;
  constexpr std::size_t kNameBytesMax = 255;
  const Place place = cursor.place();
  auto name = TRY(cursor.Name(what));
  if (name.size() >= kNameBytesMin && name.size() <= kNameBytesMax) return name;
  return Cursor::Complain(
      place, fmt::format("{} has from {} to {} characters.", what, kNameBytesMin, kNameBytesMax));
}

ParseResult<std::string> ReadRegion(Cursor& cursor) {
  constexpr std::size_t kRegionBytesMax = 64;
  const Place place = cursor.place();
  auto name = TRY(cursor.Name("The region"));
  const bool plain = name.find_first_of("_.") == std::string::npos && name.front() != '-' &&
                     name.size() <= kRegionBytesMax;
  if (plain) return name;
  return Cursor::Complain(place, "A region is made of letters, digits and hyphens: eu-west-1.");
}

ParseResult<> ReadTableOption(Cursor& cursor, Table& table) {
  if (cursor.TakeWord("on-demand")) return {};
  if (cursor.TakeWord("provisioned")) return ReadProvisioned(cursor, table);
  if (cursor.TakeWord("stream")) {
    table.stream = TRY(ReadStreamView(cursor));
    return {};
  }
  if (cursor.TakeWord("class")) {
    if (cursor.TakeWord("ia")) {
      table.table_class = TableClass::kInfrequentAccess;
    } else if (!cursor.TakeWord("standard")) {
      return cursor.Complain("A table's class is standard or ia.");
    }
    return {};
  }
  if (cursor.TakeWord("region")) {
    table.region = TRY(ReadRegion(cursor));
    return {};
  }
  return cursor.Complain(
      "A table takes on-demand, provisioned R/W, stream VIEW, class standard|ia and region NAME.");
}

// Reads the options of a table. Each may stand once; on-demand and provisioned exclude each other.
ParseResult<> ReadTableOptions(Cursor& cursor, Table& table) {
  std::set<std::string> seen;
  while (!cursor.AtEnd()) {
    const Place place = cursor.place();
    const std::string word(cursor.PeekWord());
    TRY(ReadTableOption(cursor, table));
    if (!seen.insert(word == "on-demand" ? "provisioned" : word).second) {
      return Cursor::Complain(place, "The table has this clause already.");
    }
  }
  return {};
}

// Reads "a + b".
ParseResult<std::vector<std::string>> ReadKeyNames(Cursor& cursor) {
  std::vector<std::string> names;
  do {
    names.push_back(TRY(cursor.Name("A key attribute")));
  } while (cursor.Take('+'));
  return names;
}

ParseResult<> ReadProjection(Cursor& cursor, Index& index) {
  if (cursor.TakeWord("all")) return {};
  if (cursor.TakeWord("keys")) {
    index.projection = Projection::kKeysOnly;
    return {};
  }
  if (cursor.TakeWord("include")) {
    index.projection = Projection::kInclude;
    index.include = TRY(ReadNames(cursor, "A projected attribute"));
    return {};
  }
  return cursor.Complain("An index ends in all, keys or include a, b.");
}

// Reads the parent and the number of its children: PARENT(key) AVG..MAX.
ParseResult<> ReadParent(Cursor& cursor, Entity& entity) {
  entity.parent = TRY(cursor.Name("The parent"));
  TRY(cursor.Expect('(', "after the parent's name, before the attribute that names it"));
  entity.parent_key = TRY(cursor.Name("The attribute that names the parent"));
  TRY(cursor.Expect(')', "after the attribute that names the parent"));
  const auto [average, most] = TRY(ReadSpan(cursor, "How many it has, such as 20..5000"));
  entity.children_average = static_cast<double>(average);
  entity.children_max = most;
  return {};
}

ParseResult<> ReadCopy(Cursor& cursor, Entity& entity) {
  Copy copy{.key = TRY(ReadKeyPair(cursor))};
  if (cursor.Take('(')) {
    copy.attributes = TRY(ReadNames(cursor, "A copied attribute"));
    TRY(cursor.Expect(')', "after the copied attributes"));
  }
  if (!copy.key.when) copy.key.when = TRY(ReadWhen(cursor));
  if (cursor.TakeWord("via")) {
    if (!cursor.TakeWord("stream")) return cursor.Complain("A copy may be kept via stream.");
    copy.via_stream = true;
  }
  entity.copies.push_back(std::move(copy));
  return {};
}

ParseResult<> ReadSkew(Cursor& cursor, Entity& entity) {
  Skew skew{.place = cursor.place()};
  skew.attribute = TRY(cursor.Name("The skewed attribute"));
  if (!cursor.TakeWord("zipf")) return cursor.Complain("A skew is written as `skew a zipf 1.1`.");
  const Place place = cursor.place();
  skew.zipf = TRY(ReadDecimal(cursor, "The exponent"));
  if (!(skew.zipf > 0 && skew.zipf <= 5)) {
    return Cursor::Complain(place, "The exponent is more than 0 and at most 5.");
  }
  entity.skews.push_back(std::move(skew));
  return {};
}

// Complains unless this is the first statement of its kind.
ParseResult<> ExpectFirst(Cursor& cursor, bool first, std::string_view statement) {
  if (first) return {};
  return cursor.Complain(fmt::format("There is a second {} line.", statement));
}

ParseResult<> ReadIndexEntry(Cursor& cursor, Entity& entity) {
  IndexEntry entry;
  const Place place = cursor.place();
  entry.index = TRY(cursor.Name("attr, key, copy, unique, identity, skew or an index"));
  entry.key = TRY(ReadKeyPair(cursor));
  entry.key.place = place;
  entity.entries.push_back(std::move(entry));
  return {};
}

}  // namespace

ParseResult<> ReadModelLine(Cursor& cursor, Model& model) {
  TRY(ExpectFirst(cursor, model.name.empty(), "model"));
  model.place = cursor.place();
  model.name = TRY(cursor.Name("The model's name"));
  if (cursor.Peek() == '"') model.text = TRY(cursor.Quoted());
  return {};
}

ParseResult<> ReadTable(Cursor& cursor, Model& model) {
  Table table{.place = cursor.place()};
  table.name = TRY(ReadTableName(cursor, "The table's name"));
  TRY(cursor.Expect('(', "after the table's name, before its key"));
  table.partition_key = TRY(cursor.Name("The partition key's attribute"));
  if (cursor.Take(',')) table.sort_key = TRY(cursor.Name("The sort key's attribute"));
  TRY(cursor.Expect(')', "after the table's key"));
  TRY(ReadTableOptions(cursor, table));
  if (model.FindTable(table.name) != nullptr) {
    return Cursor::Complain(table.place, fmt::format("There are two tables '{}'.", table.name));
  }
  model.tables.push_back(std::move(table));
  return {};
}

ParseResult<> Invert(const Table& table, Index& index) {
  if (table.sort_key.empty()) {
    return Cursor::Complain(
        index.place,
        fmt::format("{} has no sort key to exchange with its partition key.", table.name));
  }
  index.hash = {table.sort_key};
  index.range = {table.partition_key};
  return {};
}

ParseResult<> ReadIndexKey(Cursor& cursor, const Table& table, Index& index) {
  const Place place = cursor.place();
  index.local = cursor.TakeWord("local");
  if (index.local && table.sort_key.empty()) {
    return Cursor::Complain(
        place, fmt::format("A local index sorts the items of one partition key of {} in another "
                           "order. {} has no sort key, so each partition key has one item.",
                           table.name, table.name));
  }
  TRY(cursor.Expect('(', "after the index's name, before its key"));
  auto names = TRY(ReadKeyNames(cursor));
  if (index.local) {
    index.hash = {table.partition_key};
    index.range = std::move(names);
  } else {
    index.hash = std::move(names);
    if (cursor.Take(',')) index.range = TRY(ReadKeyNames(cursor));
  }
  constexpr std::size_t kKeyAttributesMax = 4;
  if (std::max(index.hash.size(), index.range.size()) > (index.local ? 1 : kKeyAttributesMax)) {
    return cursor.Complain(
        "An index key has up to 4 attributes on each side; a local index has one.");
  }
  TRY(cursor.Expect(')', "after the index's key"));
  return {};
}

ParseResult<> ReadIndex(Cursor& cursor, Model& model) {
  Index index{.place = cursor.place()};
  index.name = TRY(ReadTableName(cursor, "The index's name"));
  if (model.tables.empty()) {
    return Cursor::Complain(index.place, "An index stands below the table it belongs to.");
  }
  index.table = model.tables.back().name;
  if (cursor.TakeWord("inverted")) {
    TRY(Invert(model.tables.back(), index));
  } else {
    TRY(ReadIndexKey(cursor, model.tables.back(), index));
  }
  TRY(ReadProjection(cursor, index));
  if (model.FindIndex(index.table, index.name) != nullptr) {
    return Cursor::Complain(
        index.place, fmt::format("There are two indexes '{}' of {}.", index.name, index.table));
  }
  model.indexes.push_back(std::move(index));
  return {};
}

ParseResult<> ReadTenant(Cursor& cursor, Model& model) {
  TRY(ExpectFirst(cursor, !model.tenant, "tenant"));
  Tenant tenant{.place = cursor.place()};
  tenant.attribute = TRY(cursor.Name("The tenant's attribute"));
  if (!cursor.TakeWord("prefix")) {
    return cursor.Complain("A tenant is written as `tenant id prefix TENANT#{id}#`.");
  }
  const Place place = cursor.place();
  tenant.prefix = TRY(ParseTemplate(TRY(cursor.TemplateText()), place));
  model.tenant = std::move(tenant);
  return {};
}

ParseResult<> ReadEntity(Cursor& cursor, Model& model) {
  Entity entity{.place = cursor.place()};
  entity.name = TRY(cursor.Name("The entity's name"));
  entity.count = TRY(ReadCount(cursor, "How many there are"));
  if (!cursor.TakeWord("x")) {
    return cursor.Complain("Number and size of items are written as `20M x 600B`.");
  }
  entity.bytes = TRY(ReadSize(cursor, "The size of an item"));
  while (!cursor.AtEnd()) {
    if (cursor.TakeWord("in")) {
      TRY(ReadParent(cursor, entity));
    } else if (cursor.TakeWord("table")) {
      entity.table = TRY(cursor.Name("The table"));
    } else if (cursor.TakeWord("shared")) {
      entity.shared = true;
    } else {
      return cursor.Complain("An entity takes in PARENT(key) AVG..MAX, table NAME and shared.");
    }
  }
  if (model.FindEntity(entity.name) != nullptr) {
    return Cursor::Complain(entity.place, fmt::format("There are two entities '{}'.", entity.name));
  }
  model.entities.push_back(std::move(entity));
  return {};
}

ParseResult<> ReadMember(Cursor& cursor, Entity& entity) {
  const auto word = cursor.PeekWord();
  for (const std::string_view known : {"attr", "key", "copy", "unique", "identity", "skew"}) {
    if (word != known) continue;
    Cursor ahead = cursor;
    ahead.TakeWord(known);
    if (ahead.Peek() == ':') return ahead.Complain(fmt::format("No colon follows {}.", known));
  }
  if (cursor.TakeWord("attr")) return ReadAttributes(cursor, entity);
  if (cursor.TakeWord("key")) {
    entity.keys.push_back(TRY(ReadKeyPair(cursor)));
    return {};
  }
  if (cursor.TakeWord("copy")) return ReadCopy(cursor, entity);
  if (cursor.TakeWord("unique")) {
    entity.guards.push_back(TRY(ReadKeyPair(cursor)));
    return {};
  }
  if (cursor.TakeWord("identity")) {
    TRY(ExpectFirst(cursor, entity.identity.empty(), "identity"));
    entity.identity = TRY(ReadNames(cursor, "An attribute"));
    return {};
  }
  if (cursor.TakeWord("skew")) return ReadSkew(cursor, entity);
  return ReadIndexEntry(cursor, entity);
}

ParseResult<> ReadBudget(Cursor& cursor, Model& model) {
  TRY(ExpectFirst(cursor, !model.budget_per_month, "budget"));
  const Place place = cursor.place();
  const auto budget = ReadDecimal(cursor, "The budget");
  if (!budget || !(*budget > 0) || TRY(cursor.Token("usd/month")) != "usd/month") {
    return Cursor::Complain(place, "A budget is written as `budget 6000 usd/month`.");
  }
  model.budget_per_month = *budget;
  return {};
}

ParseResult<> ReadLimit(Cursor& cursor, Model& model) {
  TRY(ExpectFirst(cursor, !model.indexes_max, "limit"));
  model.indexes_max = TRY(ReadCount(cursor, "The number of indexes"));
  if (!cursor.TakeWord("indexes"))
    return cursor.Complain("A limit is written as `limit 3 indexes`.");
  return {};
}

ParseResult<> ReadSample(Cursor& cursor, Model& model) {
  do {
    Sample sample;
    std::tie(sample.min, sample.max) = TRY(ReadSpan(cursor, "How many to make"));
    sample.entity = TRY(cursor.Name("The entity"));
    cursor.TakeWord("each");
    model.samples.push_back(std::move(sample));
  } while (cursor.Take(','));
  if (cursor.TakeWord("seed")) {
    model.seed = static_cast<std::uint64_t>(TRY(ReadCount(cursor, "The seed")));
  }
  return {};
}

}  // namespace stator::model
