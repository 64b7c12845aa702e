#include "model/exchange/sheet.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/small_file.h"
#include "model/exchange/imported.h"
#include "model/exchange/row_guess.h"
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

TEST(Sheet, QuotedSemicolonsSeparateNothing) {
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

TEST(Sheet, WhatIsWrittenIsReadBack) {
  const Sheet sheet{.header = {"a", "b"}, .rows = {{"x, \"y\"", "p|q"}, {"", "z"}}};
  EXPECT_EQ(ParseCsv(WriteCsv(sheet))->rows, sheet.rows);
  EXPECT_EQ(ParseMarkdown(WriteMarkdown(sheet))->rows, sheet.rows);
}

std::string TextOf(const Result<Imported>& imported) {
  if (!imported) return imported.error().message;
  const auto text = TextOfImported(*imported);
  return text ? *text : text.error().message;
}

// The list of an article, with its own columns.
TEST(SheetImport, UnderstandsAListWithKeyConditions) {
  const auto sheet = ParseMarkdown(R"(| # | Access Pattern | Operation | Key Design |
|---|---|---|---|
| 1 | Fetch customer profile | GetItem | PK=CUSTOMER#id, SK=PROFILE |
| 2 | Fetch all orders of a customer | Query | PK=CUSTOMER#id, SK begins_with ORDER# |
| 3 | Fetch orders in a date range | Query | PK=CUSTOMER#id, SK BETWEEN ORDER#date1 AND ORDER#date2 |
| 5 | Find orders by status | Query GSI | GSI1PK=STATUS#processing, GSI1SK=date |
)");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(
      TextOf(ImportSheet(*sheet, "shop")),
      R"(-- Guessed from the list of patterns: Customer, Order. Correct the counts, sizes, types and keys.
model shop
table shop (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all

entity Customer 1k x 1KB
  attr  customerId:id
  key   CUSTOMER#{customerId} / PROFILE

entity Order 1k x 1KB
  attr  customerId, date:date, status, orderId:id
  key   CUSTOMER#{customerId} / ORDER#{date}#{orderId}
  GSI1  STATUS#{status} / {date}#{orderId}

patterns
  P1  6/min  get   Customer[customerId] "Fetch customer profile"
  P2  6/min  list  Order[customerId] "Fetch all orders of a customer"
  P3  6/min  list  Order[customerId] range date "Fetch orders in a date range"
  P5  6/min  list  Order[status] "Find orders by status"
)");
}

TEST(SheetImport, UnderstandsAListOfNamesAlone) {
  const auto sheet = ParseCsv(R"(Name,Type,Frequency
Get a customer by ID,Read,High
"Get all orders for a customer, newest first",Read,500 rps
Get a single order with its line items,Read,High
Update order status,Write,6/min
)");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(
      TextOf(ImportSheet(*sheet, "orders")),
      R"(-- Guessed from the list of patterns: Customer, Order, Line. Correct the counts, sizes, types and keys.
model orders
table orders (PK, SK) on-demand

entity Customer 1k x 1KB
  attr  customerId:id
  key   CUSTOMER#{customerId} / ITEM

entity Order 1k x 1KB
  attr  customerId, orderId:id, status
  key   ORDER#{orderId} / ITEM

entity Line 1k x 1KB
  attr  lineId:id
  key   LINE#{lineId} / ITEM

patterns
  P1  100/s  get     Customer[customerId] "Get a customer by ID"
  P2  500/s  list    Order[customerId] "Get all orders for a customer, newest first"
  P3  100/s  fetch   Order[orderId] + Line "Get a single order with its line items"
  P4  6/min  update  Order[orderId] set status "Update order status"
)");
}

std::string ImportedCsv(std::string_view csv) {
  const auto sheet = ParseCsv(csv);
  return sheet ? TextOf(ImportSheet(*sheet, "shop")) : sheet.error().message;
}

TEST(SheetImport, NamesOfAttributesTellTheKeys) {
  // One entity, asked for by attributes as they are: these are the table's key.
  EXPECT_EQ(
      TextOf(ImportSheet(*ParseCsv("Access pattern,Query type,Key condition,Rate\n"
                                   "Get stock,GetItem,sku = :sku AND shop = :shop,9/s\n"
                                   "Stock of a product,Query,sku = :sku,9/s\n"),
                         "stock")),
      R"(-- Guessed from the list of patterns: Stock. Correct the counts, sizes, types and keys.
model stock
table stock (sku, shop) on-demand

entity Stock 1k x 1KB
  attr      sku, shop
  identity  sku, shop

patterns
  P1  9/s  get   Stock[sku, shop] "Get stock"
  P2  9/s  list  Stock[sku] "Stock of a product"
)");
  // What is listed by one and got by two lies under the one.
  EXPECT_EQ(
      TextOf(ImportSheet(*ParseCsv("Access pattern,Query type,Key condition,Rate\n"
                                   "Get order,Get,\"userId, orderId\",9/s\n"
                                   "List orders,Query,\"userId, sorted by at desc\",9/s\n"
                                   "Monthly report of orders,Scan,,once a month\n"),
                         "orders")),
      R"(-- Guessed from the list of patterns: Order. Correct the counts, sizes, types and keys.
model orders
table orders (PK, SK) on-demand

entity Order 1k x 1KB
  attr  userId, orderId:id, at:time
  key   USER#{userId} / ORDER#{orderId}

patterns
  P1  9/s          get   Order[userId, orderId] "Get order"
  P2  9/s          list  Order[userId] desc at "List orders"
  P3  0.03288/day  scan  Order "Monthly report of orders"
)");
}

TEST(SheetImport, AnIndexKeyDoesNotSayTheSameTwice) {
  const auto text = TextOf(
      ImportSheet(*ParseCsv("Access pattern,Query type,Key condition\n"
                            "Get member,GetItem,\"PK = ROOM#{roomId}, SK = MEMBER#{userId}\"\n"
                            "Rooms of a member,Query GSI1,\"GSI1PK = USER#{userId}, GSI1SK "
                            "begins_with ROOM#\"\n"),
                  "chat"));
  EXPECT_EQ(text.find("USER#{userId} / ROOM#{userId}"), std::string::npos) << text;
}

TEST(SheetImport, TheFilterSaysWhatElseIsKnown) {
  const auto text = ImportedCsv(R"(Name,Query Type,Key Condition,Filter,Expected throughput
Orders of a customer,Query,PK = CUST#{custId},status = :status,300/s
Orders of a customer,Query,PK = CUST#{custId},status,300/s
Orders of a customer,Query,PK = CUST#{custId},status={status},300/s
Orders of a customer,Query,PK = CUST#{custId},status=OPEN,300/s
Orders of a customer,Query,PK = CUST#{custId},total > 100 and status = :s,300/s
Update an order,UpdateItem,"PK = CUST#{custId}, SK = ORDER#{orderId}",version,high
Create an order,PutItem,"PK = CUST#{custId}, SK = ORDER#{orderId}",new,high
Orders of a customer,Query,PK = CUST#{custId},status = A or status = B,1/s
)");
  constexpr const char* kNotUnderstood =
      R"(  -- "status = A or status = B" of the filter was not understood.
  P8  1/s    list    Order[custId] )";
  for (const std::string_view line :
       {"  P1  300/s  list    Order[custId, status] ",
        "  P2  300/s  list    Order[custId, status] ",
        "  P3  300/s  list    Order[custId, status] ",
        "  P4  300/s  list    Order[custId, status=OPEN] ",
        "  P5  300/s  list    Order[custId, status] range total ",
        "  P6  100/s  update  Order[custId, orderId] set changed if version ",
        "  P7  100/s  put     Order if new ", kNotUnderstood}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(SheetImport, UnderstandsConditionsAsPeopleWriteThem) {
  const auto text = ImportedCsv(R"csv(Name,Query Type,Key Condition,Expected throughput
Orders of a customer,Query,"PK = CUST#<custId> and begins_with(SK, ORDER#)",300 rps
Newest orders,Query,"PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 20",high
Orders between,Query,"PK = CUST#{custId} AND SK between ORDER#{from} and ORDER#{to}~",9/s
Orders between,Query,"PK = CUST#{custId} AND SK BETWEEN ORDER#{orderDate.from} AND ORDER#{orderDate.to}",9/s
One order,GetItem,"PK = CUST#{custId}, SK = ORDER#{orderDate}#{orderId}",9/s
The big user,GetItem,userId,5/s
List products by category under a price,Query,"category, price < :max",20/s
List messages of user newest first,Query,"userId, sorted by date desc",20/s
)csv");
  for (const std::string_view line :
       {"  P1  300/s  list  Order[custId] \"",
        "  P2  100/s  list  Order[custId] desc orderDate limit 20 ",
        "  P3  9/s    list  Order[custId] range orderDate ",
        "  P4  9/s    list  Order[custId] range orderDate ",
        "  P5  9/s    get   Order[custId, orderDate, orderId] ", "  P6  5/s    get   Big[userId] ",
        "  P7  20/s   list  Product[category] range price ",
        "  P8  20/s   list  Message[userId] desc date ",
        "  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
  for (const std::string_view wrong : {"from", "[bigId", "was not"}) {
    EXPECT_EQ(text.find(wrong, text.find("entity")), std::string::npos) << wrong << "\n" << text;
  }
}

// What export writes, without the column that says it exactly.
TEST(SheetImport, UnderstandsTransactions) {
  const auto text =
      ImportedCsv(R"(Access pattern,Query type,Key condition,Filter,Expected throughput
create order and lines atomically,TransactWriteItems,"PutItem PK = CUST#{custId}, SK = ORDER#{orderDate}#{orderId}; PutItem PK = ORDER#{orderId}, SK = META; PutItem PK = ORDER#{orderId}, SK = ITEM#{lineNo} x4",new,120/s
"status change, optimistic lock",TransactWriteItems,"UpdateItem PK = CUST#{custId}, SK = ORDER#{orderDate}#{orderId}; UpdateItem PK = ORDER#{orderId}, SK = META",version unchanged,8k/s peak 12k/s
)");
  for (const std::string_view line : {"txn  put Order if new + put Item x4 ",
                                      "  P2  8k/s peak 12k/s  txn  update Order[custId, orderDate, "
                                      "orderId] set status if version ",
                                      "  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n",
                                      "  copy  ORDER#{orderId} / META\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(SheetImport, KeysComeFromTheKeyConditionWhateverTheRequestSays) {
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

TEST(SheetImport, EverythingThatIsNotUnderstoodIsSaid) {
  const auto text = ImportedCsv(R"(Name,Query type,Key condition,Filter,Expected throughput
Get a thing,Frobnicate,PK = :pk,size(tags) > 5,5 bananas
List things,Query,PK = THING#{owner} nearly,,5/s
List things,Query,"PK = THING#{owner}, SK between {from} and {to}, backward",,5/s
)");
  for (const std::string_view said :
       {"-- The throughput \"5 bananas\" was not understood; 5/s is a guess.",
        "-- The query type \"Frobnicate\" was not understood.",
        "-- \":pk\" does not say what PK is made of.",
        "-- \"size ( tags ) > 5\" of the filter was not understood.",
        "-- \"PK = THING#{owner} nearly\" of the key condition was not understood.",
        "-- What the range is over is not told; date is a guess."}) {
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  }
  EXPECT_EQ(ImportedCsv("Name,Query type\n"), "The list has a header and no patterns.");
}

TEST(SheetImport, APeakMayStandAlone) {
  const auto text = ImportedCsv(R"(Name,Query type,Key condition,Expected throughput
Get user by id,GetItem,PK = USER#<id>,100/s at peak
Get user by id,GetItem,PK = USER#<id>,peak 500/s
Get user by id,GetItem,PK = USER#<id>,50 rps (peak: 200)
Get user by id,GetItem,PK = USER#<id>,5/s in peak hours
Get user by id,GetItem,PK = USER#<id>,50/s peak 20/s
)");
  for (const std::string_view said :
       {"P1  100/s ", "P2  500/s ", "P3  50/s peak 200/s ", "P4  5/s ", "P5  50/s ",
        "The peak 20/s is below the rate 50/s"}) {
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  }
  EXPECT_EQ(text.find("not understood"), std::string::npos) << text;
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

TEST(SheetExport, SaysHowPatternsAreServed) {
  const auto sheet = ExportSheet(ExampleNamed(kExamples / "orders.std"));
  ASSERT_EQ(sheet.rows.size(), 7U);
  EXPECT_EQ(sheet.rows[0], (std::vector<std::string>{"A1", "customer by id", "GetItem",
                                                     "PK = CUST#{custId}, SK = PROFILE", "",
                                                     "500/s", "get Customer[custId]"}));
  EXPECT_EQ(sheet.rows[4][2], "Query GSI2");
  EXPECT_EQ(sheet.rows[6][2], "TransactWriteItems");
}

TEST(SheetExport, RowsThatMoveAreDeletedAndPut) {
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

TEST(SheetImport, ModelsComeBackByTheirRequests) {
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

TEST(SheetImport, SaysWhatIsMissing) {
  EXPECT_EQ(TextOf(ImportSheet({.header = {"type"}}, "m")),
            "Line 1: no column is named \"name\" or \"access pattern\".");
  EXPECT_EQ(TextOf(ImportSheet({.header = {"name", "request"}, .rows = {{"n", "gett E[a]"}}}, "m")),
            "Row 1: A pattern does get, list, fetch, scan, export, put, update, delete, check or "
            "txn; did you mean 'get'? (P1 low gett E[a] \"n\")");
}

TEST(RowGuess, ReadsRatesAsPeopleWriteThem) {
  EXPECT_EQ(GuessRate("once a week").rate, "0.14286/day");
  EXPECT_EQ(GuessRate("2 per week").rate, "0.28571/day");
  EXPECT_EQ(GuessRate("Monthly").rate, "0.03288/day");
  EXPECT_EQ(GuessRate("twice a day").rate, "2/day");
  EXPECT_EQ(GuessRate("hourly").rate, "1/h");
  EXPECT_TRUE(GuessRate("1/month").understood);
  EXPECT_EQ(GuessRate("500 rps").rate, "500/s");
  EXPECT_EQ(GuessRate("1,000 per second").rate, "1000/s");
  EXPECT_EQ(GuessRate("20k/day").rate, "20k/day");
  EXPECT_EQ(GuessRate("~5 / min").rate, "5/min");
  EXPECT_EQ(GuessRate("High").rate, "high");
  EXPECT_EQ(GuessRate("").rate, "low");
  EXPECT_TRUE(GuessRate("").understood);
  EXPECT_TRUE(GuessRate("100").understood);
  EXPECT_FALSE(GuessRate("x").understood);
  EXPECT_FALSE(GuessRate("5 bananas").understood);
}

TEST(SheetImport, AHeadingThatIsNoColumnIsRefused) {
  const std::string columns =
      " The columns are name, query type, key condition, filter and expected throughput.";
  EXPECT_EQ(ImportedCsv("Pattern #,Description,Peak RPS,Type\nAP1,Get a user,5,read\n"),
            "Line 1: \"Description\" is no column of a list of patterns; did you mean \"name\"?" +
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

TEST(SheetImport, AGivenIdIsAnAttribute) {
  const auto text = ImportedCsv("Name,Query type\nGet customer for a given customerId,GetItem\n");
  EXPECT_NE(text.find("get  Customer[customerId] "), std::string::npos) << text;
}

}  // namespace
}  // namespace stator::model
