#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/small_file.h"
#include "model/check/check.h"
#include "model/command/command.h"
#include "model/command/new_file.h"
#include "model/exchange/imported.h"
#include "model/exchange/interview.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

class Commands : public ::testing::Test {
 protected:
  Commands()
      : folder_(std::filesystem::temp_directory_path() /
                ("stator-model-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string In(const std::string& name) const { return (folder_ / name).string(); }
  std::string Put(const std::string& name, std::string_view text) {
    EXPECT_TRUE(WriteNewFile(In(name), text));
    return In(name);
  }
  static std::string Text(const std::string& file) {
    return ReadSmallFile(file, "test").value_or("");
  }

  int Run(std::vector<std::string> words) {
    words.insert(words.begin(), {"stator", "model"});
    std::vector<const char*> arguments;
    for (const auto& word : words) arguments.push_back(word.c_str());
    out_.str("");
    err_.str("");
    return RunModelCommand(static_cast<int>(arguments.size()), arguments.data(), out_, err_);
  }

  std::filesystem::path folder_;
  std::ostringstream out_;
  std::ostringstream err_;
};

constexpr std::string_view kRare =
    "model m\ntable app (PK, SK) on-demand\nindex Late local (due) all\nentity E 10M x 900B\n"
    "  attr  id:id, name, due:date\n  key   E#{id} / E\npatterns\n"
    "  R  10/s   get     E[id]\n  L  1/s    list    E[id] desc due via Late\n"
    "  W  1/s    update  E[id] set name\n  S  1/day  scan    E[name] -> 5\n"
    "  X  1/day  export  E\n";

TEST_F(Commands, PricesUseTheRequestedClass) {
  const auto file = Put("m.std", kRare);
  EXPECT_EQ(Run({"price", file}), kExitGood);
  EXPECT_NE(out_.str().find("$0.125 a million RCU, $0.625 a million WCU (Standard)."),
            std::string::npos);
  EXPECT_EQ(Run({"price", file, "--class", "ia"}), kExitGood);
  EXPECT_EQ(out_.str().find("(Standard)"), std::string::npos);
  EXPECT_NE(out_.str().find(" a million WCU (Standard-IA)."), std::string::npos);
  EXPECT_EQ(out_.str().find("$0.125 a million RCU"), std::string::npos);
}

TEST_F(Commands, ExportsAndLocalIndexesHaveLinesOfTheirOwn) {
  const auto file = Put("m.std", kRare);
  ASSERT_EQ(Run({"price", file}), kExitGood);
  const auto text = out_.str();
  const auto line =
      text.substr(text.find("\nX "), text.find('\n', text.find("\nX ") + 1) - text.find("\nX "));
  EXPECT_EQ(line.find("$0.00"), std::string::npos) << line;
  EXPECT_NE(text.find("X, an export 1/day, costs"), std::string::npos);
  EXPECT_NE(text.find("\n  of that Late "), std::string::npos);
  ASSERT_EQ(Run({"price", file, "--scale", "10x"}), kExitGood);
  EXPECT_NE(out_.str().find("\nX export of app "), std::string::npos);
  EXPECT_NE(out_.str().find("\npoint-in-time recovery of app "), std::string::npos);
  ASSERT_EQ(Run({"check", "--warnings-pass", file}), kExitGood) << out_.str();
  EXPECT_EQ(out_.str().find("e+0"), std::string::npos) << out_.str();
}

TEST_F(Commands, GenerateDoesNotOverwriteTheModel) {
  const auto file = Put("m.std", kRare);
  std::filesystem::create_symlink(file, In("link.std"));
  for (const auto& out : {file, In("link.std"), In(".") + "/m.std"}) {
    EXPECT_EQ(Run({"generate", file, "--to", "python", "--out", out}), kExitUsage);
    EXPECT_NE(err_.str().find("is the model itself"), std::string::npos) << err_.str();
  }
  EXPECT_EQ(Text(file), kRare);
  EXPECT_EQ(Run({"generate", file, "--to", "python", "--out", In("m.py")}), kExitGood)
      << err_.str();
}

TEST_F(Commands, GenerateNamesTheOmittedPattern) {
  const auto file = Put("m.std", std::string(kRare) + "  Y  1/s    list    E[name] -> 5\n");
  EXPECT_EQ(Run({"generate", file, "--to", "python", "--out", In("m.py")}), kExitFindings);
  EXPECT_NE(err_.str().find("left out Y: no key serves this: "), std::string::npos) << err_.str();
  EXPECT_NE(Text(In("m.py")).find("def r(self"), std::string::npos);
}

TEST_F(Commands, InitWritesAnExampleOnce) {
  EXPECT_EQ(Run({"init", "--example", "orders", "--name", "mine", In("m.std")}), kExitGood);
  EXPECT_TRUE(Text(In("m.std")).starts_with("model mine \"an order service"));
  EXPECT_EQ(Run({"check", In("m.std")}), kExitGood) << out_.str();
  EXPECT_EQ(Run({"init", "--example", "orders", In("m.std")}), kExitUsage);
  EXPECT_NE(err_.str().find("exists already; nothing was written."), std::string::npos);
  EXPECT_EQ(Run({"init", "--example", "ordrs", In("n.std")}), kExitUsage);
  EXPECT_NE(err_.str().find("There is no example 'ordrs'; there are campus, "), std::string::npos);
}

TEST_F(Commands, InitRefusesANameThatWouldLoseLetters) {
  EXPECT_EQ(Run({"init", "--example", "orders", "--name", "K\xC3\xA4se", In("m.std")}), kExitUsage);
  EXPECT_NE(err_.str().find("is no name: names are made of"), std::string::npos) << err_.str();
  EXPECT_EQ(Text(In("m.std")), "");
}

TEST_F(Commands, ImportReportsUnreadParts) {
  const auto sheet = Put("p.csv",
                         "Name,Query type,Key condition,Filter,Expected throughput\n"
                         "Get a user,GetItem,PK = USER#{userId},,5/s\n"
                         "Change a user,UpdateItem,PK = USER#{userId},,5/s\n");
  EXPECT_EQ(Run({"import", sheet, "--out", In("p.std")}), kExitGood) << err_.str();
  EXPECT_EQ(err_.str(),
            "stator: P2: The list does not name the attributes that the update sets; changed "
            "stands for them.\n");
  const auto text = Text(In("p.std"));
  EXPECT_NE(text.find("  -- The list does not name the attributes that the update sets; changed "
                      "stands for them.\n"
                      "  P2  5/s  update  User[userId] set changed"),
            std::string::npos)
      << text;
  EXPECT_EQ(Run({"check", In("p.std")}), kExitGood) << out_.str();
  EXPECT_EQ(Run({"import", Put("h.csv", "Name,Query type\n")}), kExitUsage);
  EXPECT_EQ(err_.str(), "stator: The list has a header and no patterns.\n");
}

TEST_F(Commands, ImportRefusesAListAndNamesTheLine) {
  const auto sheet = Put("p.csv",
                         "Name,Query type,Key condition,Filter,Expected throughput\n"
                         "Get a user,GetItem,PK = USER#{userId},,5/s\n"
                         "List orders,Query,PK = CUST#{custId},contains(tags; red),5/s\n");
  EXPECT_EQ(Run({"import", sheet, "--out", In("p.std")}), kExitUsage);
  EXPECT_EQ(err_.str(),
            "stator: Line 3: \"contains ( tags ; red )\" is no condition of the filter; write "
            "comparisons such as PK = CUST#{custId} AND begins_with(SK, ORDER#), separated by "
            "commas or AND.\n");
}

TEST_F(Commands, ImportDetectsTheFormatOfAFile) {
  const auto sheet = Put("p.csv",
                         "name,query type,key condition\n"
                         "Get a customer,GetItem,PK = CUSTOMER#{customerId}\n");
  EXPECT_EQ(Run({"import", sheet}), kExitGood) << err_.str();
  EXPECT_NE(out_.str().find("get  Customer[customerId]"), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("\ntable p_table (PK, SK)"), std::string::npos) << out_.str();
  EXPECT_EQ(Run({"import", sheet, "--from", "nonsense"}), kExitUsage);
  EXPECT_EQ(Run({"import", Put("x.txt", "x")}), kExitUsage);
  EXPECT_EQ(Run({"import", Put("x.json", "{}")}), kExitUsage);
  EXPECT_EQ(Run({"import", In("none.csv")}), kExitUsage);
}

TEST_F(Commands, AWorkbenchModelKeepsUnknownMembers) {
  const auto json = Put("w.json", R"({"ModelName":"w","Odd":{"a":1},"DataModel":[{"TableName":"tab",
    "KeyAttributes":{"PartitionKey":{"AttributeName":"id","AttributeType":"S"}},"Strange":[true],
    "TableData":[{"id":{"S":"1"}}]}]})");
  EXPECT_EQ(Run({"import", json, "--out", In("w.std")}), kExitGood) << err_.str();
  EXPECT_EQ(Run({"export", In("w.std"), "--to", "nwb"}), kExitGood) << err_.str();
  for (const std::string_view kept : {"\"Odd\"", "\"Strange\"", "\"TableData\"", "\"3.0\""}) {
    EXPECT_NE(out_.str().find(kept), std::string::npos) << kept;
  }
  std::filesystem::remove(In("w.std.nwb.json"));
  EXPECT_EQ(Run({"export", In("w.std"), "--to", "nwb"}), kExitGood);
  EXPECT_EQ(out_.str().find("\"Odd\""), std::string::npos);
  EXPECT_EQ(Run({"export", In("w.std"), "--to", "nwb", "--original", json}), kExitGood);
  EXPECT_NE(out_.str().find("\"Odd\""), std::string::npos);
}

TEST_F(Commands, NamesIndexesThatTheWorkbenchLacks) {
  const auto model = Put("m.std",
                         "model m\n"
                         "table app (PK, SK)\n"
                         "index Plain (a, b) all\n"
                         "index Near local (b) all\n"
                         "index Wide (a+b, c) all\n"
                         "index Deep (a, b+c) keys\n"
                         "entity E 10 x 100B\n"
                         "  attr id:id, a, b, c\n"
                         "  key E#{id} / E\n");
  EXPECT_EQ(Run({"export", model, "--to", "nwb"}), kExitGood);
  EXPECT_EQ(err_.str(),
            "stator: The index Near of app is left out: NoSQL Workbench has no local indexes.\n"
            "stator: The index Wide of app is left out: NoSQL Workbench has no keys of several "
            "attributes.\n"
            "stator: The index Deep of app is left out: NoSQL Workbench has no keys of several "
            "attributes.\n");
  EXPECT_NE(out_.str().find("\"IndexName\": \"Plain\""), std::string::npos) << out_.str();
  for (const std::string_view name : {"\"Near\"", "\"Wide\"", "\"Deep\""}) {
    EXPECT_EQ(out_.str().find(name), std::string::npos) << name;
  }
  EXPECT_EQ(Run({"export", model, "--to", "csv"}), kExitGood);
  EXPECT_EQ(err_.str(), "");
}

TEST_F(Commands, NamesRowsThatTheWorkbenchLacks) {
  const auto model = Put("m.std",
                         "model m\n"
                         "table app (PK, SK)\n"
                         "index GSI1 (G1PK) all\n"
                         "entity E 10 x 100B\n"
                         "  GSI1 B#{b}\n"
                         "  attr id:id, a, b:bool\n"
                         "  key E#{id} / E when b=true\n"
                         "  key F#{id} / F when b=false\n"
                         "  copy A#{a} / E#{id} (b)\n"
                         "  unique A#{a} / A\n");
  EXPECT_EQ(Run({"export", model, "--to", "nwb"}), kExitGood);
  const std::string why = " of E is left out: a facet of NoSQL Workbench has one key.\n";
  EXPECT_EQ(err_.str(),
            "stator: The key F#{id} / F" + why + "stator: The copy A#{a} / E#{id}" + why +
                "stator: The unique row A#{a} / A" + why +
                "stator: The key templates of E in GSI1 are left out: a facet of NoSQL Workbench "
                "has only those of the table.\n");
}

TEST_F(Commands, ExportsTheListOfPatterns) {
  ASSERT_EQ(Run({"init", "--example", "campus", In("c.std")}), kExitGood);
  EXPECT_EQ(Run({"export", In("c.std"), "--to", "markdown"}), kExitGood);
  EXPECT_TRUE(out_.str().starts_with("| ID | Access pattern | Query type |"));
  EXPECT_EQ(Run({"export", In("c.std"), "--to", "csv", "--out", In("c.csv")}), kExitGood);
  EXPECT_EQ(Run({"import", In("c.csv")}), kExitGood) << err_.str();
  EXPECT_EQ(Run({"export", In("c.std"), "--to", "pdf"}), kExitUsage);
}

std::string Findings(const Model& model) {
  std::string all;
  for (const auto& finding : Check(model).findings) {
    all +=
        std::string(NameOf(finding.code)) + " " + finding.subject + ": " + finding.message + "\n";
  }
  return all;
}

TEST(InterviewTest, DefaultsMakeAModelThatPasses) {
  std::istringstream in("");
  std::ostringstream out;
  const auto model = Interview(in, out, "");
  ASSERT_TRUE(model) << model.error().message;
  const auto text = TextOfImported({.model = *model});
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(Findings(Parse(*text).model), "") << *text;
}

TEST(InterviewTest, AnswersMakeTheModel) {
  std::istringstream in(
      "shop\nmain\nusers, orders, lines\n"
      "none\n2M\n1KB\nuserId\n"
      "user\n5..300\n\n\n\n"
      "order\nmany\n3..60\n\n200B\n\n"
      "yes\n500/s\nemail, phone\n20/s\nlow\n\n"
      "newest\n\nyes\n\n\n\n"
      "any\n\nno\n\n\n");
  std::ostringstream out;
  const auto model = Interview(in, out, "");
  ASSERT_TRUE(model) << model.error().message;
  const auto text = TextOfImported({.model = *model});
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(out.str().find("'many' is not a span such as 20..5000."), std::string::npos);
  EXPECT_EQ(*text, R"(model shop
table main (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
index GSI2 (GSI2PK, GSI2SK) all

entity User 2M x 1KB
  attr  userId:id, email, phone
  key   USER#{userId} / META
  GSI1  USER#EMAIL#{email} / USER#{userId}
  GSI2  USER#PHONE#{phone} / USER#{userId}

entity Order 10M x 500B in User(userId) 5..300
  attr  orderId:id, createdAt:time
  key   USER#{userId} / ORDER#{createdAt}#{orderId}
  GSI1  ORDER#{orderId} / ORDER

entity Line 30M x 200B in Order(orderId) 3..60
  attr  lineId:id
  key   ORDER#{orderId} / LINE#{lineId}

patterns
  P1  500/s  get   User[userId]
  P2  20/s   list  User[email] -> 1
  P3  6/min  list  User[phone] -> 1
  P4  10/s   put   User if new
  P5  100/s  list  Order[userId] desc createdAt limit 20 -> 5
  P6  100/s  get   Order[orderId]
  P7  10/s   put   Order if new
  P8  100/s  list  Line[orderId] limit 20 -> 3
  P9  10/s   put   Line if new

assert no scan
assert one request per read
)");
  EXPECT_EQ(Findings(Parse(*text).model), "");
}

TEST(InterviewTest, TwoEntitiesMayUseTheSameIdName) {
  std::istringstream in("shop\n\nCustomer, Order\n\n\n\nid\nCustomer\n\n\n\nid\n");
  std::ostringstream out;
  const auto model = Interview(in, out, "");
  ASSERT_TRUE(model) << model.error().message;
  const auto text = TextOfImported({.model = *model});
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("in Customer(customerId) 20..1k\n  attr  id:id, customerId, createdAt:time\n"
                       "  key   CUSTOMER#{customerId} / ORDER#{createdAt}#{id}\n"),
            std::string::npos)
      << *text;
  EXPECT_NE(text->find("list  Order[customerId] desc createdAt"), std::string::npos) << *text;
  EXPECT_EQ(Findings(Parse(*text).model), "");
}

TEST(InterviewTest, RefusesAnswersThatAModelCannotHold) {
  std::istringstream in("K\xC3\xA4se\ncheese\n\nUser, W\xC3\xBCrfel\nUser\nnone\n\n500KB\n400KB\n");
  std::ostringstream out;
  const auto model = Interview(in, out, "");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->name, "cheese");
  ASSERT_EQ(model->entities.size(), 1U);
  EXPECT_EQ(model->entities.front().bytes, 400 << 10);
  for (const std::string_view said :
       {"'K\xC3\xA4se' is no name: names are made of letters a-z, digits, _, - and .",
        "'W\xC3\xBCrfel' is no name",
        "'500KB' is not the size of an item, which is from 1B to 400KB."}) {
    EXPECT_NE(out.str().find(said), std::string::npos) << said << "\n" << out.str();
  }
  EXPECT_FALSE(Interview(in, out, "K\xC3\xA4se"));
}

TEST(InterviewTest, GivesUpAfterThreeTries) {
  std::istringstream in("a\nb\nThing\nnone\nmany\nsome\nfew\n");
  std::ostringstream out;
  const auto model = Interview(in, out, "");
  ASSERT_FALSE(model);
  EXPECT_TRUE(model.error().message.starts_with("'few' is not a whole number"));
}

}  // namespace
}  // namespace stator::model
