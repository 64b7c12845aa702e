#include "json/writer.h"
#include "price/report.h"
#include "simulate/report.h"

namespace stator::simulate {
namespace {

using json::ObjectWriter;
using price::WriteMember;

void WriteWhole(ObjectWriter& object, std::string_view key, std::size_t value, std::string& out) {
  object.Key(key);
  json::WriteInteger(static_cast<std::int64_t>(value), out);
}

void WritePattern(const PatternOutcome& pattern, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "id", pattern.id, out);
  object.Key("streamConsumer");
  json::WriteBool(pattern.consumer, out);
  WriteMember(object, "requests", pattern.requests, out);
  WriteMember(object, "retries", pattern.retries, out);
  WriteMember(object, "throttled", pattern.throttled, out);
  WriteMember(object, "failed", pattern.failed, out);
}

void WriteBound(const ThrottledBound& bound, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "resource", bound.resource, out);
  WriteMember(object, "reason", bound.reason, out);
  WriteMember(object, "attempts", bound.attempts, out);
  WriteWhole(object, "firstSecond", static_cast<std::size_t>(bound.first), out);
  WriteWhole(object, "lastSecond", static_cast<std::size_t>(bound.last), out);
}

void WriteKey(const BusyKeyOutcome& key, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "resource", key.resource, out);
  WriteMember(object, "access", key.access == capacity::Access::kRead ? "read" : "write", out);
  WriteMember(object, "key", key.key, out);
  WriteMember(object, "peakUnitsPerSecond", key.peak, out);
  WriteMember(object, "throttled", key.throttled, out);
}

void WriteSplit(const SplitOutcome& split, std::string& out) {
  ObjectWriter object(out);
  WriteWhole(object, "second", static_cast<std::size_t>(split.at), out);
  WriteMember(object, "resource", split.resource, out);
  WriteMember(object, "why", WhyText(split.why), out);
  WriteMember(object, "where", split.where, out);
}

void WriteScaling(const ScalingOutcome& scaling, std::string& out) {
  ObjectWriter object(out);
  WriteWhole(object, "second", static_cast<std::size_t>(scaling.at), out);
  WriteMember(object, "resource", scaling.resource, out);
  WriteMember(object, "access", scaling.access == capacity::Access::kRead ? "read" : "write", out);
  WriteWhole(object, "from", static_cast<std::size_t>(scaling.from), out);
  WriteWhole(object, "to", static_cast<std::size_t>(scaling.to), out);
}

void WriteHeld(const HeldOutcome& held, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "resource", held.resource, out);
  WriteMember(object, "access", held.access == capacity::Access::kRead ? "read" : "write", out);
  WriteWhole(object, "minutes", static_cast<std::size_t>(held.minutes), out);
  WriteWhole(object, "firstSecond", static_cast<std::size_t>(held.first), out);
  WriteWhole(object, "lastSecond", static_cast<std::size_t>(held.last), out);
}

void WriteAccess(ObjectWriter& parent, std::string_view key, const AccessOutcome& side,
                 std::string& out) {
  parent.Key(key);
  ObjectWriter object(out);
  WriteMember(object, "units", side.units, out);
  WriteMember(object, "peakAskedPerSecond", side.asked_peak, out);
  WriteMember(object, "provisioned", side.provisioned, out);
  WriteMember(object, "dollars", side.dollars, out);
}

void WriteResource(const ResourceOutcome& resource, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "name", resource.name, out);
  object.Key("onDemand");
  json::WriteBool(resource.on_demand, out);
  WriteAccess(object, "reads", resource.read, out);
  WriteAccess(object, "writes", resource.write, out);
  WriteWhole(object, "partitionsFirst", resource.partitions_first, out);
  WriteWhole(object, "partitionsLast", resource.partitions_last, out);
  WriteMember(object, "storageDollars", resource.storage_dollars, out);
}

template <class T>
void WriteAll(ObjectWriter& object, std::string_view key, const std::vector<T>& list,
              void (*write)(const T&, std::string&), std::string& out) {
  object.Key(key);
  json::WriteList(list, out, write);
}

}  // namespace

std::string SimulationJson(const SimulationAnswer& answer) {
  std::string out;
  {
    const auto& result = answer.result;
    const auto sum = result.Sum();
    ObjectWriter object(out);
    WriteMember(object, "model", answer.model, out);
    WriteMember(object, "profile", answer.profile, out);
    WriteWhole(object, "seconds", static_cast<std::size_t>(answer.seconds), out);
    WriteWhole(object, "seed", answer.seed, out);
    WriteMember(object, "prices", price::NameText(answer.prices), out);
    WriteWhole(object, "attempts", static_cast<std::size_t>(answer.attempts), out);
    WriteMember(object, "requests", sum.requests, out);
    WriteMember(object, "retries", sum.retries, out);
    WriteMember(object, "throttled", sum.throttled, out);
    WriteMember(object, "failed", sum.failed, out);
    WriteMember(object, "waiting", result.waiting, out);
    WriteMember(object, "dollars", result.Dollars(), out);
    WriteMember(object, "dollarsPerMonth", answer.MonthlyDollars(), out);
    WriteAll(object, "patterns", result.patterns, WritePattern, out);
    WriteAll(object, "throttles", result.throttles, WriteBound, out);
    WriteAll(object, "busiestKeys", result.busy_keys, WriteKey, out);
    WriteWhole(object, "splitsTotal", result.splits_total, out);
    WriteAll(object, "splits", result.splits, WriteSplit, out);
    WriteWhole(object, "scalingsTotal", result.scalings_total, out);
    WriteAll(object, "scalings", result.scalings, WriteScaling, out);
    WriteAll(object, "decreasesHeld", result.held, WriteHeld, out);
    WriteAll(object, "resources", result.resources, WriteResource, out);
    object.Key("notes");
    json::WriteList(result.notes, out, [](const std::string& note, std::string& text) {
      json::WriteString(note, text);
    });
  }
  out += '\n';
  return out;
}

}  // namespace stator::simulate
