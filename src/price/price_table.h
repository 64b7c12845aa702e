#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/describe.h"

// The prices of AWS, read from a dated file (docs/prices.md). All prices are in US dollars.
namespace stator::price {

inline constexpr double kMonthHoursMin = 1;
inline constexpr double kMonthHoursMax = 744;

// DynamoDB's classes of tables: Standard and Standard-IA.
enum class StorageClass : std::uint8_t { kStandard, kInfrequentAccess };
BOOST_DESCRIBE_ENUM(StorageClass, kStandard, kInfrequentAccess)

// "standard" or "ia", as the command line calls them.
std::string_view NameOf(StorageClass storage_class);

// Prices for tables of one storage class. "million" is a million request units on demand.
// "unit_hour" is an hour of one provisioned unit. "replicated" is a write in each region of a
// global table.
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

// Prices of a block of provisioned units of the Standard class, reserved for a term. The upfront
// price is paid once, the hourly price in every hour, used or not.
struct BlockPrices {
  double upfront = 0;
  double hour = 0;

  bool operator==(const BlockPrices&) const = default;
};
// Prices of a block for one term.
struct TermPrices {
  BlockPrices write;
  BlockPrices read;

  bool operator==(const TermPrices&) const = default;
};
// Prices of reserved capacity.
struct ReservedPrices {
  double block_units = 0;
  TermPrices one_year;
  TermPrices three_years;

  bool operator==(const ReservedPrices&) const = default;
};

// Prices of backups for a GB and month, and of restores for a GB.
struct BackupPrices {
  double point_in_time_gb_month = 0;
  double on_demand_gb_month = 0;
  double cold_gb_month = 0;
  double restore_gb = 0;

  bool operator==(const BackupPrices&) const = default;
};

struct WarmThroughputPrices {  // paid once, for each unit raised
  double write_unit = 0;
  double read_unit = 0;

  bool operator==(const WarmThroughputPrices&) const = default;
};

// Prices of vector indexes.
struct VectorIndexPrices {
  double write_gb = 0;
  double search_gb = 0;  // for each GB examined
  double request_bytes_min = 0;
  double infrequent_access_factor = 0;  // factor on the prices of requests

  bool operator==(const VectorIndexPrices&) const = default;
};

// The monthly free allowance of an account. Units are provisioned units of the Standard class.
struct FreeTier {
  double storage_gb = 0;
  double write_units = 0;
  double read_units = 0;
  double replicated_write_units = 0;
  double stream_reads = 0;

  bool operator==(const FreeTier&) const = default;
};

inline constexpr double kStreamReadsPriced = 1e5;

// A dated set of prices for one region.
struct PriceTable {
  std::string name;  // the name of a built-in table, or the path of the user's file
  std::string region;
  std::string date;  // on which the prices were in force: "2026-11-15"
  std::string source;
  double month_hours = 0;
  double gb_bytes = 0;  // bytes of a billed gigabyte
  ClassPrices standard;
  ClassPrices infrequent_access;
  std::optional<ReservedPrices> reserved;
  BackupPrices backup;
  double export_full_gb = 0;
  double export_incremental_gb = 0;
  double import_gb = 0;
  double stream_read_hundred_thousand = 0;  // of kStreamReadsPriced
  double kinesis_million = 0;
  std::optional<WarmThroughputPrices> warm_throughput;
  std::optional<VectorIndexPrices> vector_index;
  std::map<std::string, double> dax_node_hour;  // by type: "r5.large"
  FreeTier free_tier;
  std::map<std::string, std::string> unverified;  // path of a member in the file -> reason

  // Returns the prices of a storage class.
  const ClassPrices& Of(StorageClass storage_class) const;
  bool operator==(const PriceTable&) const = default;
};

// Reads a price file. Errors: kStartup with one sentence that names `source` and the missing or
// wrong member.
Result<PriceTable> ParsePrices(const std::string& text, std::string_view source);

// Loads a built-in table by its name ("us-east-1-2024-10"). In this project's region, the month
// alone ("2024-10") is enough. Errors: ValidationException for any other name.
Result<PriceTable> LoadBuiltInPrices(const std::string& name);

// Loads a built-in table, or the file at a path. Errors: as ParsePrices.
Result<PriceTable> LoadPrices(const std::string& name_or_file);

// "Unverified in the price file: backup, streams." Names the unverified members whose group was
// used. The group is the text before the first point of a member's path. Empty: none.
std::string UnverifiedText(const PriceTable& prices,
                           const std::function<bool(std::string_view group)>& used);

inline constexpr char kDefaultPrices[] = "us-east-1-2026-11";

// The names of all built-in tables: "us-east-1-2024-10, us-east-1-2026-11".
std::string BuiltInNames();

}  // namespace stator::price
