#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "model/check/check.h"
#include "model/language/parser.h"

// Measures the work of a check by its allocations. Unlike time, their number is the same on every
// machine and in every run.
namespace {

std::atomic<std::int64_t>& Allocations() {
  static std::atomic<std::int64_t> count{0};
  return count;
}

}  // namespace

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STATOR_SANITIZER_ALLOCATES
#endif
#endif

#ifdef STATOR_SANITIZER_ALLOCATES
// The sanitizer replaces the operators and calls this hook instead.
extern "C" void __sanitizer_malloc_hook(const volatile void* /*memory*/, std::size_t /*bytes*/) {
  Allocations().fetch_add(1, std::memory_order_relaxed);
}
#else
void* operator new(std::size_t bytes) {
  Allocations().fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  std::abort();
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace stator::model {
namespace {

// Makes a model with three patterns for each entity; each entity has a copy and is in two indexes.
std::string ModelOf(int entities) {
  std::string text =
      "model large\ntable app (PK, SK) on-demand\nindex GSI1 (GPK, GSK) all\n"
      "index GSI2 (HPK, HSK) keys\n";
  std::string patterns = "patterns\n";
  for (int i = 0; i < entities; ++i) {
    const auto n = std::to_string(i);
    text += "entity E" + n + " 1M x 1KB\n  attr id:id, owner, at:time, open:bool\n  key E" + n +
            "#{id} / E\n  copy C" + n + "#{owner} / {at}#{id} (open)\n  GSI1 E" + n +
            "#{owner}#{open} / {at}#{id}\n  GSI2 O" + n + "#{owner} / {id} when open=true\n";
    patterns += "  G" + n + " 1/s get E" + n + "[id]\n  L" + n + " 1/s list E" + n +
                "[owner, open] desc at limit 5\n  U" + n + " 1/s txn update E" + n +
                "[id, owner, at] set open rewrite keys\n";
  }
  return text + patterns;
}

std::int64_t AllocationsOf(const Model& model) {
  const auto before = Allocations().load();
  EXPECT_EQ(Check(model).patterns.size(), model.patterns.size());
  return Allocations().load() - before;
}

TEST(CheckWork, GrowsLinearlyWithTheModel) {
  const auto small = Parse(ModelOf(25));
  const auto large = Parse(ModelOf(100));
  ASSERT_TRUE(small.complaints.empty()) << small.complaints.at(0).message;
  ASSERT_TRUE(large.complaints.empty());
  const auto few = AllocationsOf(small.model);
  const auto many = AllocationsOf(large.model);
  ASSERT_GT(few, 0);
  EXPECT_LT(many, 5 * few) << "four times the entities and patterns; few: " << few;
}

}  // namespace
}  // namespace stator::model
