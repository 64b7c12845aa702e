#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/check.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "expr/condition.h"
#include "expr/projection.h"
#include "expr/testing.h"
#include "expr/update.h"
#include "expr/update_charge.h"

// Parses any text as any expression, binds it and evaluates it on a fixed item. The first byte
// chooses the kind.
namespace stator::expr {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

const item::Item& Stored() {
  static const item::Item stored = item::EncodeItem({
      {"a", M({{"b", L({S("x"), N("1"), M({{"c", S("y")}})})}, {"n", N("5")}})},
      {"b", L({N("1"), N("2"), L({S("z")})})},
      {"c", S("text \xF0\x9F\x98\x80")},
      {"d", B("\x01\x02")},
      {"n", N("-1.5")},
      {"pk", S("key")},
      {"s", SS({"a", "b"})},
      {"t", NS({"1", "2"})},
      {"z", Null()},
  });
  return stored;
}

const Tree::Map& Values() {
  static const Tree::Map values = {
      {":a", S("a")}, {":b", B("\x01")},      {":l", L({S("q")})}, {":m", M({{"k", N("1")}})},
      {":n", N("1")}, {":s", SS({"a", "b"})}, {":t", S("SS")},     {":u", NS({"1"})},
      {":x", Null()}, {":y", Bool(true)},
  };
  return values;
}

void CheckImage(const item::Item& image) { CHECK(item::Verify(image.bytes()).has_value()); }

void UseCondition(Request& request, Kind kind, std::string_view text) {
  const Result<Condition> condition = request.BindCondition(text, kind);
  if (!condition) return;
  const bool stored = Holds(*condition, Stored().view());
  CHECK(Holds(*condition, Stored().view()) == stored);
  Holds(*condition, item::ItemView());
}

void UseUpdate(Request& request, std::string_view text) {
  const Result<Update> update = request.BindUpdate(text);
  if (!update) return;
  CHECK(UpdateCharge(*update) > update->Targets().size());
  const item::ItemView stored = Stored().view();
  const item::Item key = item::EncodeItem({{"pk", S("key")}});
  for (const item::ItemView* old : {&stored, static_cast<const item::ItemView*>(nullptr)}) {
    const auto outcome = Apply(*update, old, key.view());
    if (!outcome || !outcome->image) continue;
    CheckImage(*outcome->image);
    CheckImage(PickUpdated(*update, outcome->image->view()));
  }
  CheckImage(PickUpdated(*update, stored));
}

void UseProjection(Request& request, std::string_view text) {
  const Result<Projection> projection = request.BindProjection(text);
  if (!projection) return;
  CheckImage(Project(*projection, Stored().view()));
  projection->Attributes();
}

}  // namespace
}  // namespace stator::expr

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stator::expr::Kind;
  if (size == 0) return 0;
  const std::string text(data + 1, data + size);
  stator::expr::testing::Request request(stator::expr::Values(), {{"#a", "a"}, {"#b", "b"}});
  switch (data[0] % 4) {
    case 0:
      stator::expr::UseCondition(request, Kind::kCondition, text);
      break;
    case 1:
      stator::expr::UseUpdate(request, text);
      break;
    case 2:
      stator::expr::UseProjection(request, text);
      break;
    default:
      stator::expr::UseCondition(request, Kind::kKeyCondition, text);
      break;
  }
  return 0;
}
