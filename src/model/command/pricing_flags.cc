#include "model/command/pricing_flags.h"

#include <CLI/CLI.hpp>

#include "price/prices_option.h"

namespace stator::model {
void AddPricingFlags(CLI::App& app, PricingFlags& flags) {
  price::AddPricesOption(app, flags.prices);
  app.add_flag("--free-tier", flags.options.free_tier,
               "Apply the account's free tier to this model.");
  app.add_option("--class", flags.options.storage_class,
                 "Storage class of all tables. [as the model says]")
      ->type_name("standard|ia");
  app.add_option("--floor", flags.options.floor,
                 "Minimum of provisioned units of a table or index. [1]")
      ->type_name("UNITS");
  app.add_option("--utilization", flags.options.utilization,
                 "Target utilization of provisioned capacity. [70]")
      ->type_name("PERCENT");
  app.add_option("--peak-hours", flags.options.peak_hours, "Hours of a day at the peak rates. [2]")
      ->type_name("HOURS");
  app.add_option("--stream-readers", flags.options.stream_readers,
                 "Readers of each stream besides Lambda, whose reads are free. [0]")
      ->type_name("COUNT");
}

Result<Pricing> PricingOf(const PricingFlags& flags) {
  Pricing pricing{.prices = TRY(price::LoadPrices(flags.prices))};
  pricing.terms = TRY(TermsOf(flags.options, pricing.prices, OptionStyle::kFlag));
  return pricing;
}

}  // namespace stator::model
