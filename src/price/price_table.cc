#include "price/price_table.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/small_file.h"
#include "base/time_text.h"
#include "json/member_reader.h"
#include "price/price_files.h"

namespace stator::price {
namespace {

using json::MemberReader;

constexpr double kPriceMax = 1e6;    // of any price
constexpr double kAmountMax = 1e12;  // of units, bytes and reads in prices and the free tier
constexpr std::size_t kTextBytesMax = 1000;
constexpr std::size_t kNamesMax = 1000;  // of node types, and of unverified members
constexpr std::string_view kBuiltInRegion = "us-east-1-";

Result<double> Price(MemberReader& reader, std::string_view name) {
  return reader.Number(name, 0, kPriceMax);
}

Result<> CheckNames(const MemberReader& reader, std::string_view what) {
  if (reader.Names().size() <= kNamesMax) return {};
  return FailInvalid(fmt::format("{} has more than {} members.", what, kNamesMax));
}

Result<ClassPrices> ReadClass(MemberReader& root, std::string_view name) {
  auto reader = TRY(root.Object(name));
  ClassPrices prices;
  auto on_demand = TRY(reader.Object("on_demand"));
  prices.write_million = TRY(Price(on_demand, "write_million"));
  prices.read_million = TRY(Price(on_demand, "read_million"));
  prices.replicated_write_million =
      TRY(on_demand.OptionalNumber("replicated_write_million", 0, kPriceMax));
  TRY(on_demand.NothingElse());
  auto provisioned = TRY(reader.Object("provisioned"));
  prices.write_unit_hour = TRY(Price(provisioned, "write_unit_hour"));
  prices.read_unit_hour = TRY(Price(provisioned, "read_unit_hour"));
  prices.replicated_write_unit_hour =
      TRY(provisioned.OptionalNumber("replicated_write_unit_hour", 0, kPriceMax));
  TRY(provisioned.NothingElse());
  prices.storage_gb_month = TRY(Price(reader, "storage_gb_month"));
  TRY(reader.NothingElse());
  return prices;
}

Result<TermPrices> ReadTerm(MemberReader& reserved, std::string_view name) {
  auto reader = TRY(reserved.Object(name));
  TermPrices prices;
  prices.write.upfront = TRY(Price(reader, "write_block_upfront"));
  prices.write.hour = TRY(Price(reader, "write_block_hour"));
  prices.read.upfront = TRY(Price(reader, "read_block_upfront"));
  prices.read.hour = TRY(Price(reader, "read_block_hour"));
  TRY(reader.NothingElse());
  return prices;
}

Result<ReservedPrices> ReadReserved(MemberReader& root) {
  auto reader = TRY(root.Object("reserved"));
  ReservedPrices prices;
  prices.block_units = TRY(reader.Number("block_units", 1, kAmountMax));
  prices.one_year = TRY(ReadTerm(reader, "one_year"));
  prices.three_years = TRY(ReadTerm(reader, "three_years"));
  TRY(reader.NothingElse());
  return prices;
}

Result<BackupPrices> ReadBackup(MemberReader& root) {
  auto reader = TRY(root.Object("backup"));
  BackupPrices prices;
  prices.point_in_time_gb_month = TRY(Price(reader, "point_in_time_gb_month"));
  prices.on_demand_gb_month = TRY(Price(reader, "on_demand_gb_month"));
  prices.cold_gb_month = TRY(Price(reader, "cold_gb_month"));
  prices.restore_gb = TRY(Price(reader, "restore_gb"));
  TRY(reader.NothingElse());
  return prices;
}

Result<> ReadTransfers(MemberReader& root, PriceTable& table) {
  auto exported = TRY(root.Object("export"));
  table.export_full_gb = TRY(Price(exported, "full_gb"));
  table.export_incremental_gb = TRY(Price(exported, "incremental_gb"));
  TRY(exported.NothingElse());
  auto imported = TRY(root.Object("import"));
  table.import_gb = TRY(Price(imported, "gb"));
  TRY(imported.NothingElse());
  auto streams = TRY(root.Object("streams"));
  table.stream_read_hundred_thousand = TRY(Price(streams, "read_hundred_thousand"));
  table.kinesis_million = TRY(Price(streams, "kinesis_million"));
  return streams.NothingElse();
}

Result<WarmThroughputPrices> ReadWarmThroughput(MemberReader& root) {
  auto reader = TRY(root.Object("warm_throughput"));
  WarmThroughputPrices prices;
  prices.write_unit = TRY(Price(reader, "write_unit"));
  prices.read_unit = TRY(Price(reader, "read_unit"));
  TRY(reader.NothingElse());
  return prices;
}

Result<VectorIndexPrices> ReadVectorIndex(MemberReader& root) {
  auto reader = TRY(root.Object("vector_index"));
  VectorIndexPrices prices;
  prices.write_gb = TRY(Price(reader, "write_gb"));
  prices.search_gb = TRY(Price(reader, "search_gb"));
  prices.request_bytes_min = TRY(reader.Number("request_bytes_min", 0, kAmountMax));
  prices.infrequent_access_factor = TRY(Price(reader, "infrequent_access_factor"));
  TRY(reader.NothingElse());
  return prices;
}

Result<std::map<std::string, double>> ReadNodes(MemberReader& root) {
  auto reader = TRY(root.Object("dax_node_hour"));
  TRY(CheckNames(reader, "dax_node_hour"));
  std::map<std::string, double> nodes;
  for (const auto name : reader.Names()) nodes[std::string(name)] = TRY(Price(reader, name));
  TRY(reader.NothingElse());
  return nodes;
}

Result<FreeTier> ReadFreeTier(MemberReader& root) {
  auto reader = TRY(root.Object("free_tier"));
  FreeTier free;
  free.storage_gb = TRY(reader.Number("storage_gb", 0, kAmountMax));
  free.write_units = TRY(reader.Number("write_units", 0, kAmountMax));
  free.read_units = TRY(reader.Number("read_units", 0, kAmountMax));
  free.replicated_write_units = TRY(reader.Number("replicated_write_units", 0, kAmountMax));
  free.stream_reads = TRY(reader.Number("stream_reads", 0, kAmountMax));
  TRY(reader.NothingElse());
  return free;
}

Result<std::map<std::string, std::string>> ReadUnverified(MemberReader& root) {
  auto reader = TRY(root.Object("unverified"));
  TRY(CheckNames(reader, "unverified"));
  std::map<std::string, std::string> remarks;
  for (const auto name : reader.Names()) {
    remarks[std::string(name)] = TRY(reader.Text(name, kTextBytesMax));
  }
  TRY(reader.NothingElse());
  return remarks;
}

Result<> CheckUnverified(const MemberReader& root, const PriceTable& table) {
  for (const auto& [path, remark] : table.unverified) {
    if (root.Reaches(path)) continue;
    return FailInvalid(fmt::format("unverified names {}, which is not in the file.", path));
  }
  return {};
}

Result<> ReadOrigin(MemberReader& root, PriceTable& table) {
  table.region = TRY(root.Text("region", kTextBytesMax));
  table.date = TRY(root.Text("date", kTextBytesMax));
  if (!ParseTime(table.date)) return FailInvalid("date must be a day such as 2026-11-15.");
  table.source = TRY(root.Text("source", kTextBytesMax));
  table.month_hours = TRY(root.Number("month_hours", kMonthHoursMin, kMonthHoursMax));
  table.gb_bytes = TRY(root.Number("gb_bytes", 1, kAmountMax));
  return {};
}

// Reads members that some regions lack.
Result<> ReadOptional(MemberReader& root, PriceTable& table) {
  if (root.Has("reserved")) table.reserved = TRY(ReadReserved(root));
  if (root.Has("warm_throughput")) table.warm_throughput = TRY(ReadWarmThroughput(root));
  if (root.Has("vector_index")) table.vector_index = TRY(ReadVectorIndex(root));
  if (root.Has("dax_node_hour")) table.dax_node_hour = TRY(ReadNodes(root));
  if (root.Has("unverified")) table.unverified = TRY(ReadUnverified(root));
  return {};
}

Result<PriceTable> ReadTable(const std::string& text) {
  json::Parser parser;
  const auto body = parser.Parse(text);
  if (!body || body->empty()) return FailInvalid("it is not a JSON object.");
  MemberReader root(*body);
  PriceTable table;
  TRY(ReadOrigin(root, table));
  table.standard = TRY(ReadClass(root, "standard"));
  table.infrequent_access = TRY(ReadClass(root, "infrequent_access"));
  table.backup = TRY(ReadBackup(root));
  TRY(ReadTransfers(root, table));
  table.free_tier = TRY(ReadFreeTier(root));
  TRY(ReadOptional(root, table));
  TRY(root.NothingElse());
  TRY(CheckUnverified(root, table));
  return table;
}

}  // namespace

std::string_view NameOf(StorageClass storage_class) {
  return storage_class == StorageClass::kStandard ? "standard" : "ia";
}

const ClassPrices& PriceTable::Of(StorageClass storage_class) const {
  return storage_class == StorageClass::kStandard ? standard : infrequent_access;
}

Result<PriceTable> ParsePrices(const std::string& text, std::string_view source) {
  auto table = ReadTable(text);
  if (!table) {
    return Fail(ErrorCode::kStartup,
                fmt::format("The price file {} cannot be used: {}", source, table.error().message));
  }
  table->name = source;
  return table;
}

Result<PriceTable> LoadBuiltInPrices(const std::string& name) {
  for (const EmbeddedFile& file : PriceFiles()) {
    const bool by_month =
        file.name.starts_with(kBuiltInRegion) && file.name.substr(kBuiltInRegion.size()) == name;
    if (file.name == name || by_month) return ParsePrices(std::string(file.text), file.name);
  }
  return FailInvalid(
      fmt::format("There are no built-in prices of that name; there are {}.", BuiltInNames()));
}

Result<PriceTable> LoadPrices(const std::string& name_or_file) {
  if (auto built_in = LoadBuiltInPrices(name_or_file)) return built_in;
  std::error_code unseen;
  if (!std::filesystem::exists(name_or_file, unseen)) {
    return Fail(ErrorCode::kStartup,
                fmt::format("There are no prices {}: it is neither a file nor one of {}.",
                            name_or_file, BuiltInNames()));
  }
  return ParsePrices(TRY(ReadSmallFile(name_or_file, "price")), name_or_file);
}

std::string BuiltInNames() {
  std::string names;
  for (const EmbeddedFile& file : PriceFiles()) {
    names += (names.empty() ? "" : ", ") + std::string(file.name);
  }
  return names;
}

std::string UnverifiedText(const PriceTable& prices,
                           const std::function<bool(std::string_view group)>& used) {
  std::string paths;
  for (const auto& [path, remark] : prices.unverified) {
    const auto group = std::string_view(path).substr(0, path.find('.'));
    if (used(group)) paths += (paths.empty() ? "" : ", ") + path;
  }
  return paths.empty() ? "" : fmt::format("Unverified in the price file: {}.", paths);
}

}  // namespace stator::price
