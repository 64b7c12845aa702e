#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.h"
#include "base/result.h"

namespace stator::server {

// All settings of an operator. The table in settings.cc documents each.
struct Settings {
  std::vector<std::string> host;
  std::int64_t port = 8000;
  std::string region = "us-east-1";
  std::string account = "123456789012";
  std::string data = "./data";
  bool memory = false;
  std::string durability = "fsync";
  bool accept_loss = false;
  std::int64_t disk_reserve_bytes_max = 512LL * 1024 * 1024;
  std::string auth;
  std::int64_t signature_skew = 300;
  std::string tls_cert;
  std::string tls_key;
  std::vector<std::string> admin_name;
  std::vector<std::string> admin_origin;
  std::string console = "on";
  std::string models;
  std::vector<std::string> cors;
  std::vector<std::string> allow_host;
  std::int64_t loops = 0;
  std::int64_t workers = 2;
  std::int64_t connections_max = 10'000;
  std::int64_t bodies_bytes_max = 256LL * 1024 * 1024;
  std::int64_t answers_bytes_max = 256LL * 1024 * 1024;
  std::int64_t idle_timeout = 120;
  std::int64_t request_timeout = 60;
  std::int64_t drain_timeout = 30;
  std::int64_t table_status_delay_ms = 0;
  std::int64_t item_collection_bytes_max = limits::kCollectionBytesMax;
  std::int64_t partition_bytes_max = limits::kPartitionBytesMax;
  std::int64_t table_units_max = limits::kTableUnitsMax;
  std::int64_t account_units_max = limits::kAccountUnitsMax;
  std::int64_t unit_decreases_max = limits::kDecreasesMax;
  std::int64_t on_demand_switches_max = limits::kOnDemandSwitchesMax;
  std::int64_t index_lag = 0;
  std::string cross_partition_commits = "on";
  std::string capacity = "observe";
  std::string ttl_sweep = "on";
  std::int64_t ttl_delay = 0;
  std::int64_t stream_reads_max = 0;
  std::int64_t stream_shard_minutes = 240;
  std::vector<std::string> on_stream;
  std::int64_t on_stream_batch = 100;
  std::int64_t on_stream_window_ms = 0;
  std::int64_t on_stream_attempts = 12;
  std::int64_t on_stream_timeout = 60;
  bool on_stream_whole = false;
  std::string on_stream_failures = "./failed-batches.jsonl";
  std::string on_stream_authorities;
  std::string log_level = "info";
  std::string log_format = "text";
  std::int64_t slow_request_ms = 0;
};

// One row of the settings table. Flags, the configuration file, --help, /_stator/settings and
// docs/settings.md all come from it.
struct Setting {
  using Member = std::variant<std::int64_t Settings::*, std::string Settings::*, bool Settings::*,
                              std::vector<std::string> Settings::*>;

  std::string_view name;  // the flag without its dashes, and the key in a file
  Member member;
  std::string_view doc;      // one line
  std::string_view hostile;  // a legal value that makes trouble likely; tests run with it
  std::int64_t min = 0;      // bounds of a number
  std::int64_t max = 0;
  std::vector<std::string_view> choices;      // of text; empty: any
  bool (*valid)(std::string_view) = nullptr;  // of text; null: any
  std::string_view form;                      // the form that `valid` requires, in words
};

// All settings, in the order of the documentation.
std::span<const Setting> SettingsTable();

// Returns nullptr if there is no such setting.
const Setting* FindSetting(std::string_view name);

// Sets `setting` to `text`; a list gets one more element. Errors: one sentence.
Result<> Assign(const Setting& setting, std::string_view text, Settings& settings);

// Checks rules that span settings, such as TLS files in pairs. Errors: one sentence.
Result<> CheckTogether(const Settings& settings);

// Returns the value of `setting` as text.
std::string ValueText(const Setting& setting, const Settings& settings);

// Returns {"port":8000,…}: the answer of /_stator/settings.
std::string SettingsJson(const Settings& settings);

// Returns the text of docs/settings.md.
std::string SettingsMarkdown();

}  // namespace stator::server
