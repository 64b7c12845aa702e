#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "client/stator.h"
#include "store/requests.h"
#include "store/rows.h"
#include "store/spec.h"

// Carries out specs: part of libstator. A generated program's functions call it, and `stator model
// verify` proves the same calls.
//
//   stator::store::Store store(*database);
//   auto rows = store.Query(spec, {{"custId", Value::String("c1")}});
namespace stator::store {

// Requests of one read that are under way at a time.
inline constexpr std::size_t kWorkersMax = 16;

using Request =
    std::variant<client::GetItemRequest, client::QueryRequest, client::ScanRequest,
                 client::ExecuteStatementRequest, client::PutItemRequest, client::UpdateItemRequest,
                 client::DeleteItemRequest, client::TransactWriteItemsRequest>;

struct Answer {
  std::vector<Item> items = {};    // of a read
  Item last_evaluated_key = {};    // of a Query or Scan
  std::string next_token = {};     // of a statement
  std::int64_t scanned_count = 0;  // likewise
  double units = 0;                // as far as the observer asked for them
};

// Sees what a store sends and gets. Threads: every function may be called by several threads at
// once, unless the store has one worker.
class Observer {
 public:
  virtual ~Observer() = default;
  // After each answer that is no error.
  virtual void OnAnswer(const Request& request, const Answer& answer) = 0;
  // For each request that fails.
  virtual void OnError(const Request& request) = 0;
  // For each item of a read that is not among its rows.
  virtual void OnOtherShape(const Item& item) = 0;
  virtual void OnFilteredOut(const Item& item) = 0;
};

struct StoreOptions {
  // Lifetime: outlives the store. With an observer, all requests ask for their consumed capacity.
  Observer* observer = nullptr;
  Surroundings surroundings = DefaultSurroundings();
  std::size_t workers = kWorkersMax;  // 1: every request is sent by the calling thread
};

// Threads: safe for concurrent use. Lifetime: the connection outlives the store.
class Store {
 public:
  explicit Store(client::Connection& connection, StoreOptions options = {});

  // The rows that the spec describes, merged, sorted and limited. Each function sends the requests
  // of its name; a spec with `refetch` adds a GetItem for each item found.
  // Errors: those of the database, and InvalidRequest for values that the store refuses to send.
  client::Expected<Rows> Get(const ReadSpec& read, const Item& values) const;
  client::Expected<Rows> Query(const ReadSpec& read, const Item& values,
                               const Window& window = std::nullopt) const;
  client::Expected<Rows> Scan(const ReadSpec& read, const Item& values,
                              const Window& window = std::nullopt) const;
  // Adds the rows of the parent's children, which lie under partition keys of their own. Each part
  // is sorted and limited by itself.
  client::Expected<Rows> WithChildren(const ReadSpec& parent, const Item& values, Rows rows) const;

  // All items that the statement selects, page after page, as they are stored or renamed.
  // Errors: as above.
  client::Expected<std::vector<Item>> Statement(const StatementSpec& spec,
                                                const Item& values) const;

  // Adds the writes of one action to a transaction.
  client::Expected<void> Add(const ActionSpec& action, const Item& values, Writes& writes,
                             const Item& expected = {}) const;
  // Sends one write as PutItem, UpdateItem or DeleteItem, and several, or a check, as one
  // TransactWriteItems.
  client::Expected<void> Commit(const Writes& writes) const;
  // The two ways of it: a write by itself (a check is a transaction all the same), and all as one.
  client::Expected<void> CommitOne(const client::TransactWrite& write) const;
  client::Expected<void> CommitTogether(const Writes& writes) const;

  // All items of a request that the caller states, page after page, until there are `limit` of
  // them (0: no limit).
  client::Expected<std::vector<Item>> Items(client::QueryRequest request,
                                            std::int64_t limit = 0) const;
  client::Expected<std::vector<Item>> Items(client::ScanRequest request) const;
  client::Expected<std::vector<Item>> Items(client::GetItemRequest request) const;

 private:
  client::Connection& connection_;
  StoreOptions options_;
};

}  // namespace stator::store
