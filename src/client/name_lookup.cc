#include "client/name_lookup.h"

#include <condition_variable>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "base/limits.h"
#include "base/mutex.h"
#include "base/request_limits.h"

namespace stator::client {
namespace {

using boost::asio::ip::tcp;

FoundAddresses AskSystem(const std::string& host) {
  boost::asio::io_context io(1);
  tcp::resolver resolver(io);
  FoundAddresses found;
  const auto entries = resolver.resolve(host, "", found.error);
  for (const auto& entry : entries) found.addresses.push_back(entry.endpoint().address());
  return found;
}

struct Lookup {
  std::optional<FoundAddresses> found;
};

}  // namespace

struct NameLookup::State {
  const Resolve resolve;
  const std::size_t threads_max;
  Mutex mutex = {};
  std::condition_variable_any changed = {};
  std::size_t threads GUARDED_BY(mutex) = 0;

  void Run(const std::string& host, Lookup& lookup) {
    auto found = resolve(host);
    {
      const MutexLock lock(mutex);
      lookup.found = std::move(found);
      --threads;
    }
    changed.notify_all();
  }
};

NameLookup::NameLookup(Resolve resolve, std::size_t threads_max)
    : state_(new State{.resolve = std::move(resolve), .threads_max = threads_max}) {}

std::optional<FoundAddresses> NameLookup::Find(const std::string& host, Deadline deadline) {
  const auto lookup = std::make_shared<Lookup>();  // Guards: the state's mutex guards `found`
  const auto timed_out = [&] {
    return state_->changed.wait_until(state_->mutex, deadline) == std::cv_status::timeout;
  };
  const MutexLock lock(state_->mutex);
  while (state_->threads >= state_->threads_max) {
    if (timed_out()) return std::nullopt;
  }
  try {
    std::thread([state = state_, lookup, host] { state->Run(host, *lookup); }).detach();
  } catch (const std::system_error&) {
    return FoundAddresses{.error = boost::asio::error::no_memory, .addresses = {}};
  }
  ++state_->threads;
  while (!lookup->found) {
    if (timed_out()) break;
  }
  return lookup->found;
}

NameLookup& NameLookup::OfSystem() {
  static NameLookup lookup(AskSystem, limits::kNameLookupsMax);
  return lookup;
}

}  // namespace stator::client
