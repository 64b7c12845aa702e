#include "server/settings.h"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/command_line.h"

namespace stator::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Parsed = Result<Command>;

Parsed Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "stator");
  constexpr CommandText kCommands[] = {{"serve", "Serve."},
                                       {"clock", "Turn the clock."},
                                       {"backup", "Back up."},
                                       {"check", "Check."}};
  return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data(), kCommands);
}

Settings Accepted(std::vector<const char*> arguments) {
  const Parsed parsed = Parse(std::move(arguments));
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
  return std::get<Settings>(*parsed);
}

std::string Refused(std::vector<const char*> arguments) {
  const Parsed parsed = Parse(std::move(arguments));
  return parsed ? "accepted" : parsed.error().message;
}

std::string Printed(std::vector<const char*> arguments) {
  const Parsed parsed = Parse(std::move(arguments));
  return parsed ? std::get<Print>(*parsed).text : parsed.error().message;
}

TEST(Settings, DocumentationIsCurrent) {
  std::ifstream file(STATOR_SOURCE_DIR "/docs/settings.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), SettingsMarkdown());
  EXPECT_EQ(Printed({"serve", "--print-settings-markdown"}), SettingsMarkdown());
}

TEST(Settings, HaveNamesDocsAndDefaultsInRange) {
  std::set<std::string_view> names;
  const Settings defaults;
  for (const Setting& setting : SettingsTable()) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    EXPECT_FALSE(setting.doc.empty());
    EXPECT_EQ(setting.doc.find('\n'), std::string_view::npos);
    EXPECT_EQ(FindSetting(setting.name), &setting);
    const std::string value = ValueText(setting, defaults);
    Settings settings;
    if (value.empty()) continue;
    EXPECT_TRUE(Assign(setting, value, settings).has_value()) << setting.name;
  }
}

TEST(Settings, AcceptTheirHostileValues) {
  for (const Setting& setting : SettingsTable()) {
    if (setting.hostile.empty()) continue;
    Settings settings;
    ASSERT_TRUE(Assign(setting, setting.hostile, settings).has_value()) << setting.name;
    EXPECT_EQ(ValueText(setting, settings), setting.hostile);
  }
}

TEST(Settings, RefuseValuesOutOfRangeInOneSentence) {
  EXPECT_EQ(Refused({"serve", "--port", "65536"}),
            "port cannot be '65536': it takes a whole number from 0 to 65535.");
  EXPECT_EQ(Refused({"serve", "--port", "http"}),
            "port cannot be 'http': it takes a whole number from 0 to 65535.");
  EXPECT_EQ(Refused({"serve", "--port", "80 "}),
            "port cannot be '80 ': it takes a whole number from 0 to 65535.");
  EXPECT_EQ(Refused({"serve", "--account", "12345"}),
            "account cannot be '12345': it takes 12 digits.");
  EXPECT_EQ(Refused({"serve", "--durability", "maybe"}),
            "durability cannot be 'maybe': it takes fsync, os.");
  EXPECT_EQ(Refused({"serve", "--region", "US EAST"}),
            "region cannot be 'US EAST': it takes a region such as us-east-1.");
  for (const std::string text : {"hook=ftp://x", "h k=ls"}) {
    EXPECT_EQ(Refused({"serve", "--on-stream", text.c_str()}),
              "on-stream cannot be '" + text +
                  "': it takes TABLE=URL or TABLE=command, with a table's name and an http or "
                  "https URL.");
  }
  EXPECT_EQ(Refused({"serve", "--admin-origin", "https://stator.example/"}),
            "admin-origin cannot be 'https://stator.example/': it takes an origin such as "
            "https://stator.example.");
  EXPECT_EQ(Refused({"serve", "--console", ""}),
            "console cannot be '': it takes on, off or a folder.");
  EXPECT_EQ(Refused({"serve", "--tls-cert", "a"}), "tls-cert and tls-key must be given together.");
  for (const char* text : {"", "-1", "1.5", "0x10", "99999999999999999999"}) {
    Settings settings;
    EXPECT_FALSE(Assign(*FindSetting("port"), text, settings).has_value()) << text;
  }
}

TEST(CommandLine, RefusesUnknownWords) {
  EXPECT_EQ(Refused({"serve", "--colour", "red"}),
            "stator serve has no option --colour. See stator serve --help.");
  EXPECT_EQ(Refused({"serve", "--prot", "8000"}),
            "stator serve has no option --prot; did you mean --port? See stator serve --help.");
  EXPECT_EQ(Refused({"--prot"}), "stator has no option --prot. See stator --help.");
  EXPECT_EQ(Refused({"dance"}),
            "stator has no command 'dance'. Its commands are: serve, clock, backup, check. "
            "See stator --help.");
  EXPECT_EQ(Refused({"serv"}),
            "stator has no command 'serv'; did you mean 'serve'? See stator --help.");
  EXPECT_EQ(Refused({"backup", "a", "b", "c"}),
            "stator backup does not expect the word 'c'. See stator backup --help.");
  EXPECT_THAT(Refused({"serve", "--port"}), HasSubstr("--port"));
  EXPECT_EQ(Refused({"serve", "--port"}).find('\n'), std::string::npos);
}

TEST(CommandLine, ReadsFlags) {
  const Settings settings =
      Accepted({"serve", "--port=0", "--memory", "--host", "127.0.0.1", "--host", "::1", "--region",
                "eu-west-2", "--slow-request-ms", "5"});
  EXPECT_EQ(settings.port, 0);
  EXPECT_TRUE(settings.memory);
  EXPECT_THAT(settings.host, ElementsAre("127.0.0.1", "::1"));
  EXPECT_EQ(settings.region, "eu-west-2");
  EXPECT_EQ(settings.slow_request_ms, 5);
  EXPECT_EQ(Accepted({"serve", "--port", "1", "--port", "2"}).port, 2);
  EXPECT_EQ(Accepted({"serve"}).port, 8000);
}

TEST(CommandLine, PrintsHelpAndVersion) {
  EXPECT_THAT(Printed({}), HasSubstr("serve"));
  EXPECT_THAT(Printed({"--help"}), HasSubstr("serve"));
  EXPECT_THAT(Printed({"--version"}), HasSubstr("stator "));
  const std::string help = Printed({"serve", "--help"});
  for (const Setting& setting : SettingsTable()) {
    EXPECT_THAT(help, HasSubstr("--" + std::string(setting.name)));
  }
  EXPECT_THAT(help, testing::Not(HasSubstr("markdown")));
}

TEST(ConfigFile, AssignsByName) {
  Settings settings;
  const auto applied = ApplyConfig(
      "# ours\nport = 9000\nregion = \"eu-west-2\"\nmemory = true\nhost = [\"127.0.0.1\", "
      "\"::1\"]\n",
      "file", settings);
  ASSERT_TRUE(applied.has_value()) << applied.error().message;
  EXPECT_EQ(settings.port, 9000);
  EXPECT_EQ(settings.region, "eu-west-2");
  EXPECT_TRUE(settings.memory);
  EXPECT_THAT(settings.host, ElementsAre("127.0.0.1", "::1"));
}

TEST(ConfigFile, RefusesUnknownNames) {
  Settings settings;
  EXPECT_EQ(ApplyConfig("colour = red", "file", settings).error().message,
            "file has the unknown setting colour.");
  EXPECT_EQ(ApplyConfig("[serve]\nport = 1", "file", settings).error().message,
            "file has the unknown setting serve.port.");
  EXPECT_EQ(ApplyConfig("port = [1, 2]", "file", settings).error().message,
            "file gives port 2 values; it takes one.");
  EXPECT_EQ(ApplyConfig("port = 70000", "file", settings).error().message,
            "port cannot be '70000': it takes a whole number from 0 to 65535.");
  EXPECT_THAT(Refused({"serve", "--config", "/nowhere"}),
              HasSubstr("The configuration file /nowhere cannot be read"));
}

TEST(ConfigFile, FlagsOverrideIt) {
  const std::string path = testing::TempDir() + "/stator_settings_test.toml";
  std::ofstream(path) << "port = 1\nregion = eu-west-2\nhost = [\"::1\"]\n";
  const Settings settings =
      Accepted({"serve", "--config", path.c_str(), "--port", "2", "--host", "127.0.0.1"});
  EXPECT_EQ(settings.port, 2);
  EXPECT_EQ(settings.region, "eu-west-2");
  EXPECT_THAT(settings.host, ElementsAre("127.0.0.1"));
}

TEST(SettingsJson, IsOneObject) {
  Settings settings;
  settings.data = "a\"b\\c\n";
  settings.host = {"x", "y"};
  const std::string json = SettingsJson(settings);
  EXPECT_THAT(json, testing::StartsWith(R"({"host":["x","y"],"port":8000,)"));
  EXPECT_THAT(json, HasSubstr(R"("data":"a\u0022b\u005cc\u000a","memory":false,)"));
}

ClockCommand Clock(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "clock");
  const Parsed parsed = Parse(std::move(arguments));
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
  return std::get<ClockCommand>(*parsed);
}

TEST(ClockCommandLine, ParsesTurnsOfTheClock) {
  EXPECT_EQ(Clock({}).endpoint, "http://127.0.0.1:8000");
  EXPECT_EQ(Clock({"--endpoint", "http://db:1"}).endpoint, "http://db:1");
  EXPECT_EQ(Clock({"advance", "3d"}).turn.advance, 3 * 86'400LL * 1'000'000);
  EXPECT_EQ(Clock({"set", "1970-01-02T00:00:00Z"}).turn.set, 86'400LL * 1'000'000);
  EXPECT_EQ(Clock({"scale", "0.5"}).turn.scale, 500);
  EXPECT_EQ(Clock({"freeze"}).turn.frozen, true);
  const auto resume = Clock({"resume", "--endpoint", "http://db:2"});
  EXPECT_EQ(resume.turn.frozen, false);
  EXPECT_EQ(resume.endpoint, "http://db:2");
}

TEST(ClockCommandLine, RefusesInvalidTurns) {
  EXPECT_THAT(Refused({"clock", "advance"}), HasSubstr("See stator clock advance --help."));
  EXPECT_THAT(Refused({"clock", "advance", "soon"}), HasSubstr("'soon' is not a duration"));
  EXPECT_THAT(Refused({"clock", "set", "noon"}), HasSubstr("'noon' is not a time"));
  EXPECT_THAT(Refused({"clock", "scale", "fast"}), HasSubstr("See stator clock scale --help."));
  EXPECT_THAT(Refused({"clock", "scale", "0"}), HasSubstr("0.001 to 1000000"));
  EXPECT_NE(Refused({"clock", "freeze", "resume"}), "accepted");
  EXPECT_EQ(Refused({"clock", "fre"}),
            "stator clock has no command 'fre'. Its commands are: advance, set, scale, freeze, "
            "resume, confirm, reset. See stator clock --help.");
  EXPECT_EQ(Refused({"clock", "freze"}),
            "stator clock has no command 'freze'; did you mean 'freeze'? See stator clock --help.");
}

TEST(ClockCommandLine, RefusesAMalformedUrl) {
  EXPECT_EQ(Refused({"clock", "--endpoint", "ftp://db"}),
            "'ftp://db' is not a URL of the form http://HOST:PORT/PATH or https://HOST:PORT/PATH.");
  EXPECT_EQ(Clock({"--endpoint", "https://db:1"}).endpoint, "https://db:1");
}

}  // namespace
}  // namespace stator::server
