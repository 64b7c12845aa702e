#include "json/writer.h"
#include "model/cost/report.h"
#include "price/report.h"

namespace stator::model {
namespace {

using json::ObjectWriter;
using price::WriteMember;

void WriteStrings(ObjectWriter& object, std::string_view key,
                  const std::vector<std::string>& values, std::string& out) {
  object.Key(key);
  json::WriteList(values, out, [](const std::string& value, std::string& text) {
    json::WriteString(value, text);
  });
}

void WriteDollars(ObjectWriter& object, const Dollars& dollars, std::string& out) {
  WriteMember(object, "onDemand", dollars.on_demand, out);
  WriteMember(object, "autoScaling", dollars.scaled, out);
}

void WritePattern(const PricedPattern& pattern, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "id", pattern.id, out);
  WriteMember(object, "perSecond", pattern.per_second, out);
  WriteMember(object, "peakPerSecond", pattern.peak_per_second, out);
  WriteStrings(object, "servedBy", pattern.requests, out);
  object.Key("scans");
  json::WriteBool(pattern.scans, out);
  WriteMember(object, "requests", pattern.cost.requests, out);
  WriteMember(object, "readUnits", pattern.cost.read_units, out);
  WriteMember(object, "writeUnits", pattern.cost.write_units + pattern.stream_copies.write_units,
              out);
  WriteDollars(object, pattern.Total(), out);
}

void WriteResource(const PricedResource& resource, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "table", resource.table, out);
  if (!resource.index.empty()) WriteMember(object, "index", resource.index, out);
  WriteMember(object, "class", price::ClassName(resource.storage_class), out);
  WriteMember(object, "readUnitsPerSecond", resource.load.reads.average, out);
  WriteMember(object, "writeUnitsPerSecond", resource.load.writes.average, out);
  WriteMember(object, "readUnitsPeak", resource.load.reads.peak, out);
  WriteMember(object, "writeUnitsPeak", resource.load.writes.peak, out);
  WriteMember(object, "bytes", resource.load.stored_bytes, out);
  WriteMember(object, "storage", resource.storage, out);
  WriteDollars(object, resource.Total(), out);
}

void WriteLocalIndex(const PricedLocalIndex& local, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "table", local.table, out);
  WriteMember(object, "index", local.index, out);
  WriteMember(object, "readUnitsPerSecond", local.reads, out);
  WriteMember(object, "writeUnitsPerSecond", local.writes, out);
  WriteMember(object, "bytes", local.bytes, out);
  WriteDollars(object, local.dollars, out);
}

void WriteStored(const PricedStorage& stored, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "entity", stored.stored.entity, out);
  WriteMember(object, "table", stored.stored.table, out);
  if (!stored.stored.index.empty()) WriteMember(object, "index", stored.stored.index, out);
  WriteMember(object, "items", stored.stored.items, out);
  WriteMember(object, "bytes", stored.stored.bytes, out);
  WriteMember(object, "dollars", stored.dollars, out);
}

void WriteExtra(const PricedExtra& extra, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "what", extra.what, out);
  WriteMember(object, "working", extra.working, out);
  WriteMember(object, "dollars", extra.dollars, out);
}

void WriteDesign(const PricedDesign& design, std::string& out) {
  const auto& price = design.price;
  ObjectWriter object(out);
  WriteMember(object, "name", design.name, out);
  object.Key("patterns");
  json::WriteList(price.patterns, out, WritePattern);
  object.Key("tables");
  json::WriteList(price.resources, out, WriteResource);
  object.Key("localIndexes");
  json::WriteList(price.local_indexes, out, WriteLocalIndex);
  object.Key("storage");
  json::WriteList(price.storage, out, WriteStored);
  object.Key("extras");
  json::WriteList(price.extras, out, WriteExtra);
  object.Key("plans");
  json::WriteList(price.plans, out, price::WritePlan);
  WriteMember(object, "requestsPerSecond", price.Requests(), out);
  WriteMember(object, "streamReader", price.stream_call_dollars, out);
  WriteMember(object, "total", price.Total(), out);
  WriteStrings(object, "notes", price.notes, out);
}

void WriteRare(const RarePattern& rare, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "id", rare.id, out);
  WriteMember(object, "dollars", rare.dollars, out);
  if (!rare.extra) return;
  WriteMember(object, "index", rare.index, out);
  WriteMember(object, "moreWithIndex", *rare.extra, out);
}

void WriteWay(ObjectWriter& object, std::string_view key, const ReadWay& way, std::string& out) {
  object.Key(key);
  ObjectWriter inner(out);
  WriteMember(inner, "requests", way.requests, out);
  WriteMember(inner, "readUnits", way.read_units, out);
  WriteMember(inner, "dollars", way.dollars, out);
}

void WriteCollection(const Collection& fetch, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "id", fetch.id, out);
  WriteMember(object, "items", fetch.items, out);
  WriteWay(object, "together", fetch.together, out);
  WriteWay(object, "apart", fetch.apart, out);
  WriteWay(object, "oneByOne", fetch.one_by_one, out);
  WriteWay(object, "scanned", fetch.scanned, out);
}

void WriteCollections(const Collections& all, std::string& out) {
  ObjectWriter object(out);
  object.Key("fetches");
  json::WriteList(all.fetches, out, WriteCollection);
  WriteMember(object, "together", all.together, out);
  WriteMember(object, "apart", all.apart, out);
  WriteMember(object, "oneByOne", all.one_by_one, out);
  WriteMember(object, "scanned", all.scanned, out);
}

}  // namespace

std::string ModelPriceJson(const PriceAnswer& answer) {
  std::string out;
  {
    ObjectWriter object(out);
    WriteMember(object, "model", answer.model, out);
    object.Key("prices");
    price::WritePrices(answer.prices, out);
    WriteMember(object, "monthHours", answer.terms.terms.month_hours, out);
    object.Key("freeTier");
    json::WriteBool(answer.terms.terms.free_tier, out);
    object.Key("design");
    WriteDesign(answer.design, out);
    if (answer.other) {
      object.Key("whatIf");
      WriteDesign(*answer.other, out);
    }
    object.Key("rare");
    json::WriteList(answer.rare, out, WriteRare);
    if (answer.collections) {
      object.Key("collections");
      WriteCollections(*answer.collections, out);
    }
    WriteMember(object, "unverified", UnverifiedText(answer), out);
    if (answer.budget) {
      WriteMember(object, "budget", *answer.budget, out);
      object.Key("overBudget");
      json::WriteBool(answer.OverBudget(), out);
    }
  }
  return out + "\n";
}

}  // namespace stator::model
