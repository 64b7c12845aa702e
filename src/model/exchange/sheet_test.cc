#include "model/exchange/sheet.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "base/small_file.h"
#include "model/exchange/imported.h"
#include "model/language/parser.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

TEST(Sheet, ReadsCsvWithQuotesAndSemicolons) {
  const auto sheet = ParseCsv("\xEF\xBB\xBFname;rate\n\"a \"\"b\"\";\nc\";1/s\n\nshort\n");
  ASSERT_TRUE(sheet) << sheet.error().message;
  EXPECT_EQ(sheet->header, (std::vector<std::string>{"name", "rate"}));
  ASSERT_EQ(sheet->rows.size(), 2U);
  EXPECT_EQ(sheet->rows[0][0], "a \"b\";\nc");
  EXPECT_EQ(sheet->rows[1], (std::vector<std::string>{"short", ""}));
  EXPECT_EQ(ParseCsv("a,b\n1,\"2\n").error().message, "Line 2: a quote is not closed.");
  EXPECT_EQ(ParseCsv("").error().message, "The table has no header.");
  EXPECT_FALSE(ParseCsv(std::string(100, ',') + "x\n"));
}

TEST(Sheet, QuotedSemicolonsDoNotSeparate) {
  const auto sheet = ParseCsv("\"a;b;c\",d\n1,2\n");
  ASSERT_TRUE(sheet) << sheet.error().message;
  EXPECT_EQ(sheet->header, (std::vector<std::string>{"a;b;c", "d"}));
  EXPECT_EQ(sheet->rows.front(), (std::vector<std::string>{"1", "2"}));
}

TEST(Sheet, RowsWithNothingUnderTheHeaderAreSkipped) {
  const auto sheet = ParseCsv("a\n,beside\nx\n");
  ASSERT_TRUE(sheet) << sheet.error().message;
  ASSERT_EQ(sheet->rows.size(), 1U);
  EXPECT_EQ(sheet->rows.front(), (std::vector<std::string>{"x"}));
}

TEST(Sheet, ReadsTheTableOfAMarkdownPage) {
  const auto sheet =
      ParseMarkdown("# Title\n\n| # | Name |\n|---|:--|\n| 1 | `a \\| b` |\n\ntext | x\n");
  ASSERT_TRUE(sheet) << sheet.error().message;
  EXPECT_EQ(sheet->header, (std::vector<std::string>{"#", "Name"}));
  ASSERT_EQ(sheet->rows.size(), 1U);
  EXPECT_EQ(sheet->rows[0][1], "a | b");
  EXPECT_FALSE(ParseMarkdown("no table"));
}

TEST(Sheet, ReadsBackItsOwnOutput) {
  const Sheet sheet{.header = {"a", "b"}, .rows = {{"x, \"y\"", "p|q"}, {"", "z"}}};
  EXPECT_EQ(ParseCsv(WriteCsv(sheet))->rows, sheet.rows);
  EXPECT_EQ(ParseMarkdown(WriteMarkdown(sheet))->rows, sheet.rows);
}

std::string TextOf(const Result<Imported>& imported) {
  if (!imported) return imported.error().message;
  const auto text = TextOfImported(*imported);
  return text ? *text : text.error().message;
}

std::string ImportedCsv(std::string_view csv) {
  const auto sheet = ParseCsv(csv);
  return sheet ? TextOf(ImportSheet(*sheet, "shop")) : sheet.error().message;
}

// Imports one row of the five columns and returns the text.
std::string OfRow(std::string_view row) {
  return ImportedCsv("Name,Query type,Key condition,Filter,Expected throughput\n" +
                     std::string(row) + "\n");
}

TEST(SheetImport, ReadsAListWithKeyConditions) {
  const auto sheet = ParseMarkdown(R"(| ID | Access pattern | Query type | Key condition |
|---|---|---|---|
| 1 | Fetch customer profile | GetItem | PK = CUSTOMER#{customerId}, SK = PROFILE |
| 2 | Fetch all orders of a customer | Query | PK = CUSTOMER#{customerId} AND begins_with(SK, ORDER#) |
| 3 | Fetch orders in a date range | Query | PK = CUSTOMER#{customerId} AND SK BETWEEN ORDER#{date.from} AND ORDER#{date.to} |
| 5 | Find orders by status | Query GSI1 | GSI1PK = STATUS#{status}, GSI1SK begins_with ORDER# |
)");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(
      TextOf(ImportSheet(*sheet, "shop")),
      R"(-- Proposed from the list of patterns: Customer, Order. Correct the counts, sizes, types and keys.
model shop
table shop (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all

entity Customer 1k x 1KB
  attr  customerId:id
  key   CUSTOMER#{customerId} / PROFILE

entity Order 1k x 1KB
  attr  customerId, date:date, status, orderId:id
  key   CUSTOMER#{customerId} / ORDER#{date}#{orderId}
  GSI1  STATUS#{status} / ORDER#{orderId}

patterns
  P1  6/min  get   Customer[customerId] "Fetch customer profile"
  P2  6/min  list  Order[customerId] "Fetch all orders of a customer"
  P3  6/min  list  Order[customerId] range date "Fetch orders in a date range"
  P5  6/min  list  Order[status] "Find orders by status"
)");
}

TEST(SheetImport, PlainAttributesBecomeTheTablesKey) {
  // One entity, asked for by plain attributes: they form the table's key.
  EXPECT_EQ(
      TextOf(ImportSheet(
          *ParseCsv("Access pattern,Query type,Key condition,Expected throughput,Request\n"
                    "Get stock,GetItem,sku = :sku AND shop = :shop,9/s,\"get Stock[sku, shop]\"\n"
                    "Stock of a product,Query,sku = :sku,9/s,list Stock[sku]\n"),
          "stock")),
      R"(-- Proposed from the list of patterns: Stock. Correct the counts, sizes, types and keys.
model stock
table stock (sku, shop) on-demand

entity Stock 1k x 1KB
  attr      sku, shop
  identity  sku, shop

patterns
  P1  9/s  get   Stock[sku, shop] "Get stock"
  P2  9/s  list  Stock[sku] "Stock of a product"
)");
}

TEST(SheetImport, AnIndexKeyDoesNotRepeatFields) {
  const auto text = TextOf(
      ImportSheet(*ParseCsv("Access pattern,Query type,Key condition\n"
                            "Get member,GetItem,\"PK = ROOM#{roomId}, SK = MEMBER#{userId}\"\n"
                            "Rooms of a member,Query GSI1,\"GSI1PK = USER#{userId}, GSI1SK "
                            "begins_with ROOM#\"\n"),
                  "chat"));
  EXPECT_EQ(text.find("USER#{userId} / ROOM#{userId}"), std::string::npos) << text;
}

TEST(SheetImport, TheFilterNamesFurtherKnownAttributes) {
  const auto text = ImportedCsv(R"(Name,Query Type,Key Condition,Filter,Expected throughput
Orders of a customer,Query,"PK = CUST#{custId}, SK begins_with ORDER#",status = :status,300/s
Orders of a customer,Query,"PK = CUST#{custId}, SK begins_with ORDER#",status,300/s
Orders of a customer,Query,"PK = CUST#{custId}, SK begins_with ORDER#",status={status},300/s
Orders of a customer,Query,"PK = CUST#{custId}, SK begins_with ORDER#",status=OPEN,300/s
Orders of a customer,Query,"PK = CUST#{custId}, SK begins_with ORDER#",total > :least and status = :s,300/s
Update an order,UpdateItem,"PK = CUST#{custId}, SK = ORDER#{orderId}",version unchanged,high
Create an order,PutItem,"PK = CUST#{custId}, SK = ORDER#{orderId}",new,high
Create an order,PutItem,"PK = CUST#{custId}, SK = ORDER#{orderId}",attribute_not_exists(PK),high
)");
  for (const std::string_view line :
       {"  P1  300/s  list    Order[custId, status] ",
        "  P2  300/s  list    Order[custId, status] ",
        "  P3  300/s  list    Order[custId, status] ",
        "  P4  300/s  list    Order[custId, status=OPEN] ",
        "  P5  300/s  list    Order[custId, status] range total ",
        "  P6  100/s  update  Order[custId, orderId] set changed if version ",
        "  -- The list does not name the attributes that the update sets; changed stands for "
        "them.\n",
        "  P7  100/s  put     Order if new ", "  P8  100/s  put     Order if new "}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(SheetImport, ReadsOrdersLimitsAndPeaks) {
  const auto text = ImportedCsv(R"csv(Name,Query type,Key condition,Expected throughput
One order,GetItem,"PK = CUST#{custId}, SK = ORDER#{orderDate}#{orderId}",9/s
Newest orders,Query,"PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 20",high
Orders between,Query,"PK = CUST#{custId} AND SK BETWEEN ORDER#{orderDate.from} AND ORDER#{orderDate.to}",50/s peak 200/s
Orders since,Query,"PK = CUST#{custId} AND SK >= ORDER#{orderDate}",
)csv");
  for (const std::string_view line :
       {"  P1  9/s              get   Order[custId, orderDate, orderId] ",
        "  P2  100/s            list  Order[custId] desc orderDate limit 20 ",
        "  P3  50/s peak 200/s  list  Order[custId] range orderDate ",
        "  P4  6/min            list  Order[custId] range orderDate ",
        "  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

// The output of an export, without the column that has the exact request.
TEST(SheetImport, ReadsTransactions) {
  const auto text =
      ImportedCsv(R"(Access pattern,Query type,Key condition,Filter,Expected throughput
create order and lines,TransactWriteItems,"PutItem PK = CUST#{custId}, SK = ORDER#{orderDate}#{orderId}; PutItem PK = ORDER#{orderId}, SK = ORDER; PutItem PK = ORDER#{orderId}, SK = ITEM#{lineNo} x4",new,120/s
optimistic lock,TransactWriteItems,"UpdateItem PK = CUST#{custId}, SK = ORDER#{orderDate}#{orderId}; UpdateItem PK = ORDER#{orderId}, SK = ORDER",version unchanged,8k/s peak 12k/s
)");
  for (const std::string_view line : {"txn  put Order if new + put Item x4 ",
                                      "  P2  8k/s peak 12k/s  txn  update Order[custId, orderDate, "
                                      "orderId] set changed if version ",
                                      "  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n",
                                      "  copy  ORDER#{orderId} / ORDER\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(SheetImport, KeysComeFromTheKeyConditionDespiteTheRequest) {
  const auto text = ImportedCsv(R"(Name,Query type,Key condition,Request
x,GetItem,"PK = CUST#{custId}, SK = PROFILE",get Customer[custId]
y,Query GSI2,"x4 GSI2PK = OPEN#{shard(orderId,4)}, limit 500",list Order[status=OPEN] asc orderDate limit 500
)");
  EXPECT_NE(text.find("  attr  custId:id\n  key   CUST#{custId} / PROFILE\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  GSI2  OPEN#{shard(orderId,4)} / {orderDate}#{orderId}\n"),
            std::string::npos)
      << text;
}

// Each refusal names the line of the file and a correction.
TEST(SheetImport, RefusesEveryOtherForm) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"Get a thing,Frobnicate,PK = T#{id}", "\"Frobnicate\" is no query type; write GetItem,"},
      {"Get a customer by ID,Read", "\"Read\" is no query type; write GetItem,"},
      {"Get a customer by ID,", "\"\" is no query type; write GetItem,"},
      {"Open orders,Query GSI 1,PK = T#{id}", "only a Query names an index, as in \"Query GSI1\""},
      {"Open orders,GetItem GSI1,PK = T#{id}", "only a Query names an index"},
      {"List orders,Query,", "no word of the key names the entity, as in ORDER#{orderId}"},
      {"Get stock,GetItem,sku = :sku", "no word of the key names the entity"},
      {"Find by status,Query GSI1,GSI1PK = STATUS#{status}", "no word of the key names the entity"},
      {"Report of orders,Scan,", "say it in a column \"request\", as in: list Order"},
      {"List orders,Query,userId", "\"userId\" is no key condition; write userId = …"},
      {"List orders,Query,\"userId, sorted by date desc\"", "\"sorted by date desc\" is no"},
      {"List things,Query,PK = THING#{owner} nearly", "\"PK = THING#{owner} nearly\" is no"},
      {"Get a thing,GetItem,PK = :pk", "\":pk\" does not say what PK is made of; an attribute"},
      {"Get a thing,GetItem,PK = THING#id", "\"THING#id\" does not say what PK is made of"},
      {"Get a thing,GetItem,PK = THING#<id>", "is no condition of the key condition"},
      {"Get a thing,GetItem,PK = THING#${id}", "\"THING#${id}\" does not say what PK is made of"},
      {"List things,Query,SK = THING#{id}", "SK is asked for without a partition key"},
      {"List things,Query,\"PK = A#{a}, SK = B, SK = C\"", "SK is there, too"},
      {"List things,Query,\"PK = A#{a}, SK between {from} and {to}\"",
       "{from} does not say what the range is over; name it, as in {orderDate.from}"},
      {"List things,Query,\"PK = A#{a}, SK between B and C\"",
       "\"B\" does not say what the range is over"},
      {"List things,Query,\"PK = A#{a}, SK = B#{b}, backward\"", "no row says what B is sorted by"},
      {"Put things,PutItem,PK = A#{a}; PK = B#{b}", "one request writes one row"},
      {"Get a thing,GetItem,\"PK = A#{a}, limit 5\"", "only a Query has an order or a limit"},
      {"List things,Query,PK = A#{a},size(tags) > 5", "\"size ( tags ) > 5\" is no condition"},
      {"List things,Query,PK = A#{a},s = A or s = B", "is no condition of the filter"},
      {"List things,Query,PK = A#{a},new", "A read has no filter \"new\""},
      {"List things,Query,PK = A#{a},limit 5", "not a filter; write it in the key condition"},
      {"Put a thing,PutItem,PK = A#{a},s = OPEN", "as in \"s unchanged\", or is \"new\""},
      {"Put a thing,DeleteItem,PK = A#{a},new", "only a PutItem can be new"},
      {"List things,Query,PK = A#{a},,500 rps", "\"500 rps\" is no throughput; write 500/s"},
      {"List things,Query,PK = A#{a},,once a week", "\"once a week\" is no throughput"},
      {"List things,Query,PK = A#{a},,50/s peak 20/s", "with the higher one last"}};
  for (const auto& [row, why] : rows) {
    const auto said = OfRow(row);
    EXPECT_TRUE(said.starts_with("Line 2: ")) << row << "\n" << said;
    EXPECT_NE(said.find(why), std::string::npos) << row << "\n" << said;
  }
  EXPECT_EQ(ImportedCsv("Name,Query type\n"), "The list has a header and no patterns.");
}

TEST(SheetImport, RefusalsNameTheLineOfTheFile) {
  const std::string csv =
      "Name,Query type,Key condition\n\"a\nb\",GetItem,PK = T#{id}\n\nc,Frobnicate,\n";
  EXPECT_TRUE(ImportedCsv(csv).starts_with("Line 5: \"Frobnicate\"")) << ImportedCsv(csv);
  const auto sheet = ParseMarkdown("# T\n\n| Name | Query type |\n|---|---|\n| a | b |\n");
  ASSERT_TRUE(sheet);
  EXPECT_TRUE(TextOf(ImportSheet(*sheet, "m")).starts_with("Line 5: \"b\""));
}

TEST(SheetImport, ARequestMayHaveItsOwnText) {
  const auto text = ImportedCsv(
      "Name,Request\nby its id,get User[id]\nby its id,\"get User[id] \"\"the user\"\"\"\n");
  EXPECT_NE(text.find("P1  6/min  get  User[id] \"by its id\"\n"), std::string::npos) << text;
  EXPECT_NE(text.find("P2  6/min  get  User[id] \"the user\"\n"), std::string::npos) << text;
}

Model ExampleNamed(const std::filesystem::path& file) {
  const auto text = ReadSmallFile(file.string(), "model");
  return text ? Parse(*text).model : Model();
}

const std::filesystem::path kExamples = std::filesystem::path(STATOR_SOURCE_DIR) / "examples";

TEST(SheetExport, ShowsHowPatternsAreServed) {
  const auto sheet = ExportSheet(ExampleNamed(kExamples / "orders.std"));
  ASSERT_EQ(sheet.rows.size(), 7U);
  EXPECT_EQ(sheet.rows[0], (std::vector<std::string>{"A1", "customer by id", "GetItem",
                                                     "PK = CUST#{custId}, SK = PROFILE", "",
                                                     "500/s", "get Customer[custId]"}));
  EXPECT_EQ(sheet.rows[4][2], "Query GSI2");
  EXPECT_EQ(sheet.rows[6][2], "TransactWriteItems");
}

TEST(SheetExport, AMovedRowIsDeletedAndPut) {
  const auto parsed = Parse(R"(model m
table app (PK, SK) on-demand
entity User 1k x 100B
  attr  userId:id, email, newsletter:number
  key   USER#{userId} / USER
  unique MAIL#{email} / MAIL
patterns
  P1  1/s  txn update User[userId, email] set email if newsletter rewrite keys
)");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto sheet = ExportSheet(parsed.model);
  EXPECT_EQ(sheet.rows.at(0).at(3),
            "UpdateItem PK = USER#{userId}, SK = USER; DeleteItem PK = MAIL#{email}, SK = MAIL; "
            "PutItem PK = MAIL#{email}, SK = MAIL");
  EXPECT_EQ(sheet.rows[0].at(4), "newsletter unchanged, email unchanged, new");
}

// A statement names its table, so a list cannot give it back.
TEST(SheetExport, AStatementIsShownAndNotImported) {
  const auto parsed = Parse(R"x(model m
table app (PK, SK) on-demand
entity User 1k x 100B
  attr  userId:id, email
  key   USER#{userId} / USER
patterns
  P1  1/s    get  User[userId]
  R1  1/day  sql  "SELECT * FROM app WHERE email = ?" User[email]
)x");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto sheet = ExportSheet(parsed.model);
  EXPECT_EQ(sheet.rows.at(1),
            (std::vector<std::string>{"R1", "", "ExecuteStatement", "Scan app, filter", "", "1/day",
                                      R"x(sql "SELECT * FROM app WHERE email = ?" User[email])x"}));
  const auto again = ImportSheet(sheet, "m");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->model.patterns.size(), 1U);
  const auto text = TextOfImported(*again);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("R1 is left out, because a statement names its table"), std::string::npos);
}

void ExpectSamePatterns(const Model& model, const Model& again) {
  ASSERT_EQ(again.patterns.size(), model.patterns.size());
  for (std::size_t i = 0; i < model.patterns.size(); ++i) {
    const auto& pattern = model.patterns[i];
    const auto& back = again.patterns[i];
    EXPECT_EQ(back.id, pattern.id);
    EXPECT_EQ(PrintPattern(back), PrintPattern(pattern));
    EXPECT_DOUBLE_EQ(back.per_second, pattern.per_second);
    EXPECT_DOUBLE_EQ(back.peak_per_second, pattern.peak_per_second);
    EXPECT_EQ(back.stated ? PrintStated(*back.stated) : "",
              pattern.stated ? PrintStated(*pattern.stated) : "");
  }
}

TEST(SheetImport, RestoresModelsFromTheirRequests) {
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kExamples)) {
    if (entry.path().extension() != ".std") continue;
    SCOPED_TRACE(entry.path().string());
    ++examples;
    const auto model = ExampleNamed(entry.path());
    ASSERT_FALSE(model.patterns.empty());
    const auto sheet = ExportSheet(model);
    for (const auto& back : {ParseCsv(WriteCsv(sheet)), ParseMarkdown(WriteMarkdown(sheet))}) {
      ASSERT_TRUE(back) << back.error().message;
      const auto again = ImportSheet(*back, model.name);
      ASSERT_TRUE(again) << again.error().message;
      const auto text = TextOfImported(*again);
      ASSERT_TRUE(text) << text.error().message;
      ExpectSamePatterns(model, Parse(*text).model);
      EXPECT_EQ(ExportSheet(Parse(*text).model).rows.size(), sheet.rows.size());
    }
  }
  EXPECT_GE(examples, 22U);
}

TEST(SheetImport, NamesTheMissingPart) {
  EXPECT_EQ(TextOf(ImportSheet({.header = {"name"}}, "m")),
            "Line 1: no column is named \"query type\" or \"request\".");
  EXPECT_EQ(
      TextOf(ImportSheet({.header = {"name", "request"}, .rows = {{"n", "gett E[a]"}}}, "m")),
      "Line 2: A pattern does get, list, fetch, scan, sql, export, put, update, delete, check or "
      "txn; did you mean 'get'? (P1 low gett E[a] \"n\")");
}

TEST(SheetImport, RefusesAnUnknownHeading) {
  const std::string columns =
      " The columns are name, query type, key condition, filter and expected throughput.";
  EXPECT_EQ(
      ImportedCsv("Pattern #,Description,Peak RPS,Type\nAP1,Get a user,5,read\n"),
      "Line 1: \"Pattern #\" is no column of a list of patterns; did you mean \"name\"?" + columns);
  EXPECT_EQ(
      ImportedCsv("Name,Operation\nGet a user,GetItem\n"),
      "Line 1: \"Operation\" is no column of a list of patterns; did you mean \"query type\"?" +
          columns);
  EXPECT_EQ(ImportedCsv("Name,Peak RPS\nGet a user,5\n"),
            "Line 1: \"Peak RPS\" is no column of a list of patterns; did you mean \"expected "
            "throughput\"?" +
                columns);
  EXPECT_EQ(ImportedCsv("Name,Colour\nGet a user,red\n"),
            "Line 1: \"Colour\" is no column of a list of patterns." + columns);
  EXPECT_EQ(ImportedCsv("Name,Access pattern\na,b\n"),
            "Line 1: \"Name\" and \"Access pattern\" are both the column name.");
  const auto sheet = ParseMarkdown("# Title\n\n| Name | Owner |\n|---|---|\n| a | b |\n");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(TextOf(ImportSheet(*sheet, "m")),
            "Line 3: \"Owner\" is no column of a list of patterns." + columns);
}

}  // namespace
}  // namespace stator::model
