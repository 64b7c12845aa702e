#include "client/sigv4_canonical.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include "base/digest.h"
#include "base/durations.h"
#include "base/text.h"

namespace stator::client {
namespace {

constexpr std::string_view kHexUpper = "0123456789ABCDEF";

int HexValue(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

std::string PercentDecoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = HexValue(text[i + 1]);
      const int low = HexValue(text[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

bool Unreserved(char character) {
  return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
         (character >= '0' && character <= '9') || character == '-' || character == '_' ||
         character == '.' || character == '~';
}

std::string PercentEncoded(std::string_view text, bool keep_slash) {
  std::string out;
  for (const char character : text) {
    if (Unreserved(character) || (keep_slash && character == '/')) {
      out += character;
    } else {
      const auto byte = static_cast<unsigned char>(character);
      out += {'%', kHexUpper[byte >> 4U], kHexUpper[byte & 15U]};
    }
  }
  return out;
}

std::string CanonicalQuery(const QueryParameters& query, bool query_form) {
  std::vector<std::pair<std::string, std::string>> encoded;
  for (const auto& [name, value] : query) {
    if (query_form && name == "X-Amz-Signature") continue;
    encoded.emplace_back(PercentEncoded(name, false), PercentEncoded(value, false));
  }
  std::ranges::sort(encoded);
  std::string out;
  for (const auto& [name, value] : encoded) {
    if (!out.empty()) out += '&';
    out += name;
    out += '=';
    out += value;
  }
  return out;
}

// Removes blanks around a value and makes one blank of several within it.
void AppendFolded(std::string_view value, std::string& out) {
  bool blank = false;
  const std::size_t start = out.size();
  for (const char character : value) {
    if (character == ' ' || character == '\t') {
      blank = true;
      continue;
    }
    if (blank && out.size() != start) out += ' ';
    blank = false;
    out += character;
  }
}

void AppendHeader(std::span<const HttpHeader> headers, std::string_view name, std::string& out) {
  out += name;
  out += ':';
  bool first = true;
  for (const HttpHeader& header : headers) {
    if (!EqualsIgnoringCase(header.name, name)) continue;
    if (!first) out += ',';
    first = false;
    std::string folded;
    AppendFolded(header.value, folded);
    out += folded;
  }
  out += '\n';
}

std::string HmacSha256(std::string_view key, std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data(), nullptr);
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

QueryParameters ParseQuery(std::string_view query) {
  QueryParameters parameters;
  for (const std::string_view part : SplitAt('&', query)) {
    if (part.empty()) continue;
    const auto equals = part.find('=');
    parameters.emplace_back(
        PercentDecoded(part.substr(0, equals)),
        equals == part.npos ? std::string() : PercentDecoded(part.substr(equals + 1)));
  }
  return parameters;
}

const std::string* FindParameter(const QueryParameters& parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &QueryParameters::value_type::first);
  return found == parameters.end() ? nullptr : &found->second;
}

std::string CanonicalRequest(const SignedParts& parts) {
  std::string out(parts.method);
  out += '\n';
  out += parts.path.empty() ? "/" : PercentEncoded(parts.path, true);
  out += '\n';
  out += CanonicalQuery(parts.query, parts.query_form);
  out += '\n';
  for (const std::string_view name : SplitAt(';', parts.signed_headers)) {
    AppendHeader(parts.headers, name, out);
  }
  out += '\n';
  out += parts.signed_headers;
  out += '\n';
  out += HexText(Sha256(parts.body));
  return out;
}

std::string ScopeText(const SigningScope& scope) {
  return fmt::format("{}/{}/{}/{}", scope.date, scope.region, scope.service, kSigningTerminator);
}

std::string StringToSign(std::string_view time, const SigningScope& scope,
                         std::string_view canonical_request) {
  return fmt::format("{}\n{}\n{}\n{}", kSigningAlgorithm, time, ScopeText(scope),
                     HexText(Sha256(canonical_request)));
}

std::string SigningKey(std::string_view secret, const SigningScope& scope) {
  const std::string date_key = HmacSha256(fmt::format("AWS4{}", secret), scope.date);
  const std::string region_key = HmacSha256(date_key, scope.region);
  return HmacSha256(HmacSha256(region_key, scope.service), kSigningTerminator);
}

std::string Signature(std::string_view signing_key, std::string_view to_sign) {
  return HexText(HmacSha256(signing_key, to_sign));
}

std::string BasicTime(TimeMicros at) {
  const std::time_t seconds = at / kSecond;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace stator::client
