#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "base/result.h"

// The Unix socket in a data folder, through which commands reach the server that uses the folder.
// Only the server's user and root can enter the folder, so a request needs neither a signature nor
// TLS. A request is one line, and so is the answer: `ok`, or one sentence.
namespace stator::server {

// Answers requests, one at a time, on its own thread.
class ControlSocket {
 public:
  // Executes the command in `line`. May take long.
  using Handler = std::function<Result<>(const std::string& line)>;

  // Listens in the folder. Errors: kStartup with one sentence.
  static Result<std::unique_ptr<ControlSocket>> Listen(const std::string& folder, Handler handler);

  // Finishes the running request and removes the socket.
  ~ControlSocket();
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

 private:
  ControlSocket(int folder, int listener, int stop, Handler handler);
  void Run() const;
  void Answer(int connection) const;

  const int folder_;
  const int listener_;
  const int stop_;  // an eventfd
  const Handler handler_;
  std::thread thread_;
};

// Sends one line to the server that uses the folder and waits for its answer. Errors:
// ResourceNotFoundException if no server listens there; otherwise the server's own sentence.
Result<> AskServer(const std::string& folder, const std::string& line);

}  // namespace stator::server
