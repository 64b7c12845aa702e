#include "observe/alarm_rows.h"

#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "catalog/members.h"
#include "item/tree.h"

namespace stator::observe {
namespace {

using catalog::members::Flag;
using catalog::members::Integer;
using catalog::members::Reader;
using catalog::members::Text;
using item::Tree;

constexpr char kAlarmRowFormat = 1;

Error CorruptAlarm() { return {ErrorCode::kCorruption, "a row of an alarm does not decode"}; }

void PutText(Tree::Map& map, const char* name, const std::string& text) {
  if (!text.empty()) map.emplace(name, Text(text));
}

void PutFlag(Tree::Map& map, const char* name, bool value) {
  if (value) map.emplace(name, Flag(value));
}

void PutTexts(Tree::Map& map, const char* name, const std::vector<std::string>& texts) {
  Tree::List list;
  for (const auto& text : texts) list.push_back(Text(text));
  if (!list.empty()) map.emplace(name, Tree{std::move(list)});
}

void PutRule(const Alarm& alarm, Tree::Map& map) {
  map.emplace("series", Tree{Tree::Binary{EncodeSeries(alarm.series)}});
  map.emplace("statistic", Text(alarm.statistic));
  if (alarm.skip_few) map.emplace("skip_few", Flag(*alarm.skip_few));
  map.emplace("period", Integer(alarm.period));
  map.emplace("periods", Integer(static_cast<std::int64_t>(alarm.periods)));
  map.emplace("breaches", Integer(static_cast<std::int64_t>(alarm.breaches)));
  PutFlag(map, "breaches_given", alarm.breaches_given);
  map.emplace("comparison", Integer(static_cast<int>(alarm.comparison)));
  map.emplace("threshold", Text(fmt::format("{}", alarm.threshold)));
  if (alarm.missing) map.emplace("missing", Integer(static_cast<int>(*alarm.missing)));
}

void PutStatus(const AlarmStatus& status, Tree::Map& map) {
  map.emplace("state", Integer(static_cast<int>(status.state)));
  PutText(map, "reason", status.reason);
  PutText(map, "reason_data", status.data);
  map.emplace("updated", Integer(status.updated));
  map.emplace("changed", Integer(status.changed));
}

Result<std::vector<std::string>> ReadTexts(item::ListView list) {
  std::vector<std::string> texts;
  for (const auto value : list) {
    if (value.type() != item::Type::kString) return Fail(CorruptAlarm());
    texts.emplace_back(value.scalar());
  }
  return texts;
}

Result<double> ReadDouble(const std::string& text) {
  const auto value = ParseNumber<double>(text);
  if (!value) return Fail(CorruptAlarm());
  return *value;
}

Result<> ReadRule(const item::ItemView& row, Reader& reader, Alarm& alarm) {
  const Bytes encoded = reader.Binary("series");
  BytesView rest = encoded;
  auto series = DecodeSeries(rest);
  if (!series || !rest.empty()) return Fail(CorruptAlarm());
  alarm.series = *std::move(series);
  alarm.statistic = reader.Text("statistic");
  if (row.Find("skip_few")) alarm.skip_few = reader.Flag("skip_few");
  alarm.period = reader.Integer("period");
  alarm.periods = reader.Natural<std::size_t>("periods");
  alarm.breaches = reader.Natural<std::size_t>("breaches");
  alarm.breaches_given = reader.Flag("breaches_given");
  alarm.comparison = reader.Enumerator("comparison", Comparison::kLessOrEqual);
  alarm.threshold = TRY(ReadDouble(reader.Text("threshold")));
  if (row.Find("missing")) alarm.missing = reader.Enumerator("missing", MissingData::kNotBreaching);
  const bool whole = alarm.period >= kMinuteSeconds && alarm.period % kMinuteSeconds == 0;
  if (!whole || alarm.breaches < 1 || alarm.breaches > alarm.periods) return Fail(CorruptAlarm());
  return {};
}

AlarmStatus ReadStatus(Reader& reader) {
  AlarmStatus status;
  status.state = reader.Enumerator("state", AlarmState::kInsufficientData);
  status.reason = reader.Text("reason", false);
  status.data = reader.Text("reason_data", false);
  status.updated = reader.Integer("updated");
  status.changed = reader.Integer("changed");
  return status;
}

}  // namespace

Bytes EncodeAlarm(const Alarm& alarm) {
  Tree::Map map;
  map.emplace("name", Text(alarm.name));
  map.emplace("arn", Text(alarm.arn));
  if (alarm.description) map.emplace("description", Text(*alarm.description));
  PutFlag(map, "actions_disabled", !alarm.actions.enabled);
  PutTexts(map, "ok_actions", alarm.actions.ok);
  PutTexts(map, "alarm_actions", alarm.actions.alarm);
  PutTexts(map, "insufficient_data_actions", alarm.actions.insufficient_data);
  Tree::Map tags;
  for (const auto& [key, value] : alarm.tags) tags.emplace(key, Text(value));
  if (!tags.empty()) map.emplace("tags", Tree{std::move(tags)});
  map.emplace("configured", Integer(alarm.configured));
  PutRule(alarm, map);
  PutStatus(alarm.status, map);
  return kAlarmRowFormat + item::EncodeItem(map).bytes();
}

Result<Alarm> DecodeAlarm(BytesView bytes) {
  if (bytes.empty() || bytes.front() != kAlarmRowFormat) return Fail(CorruptAlarm());
  bytes.remove_prefix(1);
  TRY(item::Verify(bytes));
  const item::ItemView row(bytes);
  Reader reader(row);
  Alarm alarm;
  alarm.name = reader.Text("name");
  alarm.arn = reader.Text("arn");
  if (row.Find("description")) alarm.description = reader.Text("description");
  alarm.actions.enabled = !reader.Flag("actions_disabled");
  alarm.actions.ok = TRY(ReadTexts(reader.List("ok_actions")));
  alarm.actions.alarm = TRY(ReadTexts(reader.List("alarm_actions")));
  alarm.actions.insufficient_data = TRY(ReadTexts(reader.List("insufficient_data_actions")));
  for (const auto& [key, value] : reader.Map("tags")) {
    if (value.type() != item::Type::kString) return Fail(CorruptAlarm());
    alarm.tags.emplace(std::string(key), std::string(value.scalar()));
  }
  alarm.configured = reader.Integer("configured");
  TRY(ReadRule(row, reader, alarm));
  alarm.status = ReadStatus(reader);
  if (!reader.ok()) return Fail(CorruptAlarm());
  return alarm;
}

}  // namespace stator::observe
