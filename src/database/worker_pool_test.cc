#include "database/worker_pool.h"

#include <future>
#include <new>

#include <gtest/gtest.h>

namespace stator::database {
namespace {

TEST(WorkerPool, AnExceptionEndsOnlyItsOwnWork) {
  WorkerPool pool(1, 8);
  ASSERT_TRUE(pool.Run([] { throw std::bad_alloc(); }));
  std::promise<int> promise;
  ASSERT_TRUE(pool.Run([&] { promise.set_value(1); }));
  EXPECT_EQ(promise.get_future().get(), 1);
}

}  // namespace
}  // namespace stator::database
