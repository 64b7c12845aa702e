#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace stator {

// kOff as a setting logs nothing.
enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError, kOff };
enum class LogForm : std::uint8_t { kText, kJson };

// A key and its value. Keys are our own words. Values may be any text except item contents, which
// are never logged.
struct LogField {
  using Value = std::variant<std::string_view, std::int64_t, double, bool>;

  LogField(std::string_view name, std::string_view text) : key(name), value(text) {}
  LogField(std::string_view name, const char* text) : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, const std::string& text)
      : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, bool truth) : key(name), value(truth) {}
  LogField(std::string_view name, double number) : key(name), value(number) {}
  LogField(std::string_view name, std::integral auto number)
      : key(name), value(static_cast<std::int64_t>(number)) {}

  std::string_view key;
  Value value;  // borrows text from the caller of Log
};

using LogFields = std::initializer_list<LogField>;

// Formats an event without time and level: `event key=value …`, or JSON members.
std::string FormatLogEvent(LogForm form, std::string_view event, LogFields fields);

// Writes structured lines to standard error: `time level event key=value …`. Threads: any.
class Log {
 public:
  Log(LogLevel level, LogForm form);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // `event` is a short fixed phrase with dashes, such as "slow-request".
  void Write(LogLevel level, std::string_view event, LogFields fields = {});

  void Debug(std::string_view event, LogFields fields = {}) {
    Write(LogLevel::kDebug, event, fields);
  }
  void Info(std::string_view event, LogFields fields = {}) {
    Write(LogLevel::kInfo, event, fields);
  }
  void Warning(std::string_view event, LogFields fields = {}) {
    Write(LogLevel::kWarning, event, fields);
  }
  void Error(std::string_view event, LogFields fields = {}) {
    Write(LogLevel::kError, event, fields);
  }

  // Whether the level is logged.
  bool Wants(LogLevel level) const { return level >= level_ && level != LogLevel::kOff; }

 private:
  class Sink;

  LogLevel level_;
  LogForm form_;
  std::unique_ptr<Sink> sink_;
};

}  // namespace stator
