#pragma once

#include <utility>

#include <unistd.h>

namespace stator {

// Owns a file descriptor and closes it on every path out of a function.
class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      Close();
      descriptor_ = other.Release();
    }
    return *this;
  }
  ~FileDescriptor() { Close(); }

  int get() const { return descriptor_; }
  // False if the call that should have opened the descriptor failed.
  bool ok() const { return descriptor_ >= 0; }
  // Gives the descriptor to the caller, who must close it.
  int Release() { return std::exchange(descriptor_, -1); }
  void Close() {
    if (ok()) ::close(Release());
  }

 private:
  int descriptor_;
};

}  // namespace stator
