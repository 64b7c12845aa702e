// Compares random commits and reads with a naive std::map.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tested_engine.h"

namespace stator::storage::testing {
namespace {

using Model = std::map<std::pair<Space, Bytes>, Entry>;

constexpr Space kSpaces = 3;  // each case has its own spaces, from a rising base

Bytes NumberBytes(CommitNumber number) {
  Bytes bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(number >> shift));
  return bytes;
}

Version VersionIn(const Model& model, const Address& address) {
  const auto entry = model.find({address.space, address.key});
  return entry == model.end() ? kAbsent : entry->second.version;
}

bool ApplyTo(Model& model, const Commit& commit) {
  for (const Guard& guard : commit.guards) {
    if (VersionIn(model, guard.address) != guard.version) return false;
  }
  for (const SpaceDrop& drop : commit.drops) {
    std::erase_if(model, [&](const auto& entry) { return entry.first.first == drop.space; });
  }
  for (const Mutation& change : commit.changes) {
    const std::pair key{change.address.space, change.address.key};
    if (change.value) {
      model[key] = {commit.number, *change.value};
    } else {
      model.erase(key);
    }
  }
  for (const LogRecord& record : commit.appends) {
    model[{record.log, NumberBytes(commit.number) + record.suffix}] = {commit.number, record.value};
  }
  return true;
}

Page ReadFrom(const Model& model, Space space, const KeyRange& range, const PageLimits& limits) {
  std::vector<KeyedEntry> inside;
  for (const auto& [key, entry] : model) {
    const bool is_inside = key.first == space && key.second >= range.begin &&
                           (range.end.empty() || key.second < range.end);
    if (is_inside) inside.push_back({key.second, entry.version, entry.value});
  }
  if (range.backward) std::ranges::reverse(inside);
  Page page;
  std::size_t bytes = 0;
  for (const KeyedEntry& entry : inside) {
    const bool is_full = page.entries.size() >= limits.entries_max ||
                         (!page.entries.empty() && bytes >= limits.bytes_max);
    if (is_full) {
      page.more = true;
      break;
    }
    bytes += entry.key.size() + entry.value.size();
    page.entries.push_back(entry);
  }
  return page;
}

// A small alphabet with the extreme bytes, and lengths around a route's: keys collide, nest and
// share prefixes.
rc::Gen<Bytes> AnyKey() {
  return rc::gen::exec([] {
    const auto stem = *rc::gen::elementOf(std::vector<Bytes>{
        "", "aaaaaaa", "aaaaaaaa", "aaaaaaab", Bytes(8, '\xFF'), Bytes(8, '\0'), "aaaa"});
    const auto length = *rc::gen::inRange<std::size_t>(0, 4);
    return stem + *rc::gen::container<Bytes>(length, rc::gen::elementOf(Bytes("\0ab\xFF", 4)));
  });
}

rc::Gen<Address> AnyAddress(Space base) {
  return rc::gen::exec(
      [base] { return Address{base + *rc::gen::inRange<Space>(0, kSpaces), *AnyKey()}; });
}

// Most guards hold before the call; some are stale.
Guard AnyGuard(const Model& model, Space base) {
  const Address address = *AnyAddress(base);
  const bool is_stale = *rc::gen::inRange(0, 8) == 0;
  return {address, is_stale ? Version{1} : VersionIn(model, address)};
}

Commit AnyCommit(const Model& model, Space base, CommitNumber number) {
  Commit commit{.number = number};
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) commit.guards.push_back(AnyGuard(model, base));
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
    Mutation change{*AnyAddress(base), std::nullopt};
    if (*rc::gen::inRange(0, 4) != 0) change.value = std::to_string(number) + *AnyKey();
    commit.changes.push_back(std::move(change));
  }
  const Space space = base + *rc::gen::inRange<Space>(0, kSpaces);
  if (*rc::gen::inRange(0, 4) == 0) commit.appends.push_back({space, *AnyKey(), *AnyKey()});
  if (*rc::gen::inRange(0, 10) == 0) commit.drops.push_back({space});
  return commit;
}

void ExpectSame(const Page& found, const Page& expected) {
  RC_ASSERT(found.more == expected.more);
  RC_ASSERT(found.entries.size() == expected.entries.size());
  for (std::size_t i = 0; i < found.entries.size(); ++i) {
    RC_ASSERT(found.entries[i].key == expected.entries[i].key);
    RC_ASSERT(found.entries[i].version == expected.entries[i].version);
    RC_ASSERT(found.entries[i].value == expected.entries[i].value);
  }
}

void CompareReads(TestedEngine& store, const Model& model, Space base) {
  for (int i = 0; i < 12; ++i) {
    const Space space = base + *rc::gen::inRange<Space>(0, kSpaces);
    const KeyRange range{*AnyKey(), *AnyKey(), *rc::gen::arbitrary<bool>()};
    const PageLimits limits{*rc::gen::inRange<std::size_t>(0, 12),
                            *rc::gen::inRange<std::size_t>(0, 120)};
    ExpectSame(store.Read(space, range, limits), ReadFrom(model, space, range, limits));
    const Address address = *AnyAddress(base);
    const auto entry = store.Get(address.space, address.key);
    RC_ASSERT((entry ? entry->version : kAbsent) == VersionIn(model, address));
  }
  for (Space space = base; space < base + kSpaces; ++space) {
    ExpectSame(store.Read(space), ReadFrom(model, space, {}, {}));
  }
}

class EngineModelTest : public ::testing::TestWithParam<EngineKind> {};

INSTANTIATE_TEST_SUITE_P(Engines, EngineModelTest, ::testing::ValuesIn(kEngineKinds),
                         [](const auto& kind) { return NameOf(kind.param); });

TEST_P(EngineModelTest, EngineBehavesAsTheModel) {
  TestedEngine store(GetParam());
  Space next_base = 0;
  EXPECT_TRUE(rc::check([&] {
    // Take new spaces also after a failed case, so that shrinking starts with empty ones.
    const Space base = std::exchange(next_base, next_base + kSpaces);
    Model model;
    for (int call = *rc::gen::inRange(1, 4); call > 0; --call) {
      std::vector<Commit> commits;
      for (int i = *rc::gen::inRange(1, 6); i > 0; --i) {
        commits.push_back(AnyCommit(model, base, store.NextNumber()));
      }
      const auto applied = store.ApplyAll(commits);
      for (std::size_t i = 0; i < commits.size(); ++i) {
        RC_ASSERT(applied[i] == ApplyTo(model, commits[i]));
      }
      CompareReads(store, model, base);
    }
  }));
}

}  // namespace
}  // namespace stator::storage::testing
