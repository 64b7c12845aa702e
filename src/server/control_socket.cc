#include "server/control_socket.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/file_descriptor.h"

namespace stator::server {
namespace {

constexpr char kName[] = "CONTROL";
constexpr std::size_t kLineBytesMax = 8192;
constexpr int kBacklog = 4;
constexpr int kRequestMillis = 5000;  // for a line to arrive
constexpr std::string_view kOk = "ok";

std::string ErrnoText() { return std::generic_category().message(errno); }

// The socket's name relative to the open folder. A socket address has room for 107 bytes, and a
// folder's name may be longer.
sockaddr_un AddressIn(int folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto end = fmt::format_to_n(address.sun_path, sizeof address.sun_path - 1,
                                    "/proc/self/fd/{}/{}", folder, kName);
  *end.out = '\0';
  return address;
}

int OpenFolder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// Returns the text up to the line end; empty if it is missing, too long, or late.
std::string ReadLine(int connection, int timeout_millis) {
  std::string line;
  std::array<char, 512> part{};
  while (line.size() <= kLineBytesMax) {
    pollfd ready{connection, POLLIN, 0};
    if (::poll(&ready, 1, timeout_millis) <= 0) return {};
    const ssize_t count = ::read(connection, part.data(), part.size());
    if (count <= 0) return {};
    line.append(part.data(), static_cast<std::size_t>(count));
    if (line.ends_with('\n')) return line.substr(0, line.size() - 1);
  }
  return {};
}

bool WriteLine(int connection, std::string line) {
  line += '\n';
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t count = ::send(connection, left.data(), left.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<ControlSocket>> ControlSocket::Listen(const std::string& folder,
                                                             Handler handler) {
  const auto cannot = [&] {
    return Fail(ErrorCode::kStartup,
                fmt::format("The socket {}/{} cannot be created: {}.", folder, kName, ErrnoText()));
  };
  FileDescriptor opened(OpenFolder(folder));
  FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  FileDescriptor stop(::eventfd(0, EFD_CLOEXEC));
  if (!opened.ok() || !listener.ok() || !stop.ok()) return cannot();
  ::unlinkat(opened.get(), kName, 0);  // a killed server may have left it; the folder is ours alone
  const sockaddr_un address = AddressIn(opened.get());
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (::bind(listener.get(), generic, sizeof address) != 0 ||
      ::listen(listener.get(), kBacklog) != 0) {
    return cannot();
  }
  return std::unique_ptr<ControlSocket>(
      new ControlSocket(opened.Release(), listener.Release(), stop.Release(), std::move(handler)));
}

ControlSocket::ControlSocket(int folder, int listener, int stop, Handler handler)
    : folder_(folder), listener_(listener), stop_(stop), handler_(std::move(handler)) {
  thread_ = std::thread([this] { Run(); });
}

ControlSocket::~ControlSocket() {
  ::eventfd_write(stop_, 1);
  thread_.join();
  ::unlinkat(folder_, kName, 0);
  ::close(listener_);
  ::close(stop_);
  ::close(folder_);
}

void ControlSocket::Run() const {
  while (true) {
    std::array<pollfd, 2> ready{{{listener_, POLLIN, 0}, {stop_, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) return;
    if (ready[1].revents != 0) return;
    if (ready[0].revents == 0) continue;
    const FileDescriptor connection(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    if (connection.ok()) Answer(connection.get());
  }
}

void ControlSocket::Answer(int connection) const {
  const std::string line = ReadLine(connection, kRequestMillis);
  if (line.empty()) return;
  const auto outcome = handler_(line);
  WriteLine(connection, outcome ? std::string(kOk) : outcome.error().message);
}

Result<> AskServer(const std::string& folder, const std::string& line) {
  const auto nobody = [&] {
    return Fail(ErrorCode::kResourceNotFoundException,
                fmt::format("No server uses the data folder {}.", folder));
  };
  const FileDescriptor opened(OpenFolder(folder));
  const FileDescriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!opened.ok() || !connection.ok()) return nobody();
  const sockaddr_un address = AddressIn(opened.get());
  if (::connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
      0) {
    return nobody();
  }
  const std::string answer =
      WriteLine(connection.get(), line) ? ReadLine(connection.get(), -1) : std::string();
  if (answer == kOk) return {};
  return Fail(ErrorCode::kUnavailable,
              answer.empty() ? "The server ended before it answered." : answer);
}

}  // namespace stator::server
