#include "model/price_report.h"
#include "price/report.h"
#include "wire/json_writer.h"

namespace stator::model {
namespace {

using price::WriteRounded;
using wire::ObjectWriter;

void Write(ObjectWriter& object, std::string_view key, double value, std::string& out) {
  object.Key(key);
  WriteRounded(value, out);
}

void Write(ObjectWriter& object, std::string_view key, std::string_view value, std::string& out) {
  object.Key(key);
  wire::WriteString(value, out);
}

void WriteStrings(ObjectWriter& object, std::string_view key,
                  const std::vector<std::string>& values, std::string& out) {
  object.Key(key);
  wire::WriteList(values, out, [](const std::string& value, std::string& text) {
    wire::WriteString(value, text);
  });
}

void WriteDollars(ObjectWriter& object, const Dollars& dollars, std::string& out) {
  Write(object, "onDemand", dollars.on_demand, out);
  Write(object, "autoScaling", dollars.scaled, out);
}

void WritePattern(const PricedPattern& pattern, std::string& out) {
  ObjectWriter object(out);
  Write(object, "id", pattern.id, out);
  Write(object, "perSecond", pattern.per_second, out);
  Write(object, "peakPerSecond", pattern.peak_per_second, out);
  WriteStrings(object, "servedBy", pattern.requests, out);
  object.Key("scans");
  wire::WriteBool(pattern.scans, out);
  Write(object, "requests", pattern.cost.requests, out);
  Write(object, "readUnits", pattern.cost.read_units, out);
  Write(object, "writeUnits", pattern.cost.write_units + pattern.stream_copies.write_units, out);
  WriteDollars(object, pattern.dollars, out);
}

void WriteArm(const PricedArm& arm, std::string& out) {
  ObjectWriter object(out);
  Write(object, "table", arm.table, out);
  if (!arm.index.empty()) Write(object, "index", arm.index, out);
  Write(object, "class", price::ClassName(arm.storage_class), out);
  Write(object, "readUnitsPerSecond", arm.load.reads.average, out);
  Write(object, "writeUnitsPerSecond", arm.load.writes.average, out);
  Write(object, "readUnitsPeak", arm.load.reads.peak, out);
  Write(object, "writeUnitsPeak", arm.load.writes.peak, out);
  Write(object, "bytes", arm.load.stored_bytes, out);
  Write(object, "storage", arm.storage, out);
  WriteDollars(object, arm.Total(), out);
}

void WriteStored(const PricedStorage& stored, std::string& out) {
  ObjectWriter object(out);
  Write(object, "entity", stored.stored.entity, out);
  Write(object, "table", stored.stored.table, out);
  if (!stored.stored.index.empty()) Write(object, "index", stored.stored.index, out);
  Write(object, "items", stored.stored.items, out);
  Write(object, "bytes", stored.stored.bytes, out);
  Write(object, "dollars", stored.dollars, out);
}

void WriteExtra(const PricedExtra& extra, std::string& out) {
  ObjectWriter object(out);
  Write(object, "what", extra.what, out);
  Write(object, "working", extra.working, out);
  Write(object, "dollars", extra.dollars, out);
}

void WriteDesign(const PricedDesign& design, std::string& out) {
  const auto& price = design.price;
  ObjectWriter object(out);
  Write(object, "name", design.name, out);
  object.Key("patterns");
  wire::WriteList(price.patterns, out, WritePattern);
  object.Key("tables");
  wire::WriteList(price.arms, out, WriteArm);
  object.Key("storage");
  wire::WriteList(price.storage, out, WriteStored);
  object.Key("extras");
  wire::WriteList(price.extras, out, WriteExtra);
  object.Key("plans");
  wire::WriteList(price.plans, out, price::WritePlan);
  Write(object, "requestsPerSecond", price.Requests(), out);
  Write(object, "streamReader", price.stream_call_dollars, out);
  Write(object, "total", price.Total(), out);
  WriteStrings(object, "notes", price.notes, out);
}

void WriteRare(const RarePattern& rare, std::string& out) {
  ObjectWriter object(out);
  Write(object, "id", rare.id, out);
  Write(object, "dollars", rare.dollars, out);
  if (!rare.extra) return;
  Write(object, "index", rare.index, out);
  Write(object, "moreWithIndex", *rare.extra, out);
}

void WriteWay(ObjectWriter& object, std::string_view key, const ReadWay& way, std::string& out) {
  object.Key(key);
  ObjectWriter inner(out);
  Write(inner, "requests", way.requests, out);
  Write(inner, "readUnits", way.read_units, out);
  Write(inner, "dollars", way.dollars, out);
}

void WriteCollection(const Collection& fetch, std::string& out) {
  ObjectWriter object(out);
  Write(object, "id", fetch.id, out);
  Write(object, "items", fetch.items, out);
  WriteWay(object, "together", fetch.together, out);
  WriteWay(object, "apart", fetch.apart, out);
  WriteWay(object, "oneByOne", fetch.one_by_one, out);
  WriteWay(object, "scanned", fetch.scanned, out);
}

void WriteCollections(const Collections& all, std::string& out) {
  ObjectWriter object(out);
  object.Key("fetches");
  wire::WriteList(all.fetches, out, WriteCollection);
  Write(object, "together", all.together, out);
  Write(object, "apart", all.apart, out);
  Write(object, "oneByOne", all.one_by_one, out);
  Write(object, "scanned", all.scanned, out);
}

}  // namespace

std::string ModelPriceJson(const PriceAnswer& answer) {
  std::string out;
  {
    ObjectWriter object(out);
    Write(object, "model", answer.model, out);
    object.Key("prices");
    price::WritePrices(answer.prices, out);
    Write(object, "monthHours", answer.terms.terms.month_hours, out);
    object.Key("freeTier");
    wire::WriteBool(answer.terms.terms.free_tier, out);
    object.Key("design");
    WriteDesign(answer.design, out);
    if (answer.other) {
      object.Key("whatIf");
      WriteDesign(*answer.other, out);
    }
    object.Key("rare");
    wire::WriteList(answer.rare, out, WriteRare);
    if (answer.collections) {
      object.Key("collections");
      WriteCollections(*answer.collections, out);
    }
    Write(object, "unverified", UnverifiedText(answer), out);
    if (answer.budget) {
      Write(object, "budget", *answer.budget, out);
      object.Key("overBudget");
      wire::WriteBool(answer.OverBudget(), out);
    }
  }
  return out + "\n";
}

}  // namespace stator::model
