#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/stator.h"
#include "store/store.h"

namespace stator::model {

// Counts what a run of a pattern takes. Threads: one, as for a store with one worker.
class Tally : public store::Observer {
 public:
  void OnAnswer(const store::Request& request, const store::Answer& answer) override;
  void OnError(const store::Request& request) override;
  void OnOtherShape(const client::Item& item) override;
  void OnFilteredOut(const client::Item& item) override;

  std::int64_t requests = 0;
  std::int64_t scanned = 0;
  std::int64_t filtered = 0;
  double units = 0;
  std::vector<client::Item> others;  // items of shapes that the read does not want
};

// A store that tells the tally, and sends one request at a time.
store::Store TalliedStore(client::Connection& database, Tally& tally);

// "ValidationException: the message", as reports show it.
std::string SentenceOf(const client::Error& error);

}  // namespace stator::model
