#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace stator::server {

struct TestReply {
  int status = 0;                              // 0: the connection ended first
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  std::string Header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

// A blocking connection that sends exactly the bytes that a test gives it. Every wait has a
// timeout, so a server that never answers fails the test instead of hanging it.
class TestClient {
 public:
  explicit TestClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~TestClient() { Close(); }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  bool connected() const { return connected_; }
  int socket() const { return socket_; }

  void Close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  // Returns false if the server has closed the connection.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Waits until the server closes the connection, and keeps all bytes that still arrive.
  bool ReadToEnd() {
    while (Fill() > 0) {
    }
    return ended_;
  }

  TestReply Read(bool has_body = true) {
    TestReply reply;
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (Fill() <= 0) return reply;
    }
    ParseHead(buffer_.substr(0, end + 2), reply);
    buffer_.erase(0, end + 4);
    const std::string length = reply.Header("content-length");
    const std::size_t size = !has_body || length.empty() ? 0 : std::stoul(length);
    while (buffer_.size() < size) {
      if (Fill() <= 0) return {};
    }
    reply.body = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return reply;
  }

  const std::string& buffer() const { return buffer_; }

 private:
  ssize_t Fill() {
    char bytes[65536];
    const ssize_t got = ::recv(socket_, bytes, sizeof(bytes), 0);
    if (got > 0) buffer_.append(bytes, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno == ECONNRESET)) ended_ = true;
    return got;
  }

  static void ParseHead(std::string_view head, TestReply& reply) {
    reply.status = std::stoi(std::string(head.substr(9, 3)));
    std::size_t at = head.find("\r\n") + 2;
    while (at < head.size()) {
      const std::size_t end = head.find("\r\n", at);
      const std::size_t colon = head.find(": ", at);
      std::string name(head.substr(at, colon - at));
      for (char& each : name) each = static_cast<char>(std::tolower(each));
      reply.headers[name] = head.substr(colon + 2, end - colon - 2);
      at = end + 2;
    }
  }

  int socket_;
  bool connected_ = false;
  bool ended_ = false;
  std::string buffer_;
};

}  // namespace stator::server
