#include "json/described.h"

#include <gtest/gtest.h>

#include "json/describe.h"

namespace stator::json {
namespace {

static_assert(MemberName("id").quoted() == "\"id\":");
static_assert(MemberName("read_units").plain() == "readUnits");
static_assert(MemberName("class_").plain() == "class");
static_assert(MemberName("MonthlyDollars").plain() == "monthlyDollars");
static_assert(MemberName("p99_9").plain() == "p999");

struct Base {
  int number = 0;
};
struct Derived : Base {
  int other = 0;
};
BOOST_DESCRIBE_STRUCT(Base, (), (number))
BOOST_DESCRIBE_STRUCT(Derived, (Base), (other))
static_assert(DescribedStruct<Base>);
static_assert(!DescribedStruct<Derived>, "the base's members would be lost");
static_assert(!DescribedStruct<MemberName>);

enum class Mode { kOff, kOnDemand };
BOOST_DESCRIBE_ENUM(Mode, kOff, kOnDemand)

TEST(Described, EnumeratorsHaveTheirNames) {
  std::string all;
  ForEachEnumerator<Mode>([&](Mode mode, std::string_view text) {
    all += std::to_string(static_cast<int>(mode)) + std::string(text) + " ";
  });
  EXPECT_EQ(all, "0off 1onDemand ");
}

}  // namespace
}  // namespace stator::json
