#include "server/credentials.h"

#include <chrono>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/small_file.h"
#include "base/text.h"

namespace stator::server {
namespace {

// The section being read. Its key id is known only after its lines.
struct Section {
  std::string key_id;
  Credential credential;
};

class Reader {
 public:
  Reader(std::string_view source, std::map<std::string, Credential, std::less<>>& keys)
      : source_(source), keys_(keys) {}

  Result<> Line(std::string_view line) {
    ++number_;
    line = Trimmed(line);
    if (line.empty() || line.front() == '#' || line.front() == ';') return {};
    if (line.front() == '[') return Begin(line);
    const auto equals = line.find('=');
    if (equals == line.npos) return Refuse("is neither a [section] nor a name = value");
    return Assign(Trimmed(line.substr(0, equals)), Trimmed(line.substr(equals + 1)));
  }

  Result<> End() {
    if (!section_) return {};
    Section section = *std::exchange(section_, std::nullopt);
    const Credential& credential = section.credential;
    if (section.key_id.empty() || credential.secret.empty()) {
      return Refuse(
          fmt::format("ends section [{}], which needs aws_access_key_id and "
                      "aws_secret_access_key",
                      credential.name));
    }
    if (credential.expires_at && credential.session_token.empty()) {
      return Refuse(fmt::format("ends section [{}], whose expiration needs an aws_session_token",
                                credential.name));
    }
    if (keys_.size() >= limits::kCredentialsMax)
      return Refuse("begins a key beyond the limit of keys");
    const auto [place, added] = keys_.emplace(section.key_id, std::move(section.credential));
    if (!added) return Refuse(fmt::format("ends a second section with the key {}", place->first));
    return {};
  }

 private:
  Result<> Begin(std::string_view line) {
    if (line.back() != ']' || line.size() < 3) return Refuse("is not a [section]");
    TRY(End());
    section_.emplace().credential.name = Trimmed(line.substr(1, line.size() - 2));
    return {};
  }

  Result<> Assign(std::string_view name, std::string_view value) {
    if (!section_) return Refuse("stands before the first [section]");
    if (value.empty()) return Refuse(fmt::format("gives {} no value", name));
    Credential& credential = section_->credential;
    if (name == "aws_access_key_id") {
      section_->key_id = value;
    } else if (name == "aws_secret_access_key") {
      credential.secret = value;
    } else if (name == "aws_session_token") {
      credential.session_token = value;
    } else if (name == "expiration") {
      credential.expires_at = ParseIsoTime(value, false);
      if (!credential.expires_at) return Refuse("has no time such as 2030-01-31T12:00:00Z");
    } else if (name != "region" && name != "output") {  // AWS CLI files have these; they do no harm
      return Refuse(fmt::format("has the unknown name {}", name));
    }
    return {};
  }

  Result<> Refuse(std::string_view why) const {
    return Fail(ErrorCode::kStartup, fmt::format("Line {} of {} {}.", number_, source_, why));
  }

  std::string_view source_;
  std::map<std::string, Credential, std::less<>>& keys_;
  std::optional<Section> section_;
  int number_ = 0;
};

// Reads exactly `digits` digits off the front; returns -1 if there are fewer.
int TakeNumber(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return -1;
  int value = 0;
  for (const char digit : text.substr(0, digits)) {
    if (digit < '0' || digit > '9') return -1;
    value = value * 10 + (digit - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool TakeMark(std::string_view& text, std::string_view mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(mark.size());
  return true;
}

}  // namespace

Result<Credentials> Credentials::Parse(std::string_view text, std::string_view source) {
  Credentials credentials;
  Reader reader(source, credentials.keys_);
  while (!text.empty()) {
    const auto end = text.find('\n');
    TRY(reader.Line(text.substr(0, end)));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  TRY(reader.End());
  if (credentials.keys_.empty()) {
    return Fail(ErrorCode::kStartup, fmt::format("{} holds no access key.", source));
  }
  return credentials;
}

Result<Credentials> Credentials::Load(const std::string& file) {
  const std::string text = TRY(ReadSmallFile(file, "credentials"));
  return Parse(text, file);
}

const Credential* Credentials::Find(std::string_view access_key_id) const {
  const auto found = keys_.find(access_key_id);
  return found == keys_.end() ? nullptr : &found->second;
}

std::optional<TimeMicros> ParseIsoTime(std::string_view text, bool basic) {
  const std::string_view dash = basic ? "" : "-";
  const std::string_view colon = basic ? "" : ":";
  const int year = TakeNumber(text, 4);
  bool whole = TakeMark(text, dash);
  const int month = TakeNumber(text, 2);
  whole = whole && TakeMark(text, dash);
  const int day = TakeNumber(text, 2);
  whole = whole && TakeMark(text, "T");
  const int hour = TakeNumber(text, 2);
  whole = whole && TakeMark(text, colon);
  const int minute = TakeNumber(text, 2);
  whole = whole && TakeMark(text, colon);
  const int second = TakeNumber(text, 2);
  whole = whole && TakeMark(text, "Z") && text.empty();
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  const bool time =
      hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  if (!whole || year < 0 || month < 0 || day < 0 || !time || !date.ok()) return std::nullopt;
  const auto at = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                  std::chrono::minutes(minute) + std::chrono::seconds(second);
  return std::chrono::duration_cast<std::chrono::microseconds>(at.time_since_epoch()).count();
}

}  // namespace stator::server
