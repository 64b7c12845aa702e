#include "expr/update_charge.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "expr/testing.h"

namespace stator::expr {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

std::size_t Charge(std::string_view text, const Tree::Map& values,
                   const std::map<std::string, std::string>& names = {}) {
  Request request(values, names);
  const Result<Update> update = request.BindUpdate(text);
  EXPECT_EQ(Outcome(update), "ok") << text;
  return update ? UpdateCharge(*update) : 0;
}

// Returns the maximum length of the value in "SET b = :pad, …".
std::size_t PaddingMax(std::string_view more, Tree::Map values) {
  values.insert({":pad", S("")});
  return limits::kItemBytesMax - Charge("SET b = :pad" + std::string(more), values);
}

// The largest paddings that AWS accepted (fidelity findings 1a).
TEST(UpdateCharge, AcceptsWhatAwsAccepts) {
  const Tree ten = S("0123456789");
  EXPECT_EQ(PaddingMax("", {}), 409'577U);
  EXPECT_EQ(PaddingMax(", n = n + :one", {{":one", N("1")}}), 409'505U);
  EXPECT_EQ(PaddingMax(", n = n - :one", {{":one", N("1")}}), 409'502U);
  EXPECT_EQ(PaddingMax(", c = big", {}), 409'539U);
  EXPECT_EQ(PaddingMax(", c = m.z", {}), 409'526U);
  EXPECT_EQ(PaddingMax(", l[10] = :v", {{":v", ten}}), 409'541U);
  EXPECT_EQ(PaddingMax(" REMOVE abcdefghij", {}), 409'566U);
  EXPECT_EQ(PaddingMax(" DELETE ss :rm", {{":rm", SS({"a", "b"})}}), 409'574U);
  EXPECT_EQ(PaddingMax(", l = list_append(if_not_exists(l, :e), :new)",
                       {{":e", L({})}, {":new", L({ten})}}),
            409'448U);
}

TEST(UpdateCharge, CountsNamesAfterSubstitutionInBytes) {
  const std::map<std::string, std::string> names = {{"#n", "\xC3\xA9t\xC3\xA9"}};  // five bytes
  EXPECT_EQ(Charge("REMOVE #n", {}, names), 3U + 1 + 5);
  EXPECT_EQ(Charge("REMOVE a.#n[0]", {}, names), 3U + 1 + (1 + 5 + 1) + 2 * 4);
}

TEST(UpdateCharge, ParenthesesAreFree) {
  const Tree::Map one = {{":one", N("1")}};
  EXPECT_EQ(Charge("SET n = (n) + (:one)", one), Charge("SET n = n + :one", one));
}

TEST(UpdateCharge, AddCostsItsValueAndDeleteDoesNot) {
  EXPECT_EQ(Charge("ADD n :one", {{":one", N("1")}}), 3U + 19 + 1 + 2);
  EXPECT_EQ(Charge("DELETE s :rm", {{":rm", SS({"abc"})}}), 3U + 1 + 1);
}

}  // namespace
}  // namespace stator::expr
