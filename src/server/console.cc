#include "server/console.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/digest.h"
#include "base/request_limits.h"
#include "base/text.h"
#include "server/admin.h"
#include "server/console_folder.h"
#include "server/inflate.h"

namespace stator::server {
namespace {

constexpr std::string_view kConsole = "/console";
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

// Sent with every answer. The policy lets the pages load their own files only, and lets no other
// page frame them. The pages show text that clients stored, and no script may come from it.
constexpr std::string_view kPolicy =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

constexpr std::string_view kNotInBuild =
    "This build of Stator has no console. To get it, install Node.js 18 or later with npm (on "
    "Debian: apt-get install nodejs npm) and build Stator again (make run).\n";

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"json", "application/json"},
    {"map", "application/json"},
    {"svg", "image/svg+xml"},
    {"png", "image/png"},
    {"ico", "image/x-icon"},
    {"woff2", "font/woff2"},
    {"txt", kPlainText},
};

std::string_view TypeOf(std::string_view name) {
  const std::string_view extension = name.substr(name.rfind('.') + 1);
  const auto* found =
      std::ranges::find(kTypes, extension, [](const auto& each) { return each.first; });
  return found == std::end(kTypes) ? "application/octet-stream" : found->second;
}

// Whether the bundler put a hash of the content into the name: "app-4RF7QK2M.js". Such a name never
// gets another content.
bool HasHash(std::string_view name) {
  constexpr std::size_t kHashDigits = 8;
  const std::string_view stem = name.substr(0, name.rfind('.'));
  const auto dash = stem.rfind('-');
  if (dash == stem.npos || stem.size() - dash - 1 != kHashDigits) return false;
  return std::ranges::all_of(stem.substr(dash + 1),
                             [](char each) { return IsUpper(each) || IsDigit(each); });
}

// Whether an If-None-Match header has the tag. The comparison is weak (RFC 9110, 13.1.2).
bool HasTag(std::string_view header, std::string_view tag) {
  return std::ranges::any_of(SplitAt(',', header), [tag](std::string_view each) {
    each = Trimmed(each);
    if (each.starts_with("W/")) each.remove_prefix(2);
    return each == "*" || each == tag;
  });
}

HttpReply TextReply(int status, std::string_view text) {
  return {.status = status,
          .content_type = kPlainText,
          .body = fmt::format("{}\n", Trimmed(text)),
          .headers = fmt::format("{}Cache-Control: no-store\r\n", kPolicy),
          .checksum = false};
}

HttpReply NoSuchFile() { return TextReply(404, "The console has no such file."); }

HttpReply Redirect(std::string_view location) {
  return {.status = 302,
          .headers = fmt::format("Location: {}\r\nCache-Control: no-store\r\n", location),
          .checksum = false};
}

// The answer with a file, still without its body. `version` are the bytes whose hash becomes the
// tag; `form` tells forms of one file apart. The status is 304 if the client has this version.
HttpReply FileReply(const HttpRequest& request, std::string_view name, bool is_immutable,
                    std::string_view version, std::string_view form) {
  constexpr std::size_t kTagDigits = 32;
  HttpReply reply{.content_type = TypeOf(name), .headers = std::string(kPolicy), .checksum = false};
  reply.headers += "Vary: Accept-Encoding\r\n";
  if (is_immutable) {
    reply.headers += "Cache-Control: public, max-age=31536000, immutable\r\n";
    return reply;
  }
  const std::string hash = HexText(Sha256(version)).substr(0, kTagDigits);
  const std::string tag = fmt::format("\"{}{}\"", hash, form);
  reply.headers += fmt::format("Cache-Control: no-cache\r\nETag: {}\r\n", tag);
  if (HasTag(request.Find("if-none-match").value_or(""), tag)) {
    reply.status = 304;
    reply.content_type = {};
  }
  return reply;
}

bool IsFramed(const HttpRequest& request) {
  constexpr std::string_view kFrames[] = {"frame", "iframe", "fencedframe", "embed", "object"};
  return std::ranges::find(kFrames, request.Find("sec-fetch-dest").value_or("")) !=
         std::end(kFrames);
}

}  // namespace

bool IsConsolePath(std::string_view path) {
  return path.starts_with(kConsole) &&
         (path.size() == kConsole.size() || path[kConsole.size()] == '/');
}

bool OpensDocument(const HttpRequest& request) {
  return request.IsRead() && request.Find("sec-fetch-mode") == "navigate" &&
         request.Find("sec-fetch-dest") == "document";
}

std::optional<HttpReply> RefuseConsole(const HttpRequest& request,
                                       std::span<const std::string> own_names,
                                       std::span<const std::string> own_origins) {
  if (!request.IsRead()) {
    HttpReply reply = TextReply(405, "The console is read with GET.");
    reply.headers += "Allow: GET, HEAD\r\n";
    return reply;
  }
  if (!NamesThisServer(request, own_names)) {
    return TextReply(403,
                     "The console is closed to this host name; see the settings admin-name and "
                     "admin-origin.");
  }
  if (IsFramed(request)) return TextReply(403, "The console is closed to frames.");
  if (!OpensDocument(request) && !ComesFromOwnPages(request, own_origins)) {
    return TextReply(403, "The console's files are closed to pages of other origins.");
  }
  return std::nullopt;
}

HttpReply RedirectToConsole() {
  HttpReply reply = Redirect("console/");
  reply.headers += "Vary: Sec-Fetch-Dest, Sec-Fetch-Mode\r\n";
  return reply;
}

Console::Console(std::string setting, std::span<const EmbeddedFile> embedded)
    : source_(setting == "off"  ? Source::kOff
              : setting == "on" ? Source::kEmbedded
                                : Source::kFolder),
      folder_(std::move(setting)),
      embedded_(embedded) {}

bool Console::HasFiles() const {
  return source_ == Source::kFolder || (source_ == Source::kEmbedded && !embedded_.empty());
}

bool Console::TakesLong(const HttpRequest& request) const {
  if (source_ == Source::kFolder) return true;
  return HasFiles() && !AcceptsGzip(request.Find("accept-encoding"));
}

HttpReply Console::Answer(const HttpRequest& request) const {
  if (source_ == Source::kOff) {
    return TextReply(404, "The console is switched off by the setting console.");
  }
  if (request.path == kConsole) return Redirect("console/");
  std::string_view name = request.path.substr(kConsole.size() + 1);
  if (name.empty()) name = kIndex;
  if (source_ == Source::kFolder) return AnswerFromFolder(request, name);
  return embedded_.empty() ? TextReply(404, kNotInBuild) : AnswerEmbedded(request, name);
}

// A developer's files change under their names, so each is checked anew.
HttpReply Console::AnswerFromFolder(const HttpRequest& request, std::string_view name) const {
  auto text = ReadFileBelow(folder_, name, limits::kConsoleFileBytesMax);
  if (!text) return NoSuchFile();
  HttpReply reply = FileReply(request, name, /*is_immutable=*/false, *text, "");
  if (reply.status == 200) reply.body = *std::move(text);
  return reply;
}

HttpReply Console::AnswerEmbedded(const HttpRequest& request, std::string_view name) const {
  const auto file = std::ranges::find(embedded_, name, &EmbeddedFile::name);
  if (file == embedded_.end()) return NoSuchFile();
  const bool gzip = AcceptsGzip(request.Find("accept-encoding"));
  HttpReply reply = FileReply(request, name, HasHash(name), file->text, gzip ? "-gzip" : "");
  if (reply.status != 200) return reply;
  if (gzip) {
    reply.headers += "Content-Encoding: gzip\r\n";
    reply.body = file->text;
  } else {
    const auto outcome =
        Inflate(ContentCoding::kGzip, file->text, limits::kConsoleFileBytesMax, reply.body);
    CHECK(outcome == InflateOutcome::kDone);
  }
  return reply;
}

}  // namespace stator::server
