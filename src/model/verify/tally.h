#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/stator.h"
#include "store/store.h"

namespace stator::model {

// Counts the requests and units of one run of a pattern. Threads: one, so use it only with a store
// that has one worker.
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

// Returns a store that reports to the tally and sends one request at a time.
store::Store TalliedStore(client::Connection& database, Tally& tally);

// Returns "ValidationException: the message", as reports show it.
std::string SentenceOf(const client::Error& error);

}  // namespace stator::model
