#include "server/settings.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/text.h"
#include "hooks/hook_target.h"
#include "server/cors.h"
#include "server/origin.h"

namespace stator::server {
namespace {

bool IsAccount(std::string_view text) { return text.size() == 12 && AreDigits(text); }

// Whether the text may be a region in an ARN.
bool IsRegion(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char each) {
    return IsLower(each) || IsDigit(each) || each == '-';
  });
}

bool IsSomething(std::string_view text) { return !text.empty(); }

bool IsHook(std::string_view text) { return hooks::ParseHook(text).has_value(); }

const std::vector<Setting>& Table() {
  static const std::vector<Setting> table = {
      {.name = "host",
       .member = &Settings::host,
       .doc = "Address or name to listen on; may be given several times. By default 127.0.0.1 and, "
              "where there is IPv6, [::1].",
       .hostile = "127.0.0.1",
       .valid = IsSomething,
       .form = "an address or a name"},
      {.name = "port",
       .member = &Settings::port,
       .doc = "Port to listen on; 0 takes any free one and prints it.",
       .hostile = "0",
       .max = 65'535},
      {.name = "region",
       .member = &Settings::region,
       .doc = "Region in the ARNs of new tables. Requests of every region see all tables.",
       .hostile = "local",
       .valid = IsRegion,
       .form = "a region such as us-east-1"},
      {.name = "account",
       .member = &Settings::account,
       .doc = "Account in the ARNs of new tables, 12 digits. The default is the account of AWS's "
              "examples.",
       .hostile = "000000000000",
       .valid = IsAccount,
       .form = "12 digits"},
      {.name = "data",
       .member = &Settings::data,
       .doc = "Folder that holds the data; created if it does not exist.",
       .hostile = "./data with a blank",
       .valid = IsSomething,
       .form = "a folder"},
      {.name = "memory",
       .member = &Settings::memory,
       .doc = "Keep the data in memory only, and ignore the setting data. The data is lost when "
              "the server stops.",
       .hostile = "true"},
      {.name = "durability",
       .member = &Settings::durability,
       .doc = "When a write is acknowledged: fsync, once it survives power loss; os, once the "
              "operating system has it.",
       .hostile = "os",
       .choices = {"fsync", "os"}},
      {.name = "accept-loss",
       .member = &Settings::accept_loss,
       .doc = "Start although acknowledged writes are missing from the data folder, and go on "
              "without these writes. The log names the damaged or missing files.",
       .hostile = "true"},
      {.name = "disk-reserve-bytes-max",
       .member = &Settings::disk_reserve_bytes_max,
       .doc = "Bound of the free disk space that the store reserves for compaction. The reserve is "
              "as large as the data, up to this bound. With less free space, only deletes are "
              "accepted. 0 reserves none.",
       .hostile = "0",
       .max = 1LL << 40},
      {.name = "auth",
       .member = &Settings::auth,
       .doc =
           "Credentials file. With it, every request must be signed with one of its keys. Without "
           "it, any credentials are accepted, or none.",
       .hostile = ""},
      {.name = "signature-skew",
       .member = &Settings::signature_skew,
       .doc = "Seconds by which a signature's date may differ from this machine's clock.",
       .hostile = "1",
       .min = 1,
       .max = kDaySeconds},
      {.name = "tls-cert",
       .member = &Settings::tls_cert,
       .doc = "PEM file with the certificate and its chain. With tls-key it makes the server speak "
              "HTTPS.",
       .hostile = ""},
      {.name = "tls-key",
       .member = &Settings::tls_key,
       .doc = "PEM file with the certificate's private key, without a pass phrase.",
       .hostile = ""},
      {.name = "admin-name",
       .member = &Settings::admin_name,
       .doc = "Further host name under which the admin API may be reached; may be given several "
              "times.",
       .hostile = "stator.example",
       .valid = IsSomething,
       .form = "a host name"},
      {.name = "admin-origin",
       .member = &Settings::admin_origin,
       .doc = "Origin under which browsers reach this server through a proxy that terminates TLS; "
              "may be given several times. The admin API and the console take its requests, and "
              "its host becomes an admin-name.",
       .hostile = "https://stator.example",
       .valid = IsWebOrigin,
       .form = "an origin such as https://stator.example"},
      {.name = "console",
       .member = &Settings::console,
       .doc = "The web console at /console/: on, off, or a folder whose files are served instead "
              "of the built-in ones, for its development.",
       .hostile = "off",
       .valid = IsSomething,
       .form = "on, off or a folder"},
      {.name = "models",
       .member = &Settings::models,
       .doc = "Folder of model files (NAME.std) that the console opens and saves. By default the "
              "server keeps none.",
       .hostile = "",
       .form = "a folder"},
      {.name = "cors",
       .member = &Settings::cors,
       .doc = "Web pages that may use the API: an origin such as https://app.example, loopback, * "
              "or off; may be given several times. loopback means pages that this machine serves, "
              "* all pages, off none. By default loopback.",
       .hostile = "https://app.example",
       .valid = IsCorsSetting,
       .form = "an origin such as https://app.example, loopback, * or off"},
      {.name = "allow-host",
       .member = &Settings::allow_host,
       .doc = "Further host name that requests to a loopback address may carry, or * for any; may "
              "be given several times. By default such requests must name localhost, an address, a "
              "host or an admin-name. With auth, any name is accepted.",
       .hostile = "*",
       .valid = IsSomething,
       .form = "a host name or *"},
      {.name = "loops",
       .member = &Settings::loops,
       .doc = "Event loops, one thread each; 0 means one per core.",
       .hostile = "1",
       .max = 256},
      {.name = "workers",
       .member = &Settings::workers,
       .doc = "Worker threads of each kind: for table operations, transactions, long reads and "
              "heavy decisions.",
       .hostile = "1",
       .min = 1,
       .max = 256},
      {.name = "connections-max",
       .member = &Settings::connections_max,
       .doc = "Connections open at once; further ones are answered 503 and closed.",
       .hostile = "4",
       .min = 1,
       .max = 1'000'000},
      {.name = "bodies-bytes-max",
       .member = &Settings::bodies_bytes_max,
       .doc = "Memory in bytes for all request bodies over 64 KB together. Requests beyond it are "
              "answered 503.",
       .hostile = "16777216",
       .min = 16LL * 1024 * 1024,
       .max = 1LL << 40},
      {.name = "answers-bytes-max",
       .member = &Settings::answers_bytes_max,
       .doc = "Memory in bytes for all answers over 64 KB together, until their clients have "
              "received them. Beyond it, 503 replaces an answer, unless it is the only one. "
              "Answers of executed writes are never replaced. If they alone exceed the bound, new "
              "requests are answered 503 unread.",
       .hostile = "16777216",
       .min = 16LL * 1024 * 1024,
       .max = 1LL << 40},
      {.name = "idle-timeout",
       .member = &Settings::idle_timeout,
       .doc = "Seconds after which a connection without a request is closed.",
       .hostile = "1",
       .min = 1,
       .max = kDaySeconds},
      {.name = "request-timeout",
       .member = &Settings::request_timeout,
       .doc = "Seconds within which a client must send a whole request, and receive a whole "
              "answer.",
       .hostile = "1",
       .min = 1,
       .max = kDaySeconds},
      {.name = "drain-timeout",
       .member = &Settings::drain_timeout,
       .doc = "Seconds within which a stop ends the process. Requests in progress get all but the "
              "last three seconds.",
       .hostile = "1",
       .min = 1,
       .max = kDaySeconds},
      {.name = "table-status-delay-ms",
       .member = &Settings::table_status_delay_ms,
       .doc =
           "Milliseconds a table stays CREATING, UPDATING or DELETING, and an index in each state "
           "of its creation and deletion.",
       .hostile = "50",
       .max = kDaySeconds * 1000},
      {.name = "item-collection-bytes-max",
       .member = &Settings::item_collection_bytes_max,
       .doc = "Bytes to which an item collection of a table with local indexes may grow. DynamoDB "
              "allows 10 GB; a smaller bound is for tests.",
       .hostile = "819200",
       .min = 1,
       .max = limits::kCollectionBytesMax},
      {.name = "partition-bytes-max",
       .member = &Settings::partition_bytes_max,
       .doc = "Bytes beyond which a partition of a table or global index is split. DynamoDB splits "
              "at 10 GB; a smaller bound is for tests.",
       .hostile = "1048576",
       .min = 1024,
       .max = limits::kPartitionBytesMax},
      {.name = "table-units-max",
       .member = &Settings::table_units_max,
       .doc = "Maximum of read units, and of write units, for a table with its global indexes: "
              "AWS's quota for a table.",
       .hostile = "1000000000000",
       .min = 1,
       .max = limits::kCapacityUnitsMax},
      {.name = "account-units-max",
       .member = &Settings::account_units_max,
       .doc = "Maximum of read units, and of write units, that all tables provision together: "
              "AWS's quota for an account.",
       .hostile = "1000000000000",
       .min = 1,
       .max = limits::kCapacityUnitsMax},
      {.name = "unit-decreases-max",
       .member = &Settings::unit_decreases_max,
       .doc = "Decreases of provisioned units that a table or index may have in a day (UTC). After "
              "them, one decrease an hour is allowed.",
       .hostile = "1000",
       .max = 1'000'000},
      {.name = "on-demand-switches-max",
       .member = &Settings::on_demand_switches_max,
       .doc = "Switches of a table to on-demand that are allowed within 24 hours.",
       .hostile = "100",
       .min = 1,
       .max = 100},
      {.name = "index-lag",
       .member = &Settings::index_lag,
       .doc = "Milliseconds by which global secondary indexes follow their tables; 0 updates them "
              "with every write.",
       .hostile = "1",
       .max = kDaySeconds * 1000},
      {.name = "cross-partition-commits",
       .member = &Settings::cross_partition_commits,
       .doc = "Whether a transaction writes all its items in one commit. off uses the two-phase "
              "protocol, which engines without such commits need.",
       .choices = {"on", "off"}},
      {.name = "capacity",
       .member = &Settings::capacity,
       .doc = "Handling of traffic beyond the capacity that a table would have on DynamoDB. off "
              "ignores capacity. observe counts the requests that would be throttled, and executes "
              "them. enforce throttles them.",
       .hostile = "off",
       .choices = {"off", "observe", "enforce"}},
      {.name = "ttl-sweep",
       .member = &Settings::ttl_sweep,
       .doc = "Whether expired items are removed; off keeps them.",
       .hostile = "off",
       .choices = {"on", "off"}},
      {.name = "ttl-delay",
       .member = &Settings::ttl_delay,
       .doc =
           "Seconds of service time for which an expired item stays before it is removed. On AWS "
           "it may stay two days.",
       .hostile = "1",
       .max = 366 * kDaySeconds},
      {.name = "stream-reads-max",
       .member = &Settings::stream_reads_max,
       .doc = "GetRecords calls that a shard of a stream accepts in a second; 0 means no limit.",
       .hostile = "1000000",
       .max = 1'000'000},
      {.name = "stream-shard-minutes",
       .member = &Settings::stream_shard_minutes,
       .doc = "Minutes of service time for which a shard of a stream stays open. After them, a "
              "shard with records is closed and followed by another.",
       .hostile = "1",
       .min = 1,
       .max = kDaySeconds / 60},
      {.name = "on-stream",
       .member = &Settings::on_stream,
       .doc = "A function for the stream of a table, TABLE=URL or TABLE=command; may be given "
              "several times. The function receives batches of records as AWS Lambda does "
              "(docs/hooks.md).",
       .hostile = "Nothing=true",
       .valid = IsHook,
       .form = "TABLE=URL or TABLE=command, with a table's name and an http or https URL"},
      {.name = "on-stream-batch",
       .member = &Settings::on_stream_batch,
       .doc = "Maximum of records in a batch for a function.",
       .hostile = "1",
       .min = 1,
       .max = limits::kHookRecordsMax},
      {.name = "on-stream-window-ms",
       .member = &Settings::on_stream_window_ms,
       .doc = "Milliseconds for which records wait for a batch to become full.",
       .hostile = "1",
       .max = 300'000},
      {.name = "on-stream-attempts",
       .member = &Settings::on_stream_attempts,
       .doc = "Attempts to deliver a batch to its function before it goes to on-stream-failures.",
       .hostile = "1",
       .min = 1,
       .max = 10'000},
      {.name = "on-stream-timeout",
       .member = &Settings::on_stream_timeout,
       .doc = "Seconds that a function may take for a batch.",
       .hostile = "1",
       .min = 1,
       .max = 900},
      {.name = "on-stream-whole",
       .member = &Settings::on_stream_whole,
       .doc = "Retry a failed batch as a whole, not in halves.",
       .hostile = "true"},
      {.name = "on-stream-failures",
       .member = &Settings::on_stream_failures,
       .doc = "File for the batches whose function failed at every attempt, one line of JSON each.",
       .hostile = "./failed-batches.jsonl",
       .valid = IsSomething,
       .form = "a file"},
      {.name = "on-stream-authorities",
       .member = &Settings::on_stream_authorities,
       .doc = "PEM file of the certificate authorities for https functions. By default the "
              "system's.",
       .hostile = ""},
      {.name = "log-level",
       .member = &Settings::log_level,
       .doc = "Least severe level that is logged.",
       .hostile = "debug",
       .choices = {"debug", "info", "warning", "error", "off"}},
      {.name = "log-format",
       .member = &Settings::log_format,
       .doc = "Form of the log on standard error.",
       .hostile = "json",
       .choices = {"text", "json"}},
      {.name = "slow-request-ms",
       .member = &Settings::slow_request_ms,
       .doc = "Log one line for every request that takes this many milliseconds or more; 0 logs "
              "none. The lines never hold contents of items.",
       .hostile = "1",
       .max = kDaySeconds * 1000},
  };
  return table;
}

Result<> Refuse(const Setting& setting, std::string_view text, std::string_view wanted) {
  return Fail(ErrorCode::kStartup,
              fmt::format("{} cannot be '{}': it takes {}.", setting.name, text, wanted));
}

Result<> AssignTo(const Setting& setting, std::string_view text, std::int64_t& place) {
  const auto number = ParseNumber<std::int64_t>(text);
  if (!number || *number < setting.min || *number > setting.max) {
    return Refuse(setting, text,
                  fmt::format("a whole number from {} to {}", setting.min, setting.max));
  }
  place = *number;
  return {};
}

Result<> AssignTo(const Setting& setting, std::string_view text, bool& place) {
  if (text != "true" && text != "false") return Refuse(setting, text, "true or false");
  place = text == "true";
  return {};
}

Result<> CheckText(const Setting& setting, std::string_view text) {
  if (!setting.choices.empty() &&
      std::ranges::find(setting.choices, text) == setting.choices.end()) {
    return Refuse(setting, text, fmt::format("{}", fmt::join(setting.choices, ", ")));
  }
  if (setting.valid != nullptr && !setting.valid(text)) return Refuse(setting, text, setting.form);
  return {};
}

Result<> AssignTo(const Setting& setting, std::string_view text, std::string& place) {
  TRY(CheckText(setting, text));
  place = text;
  return {};
}

Result<> AssignTo(const Setting& setting, std::string_view text, std::vector<std::string>& place) {
  TRY(CheckText(setting, text));
  place.emplace_back(text);
  return {};
}

std::string Text(std::int64_t value) { return fmt::format("{}", value); }
std::string Text(bool value) { return value ? "true" : "false"; }
std::string Text(const std::string& value) { return value; }
std::string Text(const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, ", "));
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || character == '"' || character == '\\') {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    } else {
      out += character;
    }
  }
  return out + "\"";
}

std::string JsonText(std::int64_t value) { return Text(value); }
std::string JsonText(bool value) { return Text(value); }
std::string JsonText(const std::string& value) { return Quoted(value); }
std::string JsonText(const std::vector<std::string>& value) {
  std::string out;
  for (const std::string& each : value) out += (out.empty() ? "" : ",") + Quoted(each);
  return "[" + out + "]";
}

std::string Range(const Setting& setting) {
  if (std::holds_alternative<std::int64_t Settings::*>(setting.member)) {
    return fmt::format("{} to {}", setting.min, setting.max);
  }
  if (std::holds_alternative<bool Settings::*>(setting.member)) return "true, false";
  if (!setting.choices.empty()) return fmt::format("{}", fmt::join(setting.choices, ", "));
  return setting.form.empty() ? "a file" : std::string(setting.form);
}

}  // namespace

std::span<const Setting> SettingsTable() { return Table(); }

const Setting* FindSetting(std::string_view name) {
  const auto found = std::ranges::find(Table(), name, &Setting::name);
  return found == Table().end() ? nullptr : &*found;
}

Result<> Assign(const Setting& setting, std::string_view text, Settings& settings) {
  return std::visit([&](auto member) { return AssignTo(setting, text, settings.*member); },
                    setting.member);
}

Result<> CheckTogether(const Settings& settings) {
  if (settings.tls_cert.empty() != settings.tls_key.empty()) {
    return Fail(ErrorCode::kStartup, "tls-cert and tls-key must be given together.");
  }
  if (settings.cors.size() > 1 && std::ranges::find(settings.cors, "off") != settings.cors.end()) {
    return Fail(ErrorCode::kStartup, "cors cannot be off and something else.");
  }
  if (settings.on_stream.size() > limits::kHooksMax) {
    return Fail(ErrorCode::kStartup,
                fmt::format("on-stream may be given {} times at most.", limits::kHooksMax));
  }
  const std::set<std::string_view> hooks(settings.on_stream.begin(), settings.on_stream.end());
  if (hooks.size() != settings.on_stream.size()) {
    return Fail(ErrorCode::kStartup, "on-stream has the same function twice.");
  }
  return {};
}

std::string ValueText(const Setting& setting, const Settings& settings) {
  return std::visit([&](auto member) { return Text(settings.*member); }, setting.member);
}

std::string SettingsJson(const Settings& settings) {
  std::string out = "{";
  for (const Setting& setting : Table()) {
    if (out.size() > 1) out += ',';
    out += Quoted(setting.name) + ":" +
           std::visit([&](auto member) { return JsonText(settings.*member); }, setting.member);
  }
  return out + "}";
}

std::string SettingsMarkdown() {
  std::string text =
      "# Settings\n\n"
      "Each setting is a flag of `stator serve` (`--port 8000`) and a line of the file that\n"
      "`--config FILE` names (`port = 8000`). A flag overrides the file. `GET /_stator/settings`\n"
      "answers the settings of a running server. Generated from the table in\n"
      "`src/server/settings.cc`.\n\n"
      "| setting | default | values | meaning |\n|---|---|---|---|\n";
  const Settings defaults;
  for (const Setting& setting : Table()) {
    const std::string value = ValueText(setting, defaults);
    fmt::format_to(std::back_inserter(text), "| `{}` | {} | {} | {} |\n", setting.name,
                   value.empty() ? "" : "`" + value + "`", Range(setting), setting.doc);
  }
  return text;
}

}  // namespace stator::server
