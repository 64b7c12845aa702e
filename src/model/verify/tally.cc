#include "model/verify/tally.h"

#include <fmt/format.h>

namespace stator::model {

void Tally::OnAnswer(const store::Request& /*request*/, const store::Answer& answer) {
  ++requests;
  scanned += answer.scanned_count;
  units += answer.units;
}

void Tally::OnError(const store::Request& /*request*/) { ++requests; }

void Tally::OnOtherShape(const client::Item& item) { others.push_back(item); }

void Tally::OnFilteredOut(const client::Item& /*item*/) { ++filtered; }

store::Store TalliedStore(client::Connection& database, Tally& tally) {
  return store::Store(database, {.observer = &tally, .workers = 1});
}

std::string SentenceOf(const client::Error& error) {
  return fmt::format("{}: {}", error.code, error.message);
}

}  // namespace stator::model
