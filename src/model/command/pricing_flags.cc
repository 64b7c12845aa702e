#include "model/command/pricing_flags.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "price/prices_option.h"

namespace stator::model {
namespace {

constexpr double kFloorMax = 1e6;
constexpr std::uint64_t kStreamReadersMax = 100;
constexpr double kHoursPerDay = 24;
constexpr double kPercent = 100;

Result<> Within(std::string_view option, double value, double min, double max) {
  if (value >= min && value <= max) return {};
  return FailInvalid(fmt::format("{} must be from {} to {}.", option, min, max));
}

}  // namespace

void AddPricingFlags(CLI::App& app, PricingFlags& flags) {
  price::AddPricesOption(app, flags.prices);
  app.add_flag("--free-tier", flags.free_tier, "Apply the account's free tier to this model.");
  app.add_option("--class", flags.storage_class, "Storage class of all tables. [as the model says]")
      ->type_name("standard|ia");
  app.add_option("--floor", flags.floor, "Minimum of provisioned units of a table or index. [1]")
      ->type_name("UNITS");
  app.add_option("--utilization", flags.utilization,
                 "Target utilization of provisioned capacity. [70]")
      ->type_name("PERCENT");
  app.add_option("--peak-hours", flags.peak_hours, "Hours of a day at the peak rates. [2]")
      ->type_name("HOURS");
  app.add_option("--stream-readers", flags.stream_readers,
                 "Readers of each stream besides Lambda, whose reads are free. [0]")
      ->type_name("COUNT");
}

Result<Pricing> PricingOf(const PricingFlags& flags) {
  Pricing pricing{.prices = TRY(price::LoadPrices(flags.prices))};
  auto& terms = pricing.terms;
  TRY(Within("--floor", flags.floor, 0, kFloorMax));
  TRY(Within("--utilization", flags.utilization, 1, kPercent));
  TRY(Within("--peak-hours", flags.peak_hours, 0, kHoursPerDay));
  if (flags.stream_readers > kStreamReadersMax) {
    return FailInvalid(fmt::format("--stream-readers must be at most {}.", kStreamReadersMax));
  }
  if (flags.storage_class == "ia") {
    terms.storage_class = price::StorageClass::kInfrequentAccess;
  } else if (flags.storage_class == "standard") {
    terms.storage_class = price::StorageClass::kStandard;
  } else if (!flags.storage_class.empty()) {
    return FailInvalid("--class must be standard or ia.");
  }
  terms.terms.month_hours = pricing.prices.month_hours;
  terms.terms.utilization = flags.utilization / kPercent;
  terms.terms.free_tier = flags.free_tier;
  terms.terms.write_capacity.floor = flags.floor;
  terms.terms.read_capacity.floor = flags.floor;
  terms.peak_hours = flags.peak_hours;
  terms.stream_readers = flags.stream_readers;
  return pricing;
}

}  // namespace stator::model
