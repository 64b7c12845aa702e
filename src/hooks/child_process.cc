#include "hooks/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file_descriptor.h"

namespace stator::hooks {
namespace {

using std::chrono::milliseconds;

// How long one wait for output lasts before the next check of the deadline.
constexpr milliseconds kLook(20);
constexpr std::size_t kReadBytes = 16'384;
constexpr int kStatusUnknown = 255;  // another waiter took the command's exit status

std::unexpected<Error> FailUnavailable(std::string_view what) {
  return Fail(ErrorCode::kUnavailable, fmt::format("{}: {}.", what, std::strerror(errno)));
}

// Puts the input into a file in memory. No thread has to feed it, and a command that does not read
// it causes no error.
Result<FileDescriptor> InputFile(std::string_view input) {
  FileDescriptor file(memfd_create("input", MFD_CLOEXEC));
  if (file.get() < 0) return FailUnavailable("The input file of a command cannot be written");
  while (!input.empty()) {
    const auto written = write(file.get(), input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FailUnavailable("The input file of a command cannot be written");
    input.remove_prefix(static_cast<std::size_t>(written));
  }
  if (lseek(file.get(), 0, SEEK_SET) != 0) {
    return FailUnavailable("The input file of a command cannot be written");
  }
  return file;
}

// Starts the command in its own process group, so that it can be killed with all its children.
std::optional<pid_t> Spawn(std::string_view command, int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  // Closes the server's sockets: a command that outlives the server must not keep its port.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  std::string text(command);
  char shell[] = "/bin/sh";
  char option[] = "-c";
  std::array<char*, 4> arguments{shell, option, text.data(), nullptr};
  pid_t process = 0;
  const int failed = posix_spawn(&process, shell, &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed == 0) return process;
  errno = failed;
  return std::nullopt;
}

// A running command. The destructor kills it if it still runs.
class Child {
 public:
  Child(pid_t process, FileDescriptor output) : process_(process), output_(std::move(output)) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (ended_) return;
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

  // Reads the command's output for a moment. Returns true once it has ended.
  bool Look(std::size_t bytes_max, CommandAnswer& answer) {
    pollfd ready{.fd = output_.get(), .events = POLLIN, .revents = 0};
    if (poll(&ready, output_.get() < 0 ? 0 : 1, static_cast<int>(kLook.count())) > 0) {
      Read(bytes_max, answer);
    }
    int status = 0;
    const auto waited = waitpid(process_, &status, WNOHANG);
    if (waited == 0 || (waited < 0 && errno == EINTR)) return false;
    ended_ = true;
    answer.status = waited < 0          ? kStatusUnknown
                    : WIFEXITED(status) ? WEXITSTATUS(status)
                                        : 128 + WTERMSIG(status);
    while (output_.get() >= 0 && answer.output.size() < bytes_max && Read(bytes_max, answer)) {
    }
    return true;
  }

 private:
  // Returns false if there is nothing to read now, or ever.
  bool Read(std::size_t bytes_max, CommandAnswer& answer) {
    std::array<char, kReadBytes> buffer{};
    const auto count = read(output_.get(), buffer.data(), buffer.size());
    if (count == 0) output_.Close();
    if (count <= 0) return false;
    const auto room = bytes_max - std::min(bytes_max, answer.output.size());
    answer.output.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
    return true;
  }

  pid_t process_;
  FileDescriptor output_;
  bool ended_ = false;
};

}  // namespace

Result<CommandAnswer> RunCommand(const CommandCall& call) {
  const auto input = TRY(InputFile(call.input));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    return FailUnavailable("The output pipe of a command cannot be created");
  }
  FileDescriptor output(ends[0]);
  FileDescriptor written(ends[1]);
  fcntl(ends[1], F_SETFL, 0);  // the command's own end blocks, as commands expect
  const auto process = Spawn(call.command, input.get(), written.get());
  if (!process) return FailUnavailable("A command cannot be started");
  written.Close();
  Child child(*process, std::move(output));
  const auto until = MachineSteadyNow() + call.timeout;
  CommandAnswer answer;
  while (!child.Look(call.output_bytes_max, answer)) {
    if (call.stop != nullptr && call.stop->load(std::memory_order_relaxed)) {
      return Fail(ErrorCode::kUnavailable, "The command was ended because the server stops.");
    }
    if (MachineSteadyNow() >= until) {
      return Fail(ErrorCode::kUnavailable, "The command did not end in time.");
    }
  }
  return answer;
}

}  // namespace stator::hooks
