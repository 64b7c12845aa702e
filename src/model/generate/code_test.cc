#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/generate/generate.h"
#include "model/language/parser.h"

namespace stator::model::generate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kOrders = R"(model orders "a shop"
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
index GSI2 (GSI2PK, GSI2SK) all
entity Order 20k x 600B
  attr  orderId:id, class, day:date, status:enum(OPEN 2, PAID 98), total:number, seen:counter, version:version
  key   ORDER#{orderId} / META
  unique CLASS#{class} / CLASS
  GSI1  STATUS#{status} / {day}#{orderId}
  GSI2  OPEN#{shard(orderId,4)} / {day} when status=OPEN
entity Line 80k x 200B in Order(orderId) 4..60
  attr  lineNo:number(3), sku
  key   ORDER#{orderId} / ITEM#{lineNo}
patterns
)";

Result<Generated> Made(const std::string& patterns, std::string_view target) {
  auto parsed = Parse(std::string(kOrders) + patterns);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  return Generate(parsed.model, TargetOf(target).value());
}

std::string Text(const std::string& patterns, std::string_view target) {
  auto made = Made(patterns, target);
  return made ? made->text : made.error().message;
}

TEST(Code, EveryTargetStatesItsOrigin) {
  for (const auto name : TargetNames()) {
    if (name == "create-table") continue;  // JSON has no comments
    EXPECT_THAT(Text("  P 1/s get Order[orderId]\n", name),
                HasSubstr("Made by `stator model generate"))
        << name;
  }
  EXPECT_EQ(TargetOf("cobol"), std::nullopt);
}

TEST(Code, AModelWithoutAServedPatternIsRefused) {
  EXPECT_THAT(Text("  P 1/s list Order[total]\n", "python"), HasSubstr("P: no key serves this: "));
  EXPECT_EQ(Text("  P 1/s update Line[lineNo] set sku\n", "cpp"),
            "P: the key of Line also needs orderId");
}

TEST(Code, AnUnservedPatternIsLeftOutAndOthersAreNot) {
  const auto made = Made("  P 1/s list Order[total]\n  Q 1/s get Order[orderId]\n", "python");
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->left_out.size(), 1U);
  EXPECT_THAT(made->left_out[0], HasSubstr("P: no key serves this: "));
  EXPECT_THAT(made->text, HasSubstr("# Left out: P: no key serves this: "));
  EXPECT_THAT(made->text, HasSubstr("def q(self, order_id: str)"));
  EXPECT_THAT(made->text, Not(HasSubstr("def p(")));
}

TEST(Code, ActionsOnSeveralRowsTakeAList) {
  const std::string pattern =
      "  P 1/s txn update Order[orderId] set total if version x3 + delete Line[orderId, lineNo] x2 "
      "+ check Order[orderId] x2\n";
  const auto python = Text(pattern, "python");
  EXPECT_THAT(python, HasSubstr("class POrderRow:\n    order_id: str\n    total: Union[int, "
                                "Decimal]\n    expected_version: int\n"));
  EXPECT_THAT(python,
              HasSubstr("def p(self, orders: Sequence[POrderRow], lines: "
                        "Sequence[PLineRow], check_orders: Sequence[POrderRow2]) -> None:"));
  EXPECT_THAT(python, HasSubstr("        for each in orders:\n            writes += _writes("
                                "_P_1, {\"orderId\": each.order_id, \"total\": each.total}, "
                                "{\"version\": each.expected_version})\n"));
  EXPECT_THAT(Text(pattern, "cpp"),
              HasSubstr("P(const std::vector<POrderRow>& orders, const std::vector<PLineRow>& "
                        "lines, const std::vector<POrderRow2>& check_orders) {"));
  EXPECT_THAT(Text(pattern, "typescript"),
              HasSubstr("...lines.flatMap((each) => writesOf(pSpec2, { orderId: each.orderId, "
                        "lineNo: each.lineNo })),"));
  const auto csharp = Text(pattern, "csharp");
  EXPECT_THAT(csharp, HasSubstr("public sealed record PLineRow(string OrderId, long LineNo);"));
  EXPECT_THAT(csharp, HasSubstr("foreach (var each in lines) writes.AddRange("));
  EXPECT_EQ(Text("  P 1/s txn delete Line[orderId=x, lineNo=1] x3\n", "python"),
            "P: x3 of Line, but nothing tells one from another");
}

TEST(Code, OnlyAdditionsMayUseAnyShard) {
  const std::string head =
      "model m\ntable app (PK, SK) on-demand\nentity E 1k x 100B\n"
      "  attr id:id, n:counter, name\n  key E#{id}#{random(4)} / E\npatterns\n";
  const auto made = [&](const std::string& pattern) {
    auto parsed = Parse(head + pattern);
    EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
    const auto code = Generate(parsed.model, Target::kPython);
    return code ? code->text : code.error().message;
  };
  EXPECT_THAT(made("  P 1/s update E[id] add n\n"), HasSubstr("def p(self, id: str, add_n: int)"));
  for (const auto* pattern : {"update E[id] set name", "delete E[id]", "update E[id] add n if n"}) {
    EXPECT_EQ(made(std::string("  P 1/s ") + pattern + "\n"),
              "P: a row of E lies under a random key and cannot be found");
  }
}

TEST(Code, ABackslashDoesNotContinueAComment) {
  const std::string pattern = "  P 1/s get Order[orderId] \"C:\\\"\n";
  EXPECT_THAT(Text(pattern, "cpp"), HasSubstr("  // C:\\.\n"));
  EXPECT_THAT(Text(pattern, "csharp"), HasSubstr("  // C:\\.\n"));
}

TEST(Code, ParametersAreTyped) {
  const std::string pattern = "  P 1/s list Order[status] range day -> 5\n";
  EXPECT_THAT(Text(pattern, "python"),
              HasSubstr("def p(self, status: str, day_from: Date, day_to: Date) -> List[Order]:"));
  EXPECT_THAT(Text(pattern, "cpp"),
              HasSubstr("Expected<std::vector<Order>> P(const std::string& status, "
                        "const Date& day_from, const Date& day_to) {"));
  EXPECT_THAT(Text(pattern, "typescript"),
              HasSubstr("async p(status: \"OPEN\" | \"PAID\", dayFrom: DateText, dayTo: DateText): "
                        "Promise<Order[]>"));
  EXPECT_THAT(Text(pattern, "typescript"), HasSubstr("\n  status?: \"OPEN\" | \"PAID\";\n"));
  EXPECT_THAT(Text(pattern, "csharp"),
              HasSubstr("Task<List<Order>> PAsync(string status, string dayFrom, string dayTo, "
                        "CancellationToken cancellation = default)"));
  EXPECT_THAT(Text(pattern, "csharp"), Not(HasSubstr("CancellationToken cancellation,")))
      << "it is the last, also of what is not seen";
}

TEST(Code, KeywordsAreNotUsedAsNames) {
  const std::string pattern = "  P 1/s get Order[orderId]\n";
  EXPECT_THAT(Text(pattern, "python"), HasSubstr("    class_: Optional[str] = None\n"));
  EXPECT_THAT(Text(pattern, "cpp"), HasSubstr("std::optional<std::string> class_ = {};"));
}

TEST(Code, AModelMayHaveTheNameOfAKeyword) {
  for (const std::string name : {"class", "std", "time", "const-cast"}) {
    auto parsed =
        Parse("model " + name +
              "\ntable app (PK, SK) on-demand\nentity Class 1k x 100B\n  attr id:id\n"
              "  key C#{id} / C\nentity Room 1k x 100B in Class(id) 2..3\n  attr no:id\n"
              "  key C#{id} / R#{no}\npatterns\n  Import 1/s fetch Class[id] + Room -> 3\n"
              "  constructor 1/s get Class[id]\n");
    ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
    const auto cpp = Generate(parsed.model, Target::kCpp).value().text;
    const auto space = name == "const-cast" ? "const_cast" : name;
    EXPECT_THAT(cpp, HasSubstr("\nnamespace stator_" + space + " {\n"));
    EXPECT_THAT(cpp, HasSubstr("}  // namespace stator_" + space + "\n"));
    EXPECT_THAT(cpp, HasSubstr("  std::optional<Class> class_ = {};\n"));
    EXPECT_THAT(cpp, HasSubstr("        .class_ = store::First<Class>"));
    const auto python = Generate(parsed.model, Target::kPython).value().text;
    EXPECT_THAT(python, HasSubstr("    class_: Optional[Class]\n"));
    EXPECT_THAT(python, HasSubstr("            class_=_first("));
    EXPECT_THAT(python, HasSubstr("    def import_(self"));
    EXPECT_THAT(Generate(parsed.model, Target::kTypeScript).value().text,
                HasSubstr("async constructor_("));
  }
}

TEST(Code, CollidingNamesGetDifferentSpellings) {
  auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nentity Date 1k x 100B\n  attr id:id\n"
      "  key E#{id} / E\nentity Room 1k x 100B\n  attr id:id, room-id, roomId\n"
      "  key R#{id} / R\npatterns\n  a1 1/s get Date[id]\n  A1 1/s get Room[id]\n"
      "  room 1/s put Room\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto text = Generate(parsed.model, Target::kCpp).value().text;
  EXPECT_THAT(text, HasSubstr("struct DateEntity {"));
  EXPECT_THAT(text, HasSubstr("Expected<std::optional<DateEntity>> A1("));
  EXPECT_THAT(text, HasSubstr("Expected<std::optional<Room>> A12("));
  EXPECT_THAT(text, HasSubstr("Expected<void> Room2(const Room& room)"));
  EXPECT_THAT(text, HasSubstr("std::optional<std::string> room_id_ = {};"));
}

TEST(Code, AnUpdateRewritesTheKeysThatTheModelNames) {
  const std::string update = "  P 1/s update Order[orderId] set status if version";
  EXPECT_THAT(Text(update + "\n", "python"),
              HasSubstr("Leaves GSI1 as it was: the model does not rewrite it."));
  const auto text = Text(update + " rewrite GSI2\n", "python");
  EXPECT_THAT(text, HasSubstr("stored_day: Date, status: str, expected_version: int) -> None:"))
      << "the key needs the day, which the caller must know";
  EXPECT_THAT(text, HasSubstr("guard=[\"day\"]"));
  EXPECT_THAT(text, HasSubstr("Leaves GSI1 as it was"));
}

TEST(Code, AnUnchangedSideOfAKeyIsNotWritten) {
  const auto partition = Text("  P 1/s update Order[orderId] set status rewrite GSI1\n", "python");
  EXPECT_THAT(partition, HasSubstr("def p(self, order_id: str, status: str) -> None:"));
  EXPECT_THAT(partition, HasSubstr("_Derived(key=_KEY_GSI1_PK_"));
  EXPECT_THAT(partition, Not(HasSubstr("_Derived(key=_KEY_GSI1_SK_")));
  const auto sort = Text("  P 1/s update Order[orderId] set day rewrite GSI1\n", "python");
  EXPECT_THAT(sort, HasSubstr("def p(self, order_id: str, day: Date) -> None:"));
  EXPECT_THAT(sort, Not(HasSubstr("guard=[")));
}

TEST(Code, AComparedVersionIsRaised) {
  EXPECT_THAT(Text("  P 1/s update Order[orderId] set total if version\n", "typescript"),
              HasSubstr("raises: [\"version\"]"));
}

TEST(Code, AnyOtherComparedNumberIsSetByTheCaller) {
  const auto text =
      Text("  P 1/s update Order[orderId] set total, seen if total, seen\n", "python");
  EXPECT_THAT(text, HasSubstr("def p(self, order_id: str, total: Union[int, Decimal], seen: int, "
                              "expected_total: Union[int, Decimal], expected_seen: int) -> None:"));
  EXPECT_THAT(text, HasSubstr("{\"orderId\": order_id, \"total\": total, \"seen\": seen}"));
  EXPECT_THAT(text, Not(HasSubstr("raises=[")));
}

TEST(Code, AValueOnlyTheDatabaseKnowsCannotFormAKey) {
  auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nindex GSI (GPK) all\nentity E 1k x 100B\n"
      "  attr id:id, n:counter\n  key E#{id} / E\n  GSI TOP#{n}\npatterns\n"
      "  P 1/s update E[id] add n rewrite keys\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  EXPECT_EQ(Generate(parsed.model, Target::kPython).error().message,
            "P: a key or copy is made of n, whose new value only the database knows; modify it "
            "instead");
}

// One shape covers rows with either key of the table.
TEST(Code, AnIndexReturnsItemsUnderEitherTableKey) {
  const auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nindex GSI (GPK, GSK) all\nentity E 1k x 100B\n"
      "  attr id:id, owner, kind, big:bool\n  key SMALL#{owner} / {id} when big=false\n"
      "  key BIG#{owner}#{shard(id,4)} / {id} when big=true\n  GSI KIND#{kind} / {id}\n"
      "patterns\n  P 1/s list E[kind]\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  EXPECT_THAT(Generate(parsed.model, Target::kPython).value().text,
              HasSubstr("shapes=[_Shape(type=\"E\", keys=[_KEY_SK_ID, _KEY_GPK_KIND_KIND, "
                        "_KEY_GSK_ID])]"));
}

TEST(Code, AFetchOfShardedChildrenReadsTheParentAndThenEachShard) {
  const auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nentity Ship 1k x 100B\n  attr shipId:id\n"
      "  key SHIP#{shipId} / SHIP\nentity Event 20k x 100B in Ship(shipId) 20..90\n"
      "  attr eventId:id\n  key SHIP#{shipId}#{shard(eventId,4)} / {eventId}\n"
      "patterns\n  F 1/s fetch Ship[shipId] + Event\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto python = Generate(parsed.model, Target::kPython);
  ASSERT_TRUE(python) << python.error().message;
  EXPECT_TRUE(python->left_out.empty());
  EXPECT_THAT(python->text,
              HasSubstr("\n        rows = self._get(_F, {\"shipId\": ship_id})\n"
                        "        rows = self._with_children(_F, {\"shipId\": ship_id}, "
                        "rows)\n"));
  EXPECT_THAT(python->text, HasSubstr("        part=1,\n"));
  EXPECT_THAT(Generate(parsed.model, Target::kMarkdown).value().text,
              HasSubstr("| GetItem + Query | app |"));
}

TEST(Code, TwoActionsOnOneEntityHaveTheirOwnParameters) {
  EXPECT_THAT(Text("  P 1/s txn update Order[orderId] add seen + update Order[orderId] add seen\n",
                   "python"),
              HasSubstr("def p(self, order_id: str, add_seen: int, order_order_id: str, "
                        "order_add_seen: int) -> None:"));
}

TEST(Code, AReadProjectsShownAttributesAndKeys) {
  EXPECT_THAT(Text("  P 1/s get Order[orderId] show total\n", "python"),
              HasSubstr("shown=[\"total\", \"orderId\", \"PK\", \"SK\", \"_type\"]"));
  EXPECT_THAT(
      Text("  P 1/s list Order[status] desc day show total\n", "csharp"),
      HasSubstr(
          "Shown = new string[] { \"total\", \"orderId\", \"day\", \"PK\", \"SK\", \"GSI1PK\", "
          "\"GSI1SK\", \"_type\" }"));
  EXPECT_THAT(Text("  P 1/s get Order[orderId]\n", "python"), Not(HasSubstr("shown=[")));
}

TEST(Code, AReadProjectsOnlyWhatTheIndexHolds) {
  auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nindex GSI (GPK) include name\nentity E 1k x 100B\n"
      "  attr id:id, name, more\n  key E#{id} / E\n  GSI N#{name}\npatterns\n"
      "  P 1/s list E[name] show name -> 3\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  EXPECT_THAT(Generate(parsed.model, Target::kPython).value().text,
              HasSubstr("shown=[\"name\", \"PK\", \"SK\", \"GPK\"]"));
}

TEST(Code, CSharpStatesThatTestsDoNotRunIt) {
  EXPECT_THAT(Text("  P 1/s get Order[orderId]\n", "csharp"),
              HasSubstr("// Compiled by Stator's tests, but not run."));
}

TEST(Code, TypeScriptUsesEveryDeclaration) {
  EXPECT_THAT(Text("  P 1/s get Order[orderId]\n", "typescript"),
              HasSubstr("\nvoid [orderFields, lineFields];"));
}

TEST(Code, AnEntityMayHaveTheNameOfTheStore) {
  const auto parsed = Parse(
      "model app\ntable app (PK, SK) on-demand\nentity AppStore 1k x 100B\n  attr id:id\n"
      "  key A#{id} / A\npatterns\n  P 1/s get AppStore[id]\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  for (const auto& [target, text] : std::vector<std::pair<Target, std::string>>{
           {Target::kCpp, "\nclass AppStore2 {\n"},
           {Target::kPython, "\nclass AppStore2(_Store):\n"},
           {Target::kTypeScript, "\nexport class AppStore2 {\n"},
           {Target::kCSharp, "\npublic sealed class AppStore2\n"}}) {
    EXPECT_THAT(Generate(parsed.model, target).value().text, HasSubstr(text));
  }
}

TEST(Code, TextsInKeysMustNotBeEmptyOrContainADelimiter) {
  const std::string head =
      "model m\ntable app (PK, SK) on-demand\ntable plain (code)\nindex ByMail (mail) all\n"
      "entity E 1k x 100B table app\n  attr id:id, kind, name:free, day:date, note, other\n"
      "  key E|{id}|{kind} / {day}#{name}#{shard(note,4)}\n"
      "entity F 1k x 100B table plain\n  attr code:id, mail\n"
      "patterns\n  P 1/s put E\n  Q 1/s put F\n";
  auto parsed = Parse(head);
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  for (const auto& [target, id, kind, name] :
       std::vector<std::tuple<Target, std::string, std::string, std::string>>{
           {Target::kPython, "attribute=\"id\", filled=True, without=[\"#\", \"|\"]",
            "attribute=\"kind\", filled=True, without=[\"#\"]", "attribute=\"name\", filled=True)"},
           {Target::kTypeScript, "attribute: \"id\", filled: true, without: [\"#\", \"|\"]",
            "attribute: \"kind\", filled: true, without: [\"#\"]",
            "attribute: \"name\", filled: true }"},
           {Target::kCpp, ".attribute = \"id\", .filled = true, .without = {\"#\", \"|\"}",
            ".attribute = \"kind\", .filled = true, .without = {\"#\"}",
            ".attribute = \"name\", .filled = true}"},
           {Target::kCSharp, "Without = new string[] { \"#\", \"|\" }",
            "Attribute = \"kind\", Filled = true, Without = new string[] { \"#\" }",
            "Attribute = \"name\", Filled = true }"}}) {
    const auto made = Generate(parsed.model, target);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_THAT(made->text, HasSubstr(id));
    EXPECT_THAT(made->text, HasSubstr(kind));
    EXPECT_THAT(made->text, HasSubstr(name));
  }
  const auto python = Generate(parsed.model, Target::kPython)->text;
  EXPECT_THAT(python, HasSubstr("attribute=\"code\", filled=True)")) << "a key as it is";
  EXPECT_THAT(python, HasSubstr("attribute=\"mail\", filled=True)")) << "an index on it as it is";
  EXPECT_THAT(python, Not(HasSubstr("attribute=\"note\", filled"))) << "a shard tells no text";
  EXPECT_THAT(python, Not(HasSubstr("attribute=\"other\", filled"))) << "in no key";
}

TEST(Code, AnExportHasNoFunction) {
  EXPECT_THAT(Text("  P 1/day export Order\n", "python"), Not(HasSubstr("def p(")));
}

TEST(Pages, MarkdownHasARowForEachPattern) {
  const auto text =
      Text("  P 1/min list Order[status=OPEN] asc day via GSI2 -> 5 \"a|b\"\n", "markdown");
  EXPECT_THAT(text, HasSubstr("| P | a\\|b | 0.0167/s | Query | app / GSI2 | "
                              "`GSI2PK = OPEN#{shard(orderId,4)}` | 4 |\n"));
}

TEST(Pages, ADescriptionDoesNotEndTheComment) {
  const auto parsed = Parse("model m \"a --> b\"\ntable app (PK) on-demand\n");
  const auto made = Generate(parsed.model, Target::kMarkdown);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_THAT(made->text, HasSubstr("from the model m: a --&gt; b -->\n# Access patterns of m\n"));
  EXPECT_THAT(made->text, HasSubstr("\n\na --> b\n\n|"));
}

TEST(Pages, SvgHasABoxForEachCollection) {
  const auto text = Text("  P 1/s get Order[orderId]\n", "svg");
  EXPECT_THAT(text, HasSubstr("class=\"title\">table app (PK, SK)</text>"));
  EXPECT_THAT(text, HasSubstr("class=\"key\">ORDER#{orderId}</text>"));
  EXPECT_THAT(text, HasSubstr(">ITEM#{lineNo}</text>"));
  EXPECT_THAT(text, HasSubstr(">Order (unique)</text>"));
  EXPECT_THAT(text, HasSubstr(">[status=OPEN] orderId, class, day"));
  EXPECT_THAT(text, HasSubstr("class=\"title\">global index GSI2 (GSI2PK, GSI2SK)</text>"));
}

}  // namespace
}  // namespace stator::model::generate
