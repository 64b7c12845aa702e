#include "base/log.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace stator {
namespace {

constexpr char kTextPattern[] = "%Y-%m-%dT%H:%M:%S.%eZ %l %v";
constexpr char kJsonPattern[] = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})";

spdlog::level::level_enum SpdlogLevel(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      return spdlog::level::off;
  }
  return spdlog::level::info;
}

// Control characters are escaped, because a value could forge a line with them. Bytes above ASCII
// stay unchanged.
void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      out += '\\';
      out += character;
    } else if (byte < 0x20 || byte == 0x7F) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    } else {
      out += character;
    }
  }
  out += '"';
}

bool NeedsQuotes(std::string_view text) {
  if (text.empty()) return true;
  return std::ranges::any_of(text, [](char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte <= 0x20 || byte == 0x7F || character == '"' || character == '\\' ||
           character == '=';
  });
}

void AppendText(LogForm form, std::string_view text, std::string& out) {
  if (form == LogForm::kJson || NeedsQuotes(text)) {
    AppendQuoted(text, out);
  } else {
    out += text;
  }
}

void AppendValue(LogForm form, const LogField::Value& value, std::string& out) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    AppendText(form, *text, out);
  } else {
    std::visit([&](const auto& plain) { fmt::format_to(std::back_inserter(out), "{}", plain); },
               value);
  }
}

}  // namespace

std::string FormatLogEvent(LogForm form, std::string_view event, LogFields fields) {
  std::string out;
  if (form == LogForm::kJson) out += "\"event\":";
  AppendText(form, event, out);
  for (const LogField& field : fields) {
    out += form == LogForm::kJson ? ',' : ' ';
    AppendText(form, field.key, out);
    out += form == LogForm::kJson ? ':' : '=';
    AppendValue(form, field.value, out);
  }
  return out;
}

class Log::Sink {
 public:
  explicit Sink(LogForm form)
      : logger_("stator", std::make_shared<spdlog::sinks::stderr_sink_mt>()) {
    logger_.set_formatter(std::make_unique<spdlog::pattern_formatter>(
        form == LogForm::kJson ? kJsonPattern : kTextPattern, spdlog::pattern_time_type::utc));
    logger_.set_level(spdlog::level::trace);  // Log filters by level
    logger_.flush_on(spdlog::level::trace);
  }

  void Write(LogLevel level, std::string_view line) {
    logger_.log(SpdlogLevel(level), spdlog::string_view_t(line.data(), line.size()));
  }

 private:
  spdlog::logger logger_;
};

Log::Log(LogLevel level, LogForm form)
    : level_(level), form_(form), sink_(std::make_unique<Sink>(form)) {}

Log::~Log() = default;

void Log::Write(LogLevel level, std::string_view event, LogFields fields) {
  if (Wants(level)) sink_->Write(level, FormatLogEvent(form_, event, fields));
}

}  // namespace stator
