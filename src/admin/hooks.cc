#include "admin/hooks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "admin/answer.h"
#include "admin/query.h"
#include "admin/refusal.h"
#include "admin/seconds.h"
#include "hooks/hook_target.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "streams/sequence.h"

namespace stator::admin {
namespace {

enum class HookStatus : std::uint8_t { kNoStream, kIdle, kDelivering, kRetrying };
std::string_view NameOf(HookStatus status) {
  switch (status) {
    case HookStatus::kNoStream:
      return "no-stream";
    case HookStatus::kIdle:
      return "idle";
    case HookStatus::kDelivering:
      return "delivering";
    case HookStatus::kRetrying:
      return "retrying";
  }
  std::unreachable();
}

struct ReportedLag {
  std::size_t records = 0;
  std::optional<bool> at_least;  // true, or left out
  double seconds = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedLag, (), (records, at_least, seconds))

struct ReportedShard {
  std::string stream_arn;
  std::string shard_id;
  std::string next;
  bool finished = false;
  std::size_t attempts = 0;
  ReportedLag lag;
};
BOOST_DESCRIBE_STRUCT(ReportedShard, (), (stream_arn, shard_id, next, finished, attempts, lag))

struct ReportedFailure {
  double time = 0;
  std::string error;
  std::string stream_arn;
  std::string shard_id;
  std::size_t records = 0;
  std::string first;
  std::size_t attempts = 0;
  bool given_up = false;
};
BOOST_DESCRIBE_STRUCT(ReportedFailure, (),
                      (time, error, stream_arn, shard_id, records, first, attempts, given_up))

struct ReportedHook {
  std::string table;
  std::string target;
  std::string_view kind;
  HookStatus status = HookStatus::kNoStream;
  std::uint64_t accepted = 0;
  std::uint64_t given_up = 0;
  ReportedLag lag;
  std::vector<ReportedShard> shards;
  std::optional<ReportedFailure> last_failure;
};
BOOST_DESCRIBE_STRUCT(ReportedHook, (),
                      (table, target, kind, status, accepted, given_up, lag, shards, last_failure))

struct HooksAnswer {
  double now = 0;
  std::vector<ReportedHook> hooks;
};
BOOST_DESCRIBE_STRUCT(HooksAnswer, (), (now, hooks))

ReportedLag LagOf(const hooks::HookLag& lag, TimeMicros now) {
  ReportedLag reported{.records = lag.records};
  if (!lag.counted_all) reported.at_least = true;
  if (lag.oldest) reported.seconds = SecondsOf(std::max<TimeMicros>(0, now - *lag.oldest));
  return reported;
}

void Add(const ReportedLag& from, ReportedLag& into) {
  into.records += from.records;
  if (from.at_least) into.at_least = true;
  into.seconds = std::max(into.seconds, from.seconds);
}

ReportedFailure FailureOf(const hooks::HookFailure& failure) {
  return {.time = SecondsOf(failure.time),
          .error = failure.error,
          .stream_arn = failure.stream_arn,
          .shard_id = failure.shard_id,
          .records = failure.records,
          .first = streams::SequenceNumber(failure.first),
          .attempts = failure.attempts,
          .given_up = failure.given_up};
}

HookStatus StatusOf(const hooks::HookReport& hook, std::size_t lag) {
  if (std::ranges::any_of(hook.shards, &hooks::HookShardReport::retrying)) {
    return HookStatus::kRetrying;
  }
  if (hook.calling || lag > 0) return HookStatus::kDelivering;
  return hook.has_stream ? HookStatus::kIdle : HookStatus::kNoStream;
}

ReportedHook ReportOf(const hooks::HookReport& hook, TimeMicros now) {
  const auto parsed = hooks::ParseHook(hook.table + "=" + hook.target);
  ReportedHook reported{.table = hook.table,
                        .target = hook.target,
                        .kind = parsed && parsed->is_url ? "url" : "command",
                        .accepted = hook.accepted,
                        .given_up = hook.given_up};
  for (const auto& shard : hook.shards) {
    reported.shards.push_back({.stream_arn = shard.stream_arn,
                               .shard_id = shard.shard_id,
                               .next = streams::SequenceNumber(shard.position.next),
                               .finished = shard.position.finished,
                               .attempts = shard.attempts,
                               .lag = LagOf(shard.lag, now)});
    Add(reported.shards.back().lag, reported.lag);
  }
  reported.status = StatusOf(hook, reported.lag.records);
  if (hook.last_failure) reported.last_failure = FailureOf(*hook.last_failure);
  return reported;
}

wire::Response Answer(const database::Database& database, const hooks::HookThreads* hooks) {
  HooksAnswer answer{.now = SecondsOf(database.clock().Now())};
  if (hooks != nullptr) {
    const auto reports = hooks->Report();
    if (!reports) return AdminRefusal(reports.error());
    for (const auto& each : *reports) {
      answer.hooks.push_back(ReportOf(each, database.clock().Now()));
    }
  }
  return {.body = json::ToJson(answer)};
}

}  // namespace

void AnswerHooks(database::Database& database, const hooks::HookThreads* hooks,
                 std::string_view query, Loop& loop, wire::Reply done) {
  if (const auto parsed = Query::Parse(query, {}); !parsed) {
    return done(AdminRefusal(parsed.error()));
  }
  AnswerFromPool(database, loop, std::move(done),
                 [&database, hooks] { return Answer(database, hooks); });
}

}  // namespace stator::admin
