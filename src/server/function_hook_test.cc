#include "hooks/function_hook.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "item/tree.h"
#include "server/hook_settings.h"
#include "server/http_server.h"
#include "support/tls_identity.h"
#include "table/change_record.h"

namespace stator::server {
namespace {

TEST(HookTarget, IsAUrlOrACommand) {
  const auto url = hooks::ParseHook("Music=http://localhost:9000/a=b");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->table, "Music");
  EXPECT_EQ(url->target, "http://localhost:9000/a=b");
  EXPECT_TRUE(url->is_url);
  EXPECT_TRUE(hooks::ParseHook("Music=https://localhost/")->is_url);
  const auto command = hooks::ParseHook("Music=X=1 ./handler --all");
  ASSERT_TRUE(command.has_value());
  EXPECT_EQ(command->target, "X=1 ./handler --all");
  EXPECT_FALSE(command->is_url);
}

TEST(HookTarget, OtherTextsAreRefused) {
  for (const auto* text : {"", "Music", "Music=", "=cat", "ab=cat", "Music=http://",
                           "Music=https://:1", "Music=ftp://x", "h k=ls", "M/c=ls"}) {
    EXPECT_FALSE(hooks::ParseHook(text).has_value()) << text;
  }
}

class FunctionHookTest : public ::testing::Test {
 protected:
  FunctionHookTest() {
    stream_.arn = "arn:aws:dynamodb:r:1:table/t/stream/l";
    const auto item = item::EncodeItem({{"pk", item::Tree{std::string("a")}}});
    for (storage::CommitNumber commit = 1; commit <= 3; ++commit) {
      records_.push_back({{commit, 0}, table::EncodeChangeRecord({.keys = item.view()})});
    }
    std::filesystem::remove(failures_);
  }
  void TearDown() override { std::filesystem::remove(failures_); }

  std::shared_ptr<hooks::FunctionHook> Made(hooks::HookTarget target,
                                            const std::string& authorities = "") {
    return *hooks::FunctionHook::Make(
        {.target = std::move(target), .failures = failures_, .authorities_file = authorities},
        log_);
  }

  hooks::HookOutcome Deliver(const std::string& command) {
    return Made({"t", command})->Deliver({stream_, shard_, records_});
  }

  catalog::StreamSettings stream_;
  catalog::Shard shard_{.number = 1};
  std::vector<streams::LoggedRecord> records_;
  std::string failures_ = ::testing::TempDir() + "function_hook_failures.jsonl";
  Log log_{LogLevel::kOff, LogForm::kText};
};

TEST_F(FunctionHookTest, TheExitStatusOfACommandDecides) {
  EXPECT_TRUE(Deliver("grep -q eventSourceARN").accepted);
  const auto refused = Deliver("exit 7");
  EXPECT_FALSE(refused.accepted);
  EXPECT_EQ(refused.error, "The command ended with status 7.");
}

TEST_F(FunctionHookTest, ACommandMayReportFailedRecords) {
  const auto number = streams::SequenceNumber({2, 0});
  const auto outcome =
      Deliver("echo '{\"batchItemFailures\":[{\"itemIdentifier\":\"" + number + "\"}]}'");
  EXPECT_TRUE(outcome.accepted);
  EXPECT_EQ(outcome.failed_sequence_number, number);
  EXPECT_EQ(Deliver("echo done").failed_sequence_number, std::nullopt);
}

// Receives batches as a function behind a URL does, and keeps the last one.
class Taker final : public RequestHandler {
 public:
  explicit Taker(std::string& taken) : taken_(taken) {}
  void Handle(const HttpRequest& request, Loop& /*loop*/, Respond respond) override {
    taken_ = request.body();
    respond(HttpReply{.body = "{}"});
  }

 private:
  std::string& taken_;
};

TEST_F(FunctionHookTest, AUrlMayBeHttpsIfTheServersCertificateIsValid) {
  const tests::Identity identity("function_hook");
  auto server = HttpServer::Listen({.hosts = {"127.0.0.1"},
                                    .port = 0,
                                    .tls_certificate = identity.certificate_file,
                                    .tls_key = identity.key_file},
                                   log_);
  ASSERT_TRUE(server.has_value());
  std::string taken;
  std::jthread thread(
      [&] { (*server)->Run([&](std::size_t) { return std::make_unique<Taker>(taken); }); });
  const auto deliver = [&](const std::string& host, const std::string& authorities) {
    const auto hook =
        Made({"t", fmt::format("https://{}:{}/f", host, (*server)->port()), true}, authorities);
    return hook->Deliver({stream_, shard_, records_});
  };
  const auto accepted = deliver("localhost", identity.certificate_file);
  EXPECT_TRUE(accepted.accepted) << accepted.error;
  const auto unknown = deliver("localhost", "");
  EXPECT_FALSE(unknown.accepted);
  EXPECT_NE(unknown.error.find("certificate"), unknown.error.npos) << unknown.error;
  EXPECT_FALSE(deliver("127.0.0.1", identity.certificate_file).accepted) << "another name";
  (*server)->Stop();
  thread.join();
  EXPECT_NE(taken.find("eventSourceARN"), taken.npos);
}

TEST_F(FunctionHookTest, UnreadableAuthoritiesAreRefusedAtStart) {
  Settings settings;
  settings.on_stream = {"Music=https://localhost/f"};
  settings.on_stream_authorities = "/nowhere.pem";
  const auto hooks = HooksOf(settings, log_);
  ASSERT_FALSE(hooks.has_value());
  EXPECT_NE(hooks.error().message.find("/nowhere.pem"), hooks.error().message.npos);
}

TEST_F(FunctionHookTest, AnAbandonedBatchIsALineOfTheFile) {
  const auto hook = Made({"t", "false"});
  ASSERT_TRUE(hook->GiveUp({stream_, shard_, records_}, "first").has_value());
  ASSERT_TRUE(hook->GiveUp({stream_, shard_, records_}, "second").has_value());
  std::ifstream file(failures_);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with(R"({"target":"false","error":"first",)")) << lines[0];
}

TEST_F(FunctionHookTest, AStopAbandonsNoBatch) {
  const auto hook = Made({"t", "false"});
  hook->Stop();
  EXPECT_FALSE(hook->GiveUp({stream_, shard_, records_}, "stopped").has_value());
  EXPECT_FALSE(std::filesystem::exists(failures_));
}

}  // namespace
}  // namespace stator::server
