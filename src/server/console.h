#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "server/http_message.h"

// The console: web pages below /console/ that show and change what the server holds
// (docs/console.md). These pages are ordinary clients of the APIs on the same port.
namespace stator::server {

// Whether the request reads a page of the console: /console, /console/ or below.
bool IsConsolePath(std::string_view path);

// Whether a browser opens the answer as a page of its own: a user followed a link or typed the
// address. A page cannot forge these headers, and it cannot read the answer of a navigation.
bool OpensDocument(const HttpRequest& request);

// Returns the refusal of a request that may not read the console. It may if it has the methods GET
// or HEAD, names this server (see admin.h), and comes from this server's pages or opens a document.
// A link from another site therefore works here, unlike at the admin API. A frame is refused.
std::optional<HttpReply> RefuseConsole(const HttpRequest& request,
                                       std::span<const std::string> own_names,
                                       std::span<const std::string> own_origins);

// Sends a browser on to the console. The address is relative to "/", so that a proxy may put a path
// in front of it.
HttpReply RedirectToConsole();

// The console's files. Immutable. Threads: any.
class Console {
 public:
  // `setting` is the setting `console`: on, off or a folder. `embedded` are the program's files,
  // compressed with gzip; none in a build without the console. Lifetime: they outlive the console.
  Console(std::string setting, std::span<const EmbeddedFile> embedded);

  // Whether the setting lets browsers in. In a build without the console, the pages then say how to
  // get it.
  bool is_on() const { return source_ != Source::kOff; }

  // Whether there is a console to show.
  bool HasFiles() const;

  // Whether Answer waits for the disk or decompresses a file. Then a worker calls it, not a loop.
  bool TakesLong(const HttpRequest& request) const;

  // Answers a request for a page. REQUIRES: IsConsolePath holds, and RefuseConsole refused nothing.
  HttpReply Answer(const HttpRequest& request) const;

 private:
  enum class Source : std::uint8_t { kEmbedded, kFolder, kOff };

  HttpReply AnswerFromFolder(const HttpRequest& request, std::string_view name) const;
  HttpReply AnswerEmbedded(const HttpRequest& request, std::string_view name) const;

  Source source_;
  std::string folder_;
  std::span<const EmbeddedFile> embedded_;
};

}  // namespace stator::server
