#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

// What AWS charges, read from a dated file (docs/prices.md). All prices are in US dollars.
namespace stator::price {

inline constexpr double kMonthHoursMin = 1;
inline constexpr double kMonthHoursMax = 744;

enum class StorageClass : std::uint8_t { kStandard, kInfrequentAccess };

// "standard" or "ia", as the command line calls them.
std::string_view ClassName(StorageClass storage_class);

// Of tables of one storage class. "million" is a million request units, on demand; "unit_hour" an
// hour of one provisioned unit; "replicated" a write in each region of a global table.
struct ClassPrices {
  double write_million = 0;
  double read_million = 0;
  double write_unit_hour = 0;
  double read_unit_hour = 0;
  std::optional<double> replicated_write_million;
  std::optional<double> replicated_write_unit_hour;
  double storage_gb_month = 0;

  bool operator==(const ClassPrices&) const = default;
};

// A block of provisioned units of the Standard class, promised for a term: paid once, and by the
// hour whether used or not.
struct BlockPrices {
  double upfront = 0;
  double hour = 0;

  bool operator==(const BlockPrices&) const = default;
};
struct TermPrices {
  BlockPrices write;
  BlockPrices read;

  bool operator==(const TermPrices&) const = default;
};
struct ReservedPrices {
  double block_units = 0;
  TermPrices one_year;
  TermPrices three_years;

  bool operator==(const ReservedPrices&) const = default;
};

struct BackupPrices {
  double point_in_time_gb_month = 0;
  double on_demand_gb_month = 0;
  double cold_gb_month = 0;
  double restore_gb = 0;

  bool operator==(const BackupPrices&) const = default;
};

struct WarmThroughputPrices {  // once, for each unit raised
  double write_unit = 0;
  double read_unit = 0;

  bool operator==(const WarmThroughputPrices&) const = default;
};

struct VectorIndexPrices {
  double write_gb = 0;
  double search_gb = 0;  // examined
  double request_bytes_min = 0;
  double infrequent_access_factor = 0;  // on requests

  bool operator==(const VectorIndexPrices&) const = default;
};

// What an account may use each month for nothing. Units are provisioned ones of the Standard class.
struct FreeTier {
  double storage_gb = 0;
  double write_units = 0;
  double read_units = 0;
  double replicated_write_units = 0;
  double stream_reads = 0;

  bool operator==(const FreeTier&) const = default;
};

struct PriceTable {
  std::string name;  // of a built-in table, or the user's file
  std::string region;
  std::string date;  // on which the prices were in force: "2026-11-15"
  std::string source;
  double month_hours = 0;
  double gb_bytes = 0;  // in a gigabyte that is billed
  ClassPrices standard;
  ClassPrices infrequent_access;
  std::optional<ReservedPrices> reserved;
  BackupPrices backup;
  double export_full_gb = 0;
  double export_incremental_gb = 0;
  double import_gb = 0;
  double stream_read_hundred_thousand = 0;
  double kinesis_million = 0;
  std::optional<WarmThroughputPrices> warm_throughput;
  std::optional<VectorIndexPrices> vector_index;
  std::map<std::string, double> dax_node_hour;  // by type: "r5.large"
  FreeTier free_tier;
  std::map<std::string, std::string> unverified;  // path of a member in the file -> why

  const ClassPrices& Of(StorageClass storage_class) const;
  bool operator==(const PriceTable&) const = default;
};

// Reads a price file. kStartup with one sentence that names `source` and the member that is missing
// or wrong.
Result<PriceTable> ParsePrices(const std::string& text, std::string_view source);

// A built-in table by its name ("us-east-1-2024-10") or, of this project's region, by its month
// alone ("2024-10"); whatever else is the path of a file. Errors as those of ParsePrices.
Result<PriceTable> LoadPrices(const std::string& name_or_file);

// "Unverified in the price file: backup, streams." Of those members alone that belong to a group
// that was used, which is what stands before the first point. Empty: none.
std::string UnverifiedText(const PriceTable& prices,
                           const std::function<bool(std::string_view group)>& used);

inline constexpr char kDefaultPrices[] = "us-east-1-2026-11";

// "us-east-1-2024-10, us-east-1-2026-11"
std::string BuiltInNames();

}  // namespace stator::price
