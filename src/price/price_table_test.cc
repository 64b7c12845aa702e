#include "price/price_table.h"

#include <cstdio>
#include <initializer_list>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "price/price_files.h"

namespace stator::price {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;

std::string BuiltInText(std::string_view name) {
  for (const EmbeddedFile& file : PriceFiles()) {
    if (file.name == name) return std::string(file.text);
  }
  return "";
}

// Returns the present prices with the first occurrence of a text replaced.
std::string Changed(std::string_view from, std::string_view to) {
  std::string text = BuiltInText(kDefaultPrices);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string Refusal(const std::string& text) {
  const auto table = ParsePrices(text, "mine.json");
  EXPECT_FALSE(table.has_value());
  if (table) return "";
  EXPECT_EQ(table.error().code, ErrorCode::kStartup);
  return table.error().message;
}

TEST(PriceTable, BuiltInTablesHaveANameAndAMonth) {
  EXPECT_EQ(BuiltInNames(), "us-east-1-2024-10, us-east-1-2026-11");
  const auto now = LoadPrices(kDefaultPrices).value();
  EXPECT_EQ(now.name, "us-east-1-2026-11");
  EXPECT_EQ(now.region, "us-east-1");
  EXPECT_EQ(now.date, "2026-11-15");
  EXPECT_EQ(now, LoadPrices("2026-11").value());
  EXPECT_EQ(LoadPrices("2024-10").value().name, "us-east-1-2024-10");
}

TEST(PriceTable, PresentPrices) {
  const auto prices = LoadPrices("2026-11").value();
  EXPECT_EQ(prices.month_hours, 730);
  EXPECT_EQ(prices.gb_bytes, 1024.0 * 1024 * 1024);
  const ClassPrices standard{.write_million = 0.625,
                             .read_million = 0.125,
                             .write_unit_hour = 0.00065,
                             .read_unit_hour = 0.00013,
                             .replicated_write_million = 0.625,
                             .replicated_write_unit_hour = 0.00065,
                             .storage_gb_month = 0.25};
  EXPECT_EQ(prices.Of(StorageClass::kStandard), standard);
  const ClassPrices infrequent{.write_million = 0.78,
                               .read_million = 0.155,
                               .write_unit_hour = 0.00081,
                               .read_unit_hour = 0.00016,
                               .replicated_write_million = {},
                               .replicated_write_unit_hour = {},
                               .storage_gb_month = 0.10};
  EXPECT_EQ(prices.Of(StorageClass::kInfrequentAccess), infrequent);
  const VectorIndexPrices vectors{.write_gb = 0.52,
                                  .search_gb = 0.002,
                                  .request_bytes_min = 1024,
                                  .infrequent_access_factor = 1.25};
  EXPECT_EQ(prices.vector_index, vectors);
  const WarmThroughputPrices warm{.write_unit = 0.00065, .read_unit = 0.00013};
  EXPECT_EQ(prices.warm_throughput, warm);
}

TEST(PriceTable, PricesBeforeNovember2024) {
  const auto prices = LoadPrices("2024-10").value();
  EXPECT_EQ(prices.month_hours, 720);
  const ClassPrices standard{.write_million = 1.25,
                             .read_million = 0.25,
                             .write_unit_hour = 0.00065,
                             .read_unit_hour = 0.00013,
                             .replicated_write_million = 1.875,
                             .replicated_write_unit_hour = 0.000975,
                             .storage_gb_month = 0.25};
  EXPECT_EQ(prices.standard, standard);
  EXPECT_EQ(prices.infrequent_access.write_million, 1.56);
  EXPECT_EQ(prices.infrequent_access.read_million, 0.31);
  EXPECT_FALSE(prices.vector_index.has_value());
  EXPECT_FALSE(prices.warm_throughput.has_value());
}

TEST(PriceTable, PricesThatDidNotChange) {
  for (const char* name : {"2024-10", "2026-11"}) {
    const auto prices = LoadPrices(name).value();
    const ReservedPrices reserved{.block_units = 100,
                                  .one_year = {.write = {.upfront = 150, .hour = 0.0128},
                                               .read = {.upfront = 30, .hour = 0.0025}},
                                  .three_years = {.write = {.upfront = 180, .hour = 0.0081},
                                                  .read = {.upfront = 36, .hour = 0.0016}}};
    EXPECT_EQ(prices.reserved, reserved);
    const BackupPrices backup{.point_in_time_gb_month = 0.20,
                              .on_demand_gb_month = 0.10,
                              .cold_gb_month = 0.03,
                              .restore_gb = 0.15};
    EXPECT_EQ(prices.backup, backup);
    EXPECT_EQ(prices.export_full_gb, 0.10);
    EXPECT_EQ(prices.export_incremental_gb, 0.10);
    EXPECT_EQ(prices.import_gb, 0.15);
    EXPECT_EQ(prices.stream_read_hundred_thousand, 0.02);
    EXPECT_EQ(prices.kinesis_million, 0.10);
    const FreeTier free{.storage_gb = 25,
                        .write_units = 25,
                        .read_units = 25,
                        .replicated_write_units = 25,
                        .stream_reads = 2'500'000};
    EXPECT_EQ(prices.free_tier, free);
    const std::map<std::string, double> nodes = {{"r5.large", 0.255},    {"r5.xlarge", 0.509},
                                                 {"r5.2xlarge", 1.017},  {"r5.4xlarge", 2.034},
                                                 {"r5.8xlarge", 4.069},  {"r5.12xlarge", 6.12},
                                                 {"r5.16xlarge", 8.137}, {"r5.24xlarge", 12.24},
                                                 {"t3.small", 0.04},     {"t3.medium", 0.08}};
    EXPECT_EQ(prices.dax_node_hour, nodes);
  }
}

TEST(PriceTable, NamesUnverifiedMembers) {
  EXPECT_THAT(LoadPrices("2026-11").value().unverified,
              ElementsAre(Key("backup"), Key("dax_node_hour.t3.medium"),
                          Key("dax_node_hour.t3.small"), Key("export"), Key("gb_bytes"),
                          Key("import"), Key("reserved.one_year.read_block_upfront"),
                          Key("reserved.one_year.write_block_upfront"), Key("reserved.three_years"),
                          Key("streams"), Key("warm_throughput")));
  EXPECT_TRUE(LoadPrices("2024-10").value().unverified.contains("infrequent_access.on_demand"));
}

TEST(PriceTable, NamesTheMissingMember) {
  struct Case {
    std::string_view member;
    std::string_view path;
  };
  for (const auto& [member, path] :
       std::initializer_list<Case>{{"region", "region"},
                                   {"date", "date"},
                                   {"source", "source"},
                                   {"month_hours", "month_hours"},
                                   {"gb_bytes", "gb_bytes"},
                                   {"standard", "standard"},
                                   {"on_demand", "standard.on_demand"},
                                   {"write_million", "standard.on_demand.write_million"},
                                   {"read_unit_hour", "standard.provisioned.read_unit_hour"},
                                   {"storage_gb_month", "standard.storage_gb_month"},
                                   {"infrequent_access", "infrequent_access"},
                                   {"block_units", "reserved.block_units"},
                                   {"three_years", "reserved.three_years"},
                                   {"write_block_hour", "reserved.one_year.write_block_hour"},
                                   {"restore_gb", "backup.restore_gb"},
                                   {"incremental_gb", "export.incremental_gb"},
                                   {"gb", "import.gb"},
                                   {"kinesis_million", "streams.kinesis_million"},
                                   {"write_unit", "warm_throughput.write_unit"},
                                   {"search_gb", "vector_index.search_gb"},
                                   {"free_tier", "free_tier"},
                                   {"stream_reads", "free_tier.stream_reads"}}) {
    EXPECT_EQ(Refusal(Changed(fmt::format("\"{}\":", member), "\"other\":")),
              fmt::format("The price file mine.json cannot be used: {} is missing.", path));
  }
}

TEST(PriceTable, MembersThatARegionLacksAreOptional) {
  auto text = Changed("\"replicated_write_million\": 0.625", "\"replicated_write_million\": 0");
  EXPECT_EQ(ParsePrices(text, "mine.json").value().standard.replicated_write_million, 0.0);
  text = Changed("\"unverified\"", "\"unverifed\"");
  EXPECT_THAT(Refusal(text), HasSubstr("unverifed is not known."));
}

TEST(PriceTable, NamesTheWrongMember) {
  EXPECT_THAT(Refusal(""), HasSubstr("it is not a JSON object."));
  EXPECT_THAT(Refusal("[]"), HasSubstr("it is not a JSON object."));
  EXPECT_THAT(Refusal("{"), HasSubstr("it is not a JSON object."));
  EXPECT_THAT(Refusal(Changed("0.625", "\"0.625\"")),
              HasSubstr("standard.on_demand.write_million must be a number from 0 to 1000000."));
  EXPECT_THAT(Refusal(Changed("0.625", "-1")),
              HasSubstr("standard.on_demand.write_million must be a number"));
  EXPECT_THAT(Refusal(Changed("730", "0")),
              HasSubstr("month_hours must be a number from 1 to 744."));
  EXPECT_THAT(Refusal(Changed("2026-11-15", "today")),
              HasSubstr("date must be a day such as 2026-11-15."));
  EXPECT_THAT(Refusal(Changed("\"read_million\"", "\"write_million\"")),
              HasSubstr("read_million is missing"));
  EXPECT_THAT(Refusal(Changed("\"replicated_write_million\"", "\"write_million\"")),
              HasSubstr("standard.on_demand.write_million is there twice."));
  EXPECT_THAT(Refusal(Changed("\"backup\": \"", "\"backups\": \"")),
              HasSubstr("unverified names backups, which is not in the file."));
}

TEST(PriceTable, NamesTheMissingFile) {
  EXPECT_EQ(LoadPrices("2023-01").error().message,
            "There are no prices 2023-01: it is neither a file nor one of us-east-1-2024-10, "
            "us-east-1-2026-11.");
  EXPECT_THAT(LoadPrices("/").error().message, HasSubstr("The price file / cannot be read"));
}

TEST(PriceTable, FilesAreBounded) {
  const std::string file = testing::TempDir() + "large_prices.json";
  FILE* stream = std::fopen(file.c_str(), "wb");
  ASSERT_NE(stream, nullptr);
  const std::string blanks(limits::kSmallFileBytesMax + 1, ' ');
  std::fwrite(blanks.data(), 1, blanks.size(), stream);
  std::fclose(stream);
  EXPECT_THAT(LoadPrices(file).error().message, HasSubstr("it is too large"));
  std::remove(file.c_str());
}

}  // namespace
}  // namespace stator::price
