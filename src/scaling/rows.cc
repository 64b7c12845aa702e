#include "scaling/rows.h"

#include <utility>

#include <fmt/format.h>

#include "base/endian.h"
#include "base/text.h"
#include "catalog/members.h"
#include "item/tree.h"

namespace stator::scaling {
namespace {

using catalog::members::Flag;
using catalog::members::Integer;
using catalog::members::PutInteger;
using catalog::members::Reader;
using catalog::members::Text;
using item::Tree;

constexpr char kScalingRowFormat = 1;
constexpr char kTargetMark = 't';
constexpr char kActivityMark = 'a';

Error CorruptScaling() { return {ErrorCode::kCorruption, "a row of auto scaling does not decode"}; }

void PutText(Tree::Map& map, const char* name, const std::string& text) {
  if (!text.empty()) map.emplace(name, Text(text));
}

void PutFlag(Tree::Map& map, const char* name, bool value) {
  if (value) map.emplace(name, Flag(value));
}

void PutId(const TargetId& id, Tree::Map& map) {
  map.emplace("resource", Text(id.resource));
  map.emplace("dimension", Integer(static_cast<int>(id.dimension)));
}

Tree PolicyTree(const Policy& policy) {
  Tree::Map map;
  map.emplace("name", Text(policy.name));
  map.emplace("arn", Text(policy.arn));
  map.emplace("created", Integer(policy.created));
  map.emplace("target", Text(fmt::format("{}", policy.target)));
  if (policy.disable_scale_in) map.emplace("disable_scale_in", Flag(*policy.disable_scale_in));
  PutInteger(map, "out_cooldown", policy.out_cooldown);
  PutInteger(map, "in_cooldown", policy.in_cooldown);
  Tree::List ids;
  for (const auto& id : policy.alarm_ids) ids.push_back(Text(id));
  map.emplace("alarms", Tree{std::move(ids)});
  PutInteger(map, "last_out", policy.state.last_out);
  PutInteger(map, "last_in", policy.state.last_in);
  PutInteger(map, "last_out_capacity", policy.state.last_out_capacity);
  return {std::move(map)};
}

Tree ActionTree(const ScheduledAction& action) {
  Tree::Map map;
  map.emplace("name", Text(action.name));
  map.emplace("arn", Text(action.arn));
  map.emplace("created", Integer(action.created));
  map.emplace("schedule", Text(action.schedule));
  PutText(map, "timezone", action.timezone);
  PutInteger(map, "start", action.start);
  PutInteger(map, "end", action.end);
  PutInteger(map, "min", action.min);
  PutInteger(map, "max", action.max);
  PutInteger(map, "next", action.next);
  return {std::move(map)};
}

Result<Reader> ReaderOf(item::ValueView value) {
  if (value.type() != item::Type::kMap) return Fail(CorruptScaling());
  return Reader(value.map());
}

// Returns a reader of a row: a format byte and an item.
Result<Reader> ReaderOf(BytesView bytes) {
  if (bytes.empty() || bytes.front() != kScalingRowFormat) return Fail(CorruptScaling());
  bytes.remove_prefix(1);
  TRY(item::Verify(bytes));
  return Reader(item::ItemView(bytes));
}

TargetId ReadId(Reader& reader) {
  return {reader.Text("resource"), reader.Enumerator("dimension", Dimension::kIndexWrite)};
}

Result<double> ReadDouble(const std::string& text) {
  const auto value = ParseNumber<double>(text);
  if (!value) return Fail(CorruptScaling());
  return *value;
}

Result<std::array<std::string, 4>> ReadAlarmIds(item::ListView list) {
  std::array<std::string, 4> ids;
  std::size_t count = 0;
  for (const auto value : list) {
    if (value.type() != item::Type::kString || count == ids.size()) return Fail(CorruptScaling());
    ids[count++] = std::string(value.scalar());
  }
  if (count != ids.size()) return Fail(CorruptScaling());
  return ids;
}

Result<Policy> ReadPolicy(item::ValueView value) {
  Reader reader = TRY(ReaderOf(value));
  Policy policy;
  policy.name = reader.Text("name");
  policy.arn = reader.Text("arn");
  policy.created = reader.Integer("created");
  policy.target = TRY(ReadDouble(reader.Text("target")));
  if (value.map().Find("disable_scale_in"))
    policy.disable_scale_in = reader.Flag("disable_scale_in");
  policy.out_cooldown = reader.OptionalInteger("out_cooldown");
  policy.in_cooldown = reader.OptionalInteger("in_cooldown");
  policy.alarm_ids = TRY(ReadAlarmIds(reader.List("alarms", true)));
  policy.state.last_out = reader.Integer("last_out", 0);
  policy.state.last_in = reader.Integer("last_in", 0);
  policy.state.last_out_capacity = reader.Integer("last_out_capacity", 0);
  if (!reader.ok()) return Fail(CorruptScaling());
  return policy;
}

Result<ScheduledAction> ReadAction(item::ValueView value) {
  Reader reader = TRY(ReaderOf(value));
  ScheduledAction action;
  action.name = reader.Text("name");
  action.arn = reader.Text("arn");
  action.created = reader.Integer("created");
  action.schedule = reader.Text("schedule");
  action.timezone = reader.Text("timezone", false);
  action.start = reader.OptionalInteger("start");
  action.end = reader.OptionalInteger("end");
  action.min = reader.OptionalInteger("min");
  action.max = reader.OptionalInteger("max");
  action.next = reader.OptionalInteger("next");
  if (!reader.ok()) return Fail(CorruptScaling());
  return action;
}

Result<> ReadParts(Reader& reader, Target& target) {
  for (const auto& [key, value] : reader.Map("tags")) {
    if (value.type() != item::Type::kString) return Fail(CorruptScaling());
    target.tags.emplace(std::string(key), std::string(value.scalar()));
  }
  for (const auto value : reader.List("policies")) {
    target.policies.push_back(TRY(ReadPolicy(value)));
  }
  for (const auto value : reader.List("actions")) target.actions.push_back(TRY(ReadAction(value)));
  return {};
}

}  // namespace

Bytes TargetKey(const TargetId& id) {
  Bytes key(1, kTargetMark);
  key += static_cast<char>(id.dimension);
  return key + Bytes(id.resource);
}

Bytes ActivityKey(std::uint64_t number) {
  Bytes key(1, kActivityMark);
  AppendBigEndian64(number, key);
  return key;
}

bool IsTargetKey(BytesView key) { return !key.empty() && key.front() == kTargetMark; }

Bytes EncodeTarget(const Target& target) {
  Tree::Map map;
  PutId(target.id, map);
  map.emplace("arn", Text(target.arn));
  PutText(map, "role", target.role_arn);
  map.emplace("created", Integer(target.created));
  map.emplace("min", Integer(target.min));
  map.emplace("max", Integer(target.max));
  PutFlag(map, "in_suspended", target.suspended.scale_in);
  PutFlag(map, "out_suspended", target.suspended.scale_out);
  PutFlag(map, "schedule_suspended", target.suspended.scheduled);
  PutFlag(map, "bounds_changed", target.bounds_changed);
  Tree::Map tags;
  for (const auto& [key, value] : target.tags) tags.emplace(key, Text(value));
  if (!tags.empty()) map.emplace("tags", Tree{std::move(tags)});
  Tree::List policies;
  for (const auto& policy : target.policies) policies.push_back(PolicyTree(policy));
  if (!policies.empty()) map.emplace("policies", Tree{std::move(policies)});
  Tree::List actions;
  for (const auto& action : target.actions) actions.push_back(ActionTree(action));
  if (!actions.empty()) map.emplace("actions", Tree{std::move(actions)});
  return kScalingRowFormat + item::EncodeItem(map).bytes();
}

Result<Target> DecodeTarget(BytesView bytes) {
  Reader reader = TRY(ReaderOf(bytes));
  Target target;
  target.id = ReadId(reader);
  target.arn = reader.Text("arn");
  target.role_arn = reader.Text("role", false);
  target.created = reader.Integer("created");
  target.min = reader.Integer("min");
  target.max = reader.Integer("max");
  target.suspended = {reader.Flag("in_suspended"), reader.Flag("out_suspended"),
                      reader.Flag("schedule_suspended")};
  target.bounds_changed = reader.Flag("bounds_changed");
  TRY(ReadParts(reader, target));
  if (!reader.ok() || !ParseResource(target.id.resource, target.id.dimension)) {
    return Fail(CorruptScaling());
  }
  return target;
}

Bytes EncodeActivity(const Activity& activity) {
  Tree::Map map;
  map.emplace("id", Text(activity.id));
  PutId(activity.target, map);
  PutText(map, "description", activity.description);
  PutText(map, "cause", activity.cause);
  map.emplace("start", Integer(activity.start));
  map.emplace("end", Integer(activity.end));
  map.emplace("status", Integer(static_cast<int>(activity.status)));
  PutText(map, "message", activity.message);
  PutInteger(map, "not_scaled", std::int64_t{static_cast<int>(activity.not_scaled)});
  PutInteger(map, "capacity", activity.capacity);
  return kScalingRowFormat + item::EncodeItem(map).bytes();
}

Result<Activity> DecodeActivity(BytesView key, BytesView bytes) {
  if (key.size() != 1 + sizeof(std::uint64_t) || key.front() != kActivityMark) {
    return Fail(CorruptScaling());
  }
  Reader reader = TRY(ReaderOf(bytes));
  Activity activity;
  activity.number = ReadBigEndian64(key.substr(1));
  activity.id = reader.Text("id");
  activity.target = ReadId(reader);
  activity.description = reader.Text("description", false);
  activity.cause = reader.Text("cause", false);
  activity.start = reader.Integer("start");
  activity.end = reader.Integer("end");
  activity.status = reader.Enumerator("status", Activity::Status::kUnfulfilled);
  activity.message = reader.Text("message", false);
  activity.not_scaled = static_cast<NotScaled>(reader.Integer("not_scaled", 0));
  activity.capacity = reader.Integer("capacity", 0);
  if (!reader.ok() || activity.not_scaled > NotScaled::kAtMin) return Fail(CorruptScaling());
  return activity;
}

}  // namespace stator::scaling
