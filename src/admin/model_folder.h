#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"

namespace stator::admin {

// Why a file was not read or written, as an answer of HTTP.
struct FileRefusal {
  int status = 0;
  std::string message;
  std::string etag;  // of 412: the file's present one; empty: there is no such file
};
template <class T>
using FileResult = std::expected<T, FileRefusal>;

// A file of the folder. The ETag changes with each write, by this server or another program.
struct ModelFile {
  std::string name;
  std::uint64_t bytes = 0;
  std::int64_t time = 0;  // of the last change, in µs since 1970
  std::string etag;       // with its quotes
};

struct ModelText {
  std::string text;
  std::string etag;
};

// The conditions under which a client writes, as its headers have them. A write needs one, so that
// no client overwrites a change that it has not seen.
struct WriteCondition {
  std::string if_match;       // an ETag, or * for any file
  std::string if_none_match;  // * for none
};

// The model files of one folder, which the setting `models` names. A client chooses the names, so
// every function stays in the folder: a name is one plain step that ends in .std, and no link is
// followed. The folder itself may be a link.
//
// Threads: any, at the same time. Every function waits for the disk.
class ModelFolder {
 public:
  explicit ModelFolder(std::string folder) : folder_(std::move(folder)) {}

  struct Listing {
    std::vector<ModelFile> files;  // by name
    bool more = false;             // the folder has more than limits::kModelFilesMax
  };
  FileResult<Listing> List() const;

  FileResult<ModelText> Read(const std::string& name) const;
  // Writes a new file and renames it, so that no reader sees a part. Returns the new ETag.
  FileResult<std::string> Write(const std::string& name, std::string_view text,
                                const WriteCondition& condition);
  FileResult<void> Delete(const std::string& name, const WriteCondition& condition);

 private:
  std::string folder_;
  Mutex writing_;  // makes the comparison with the condition and the change one step
};

// Whether a model file may have the name: letters, digits, '.', '-' and '_', no dot at the
// beginning, .std at the end, at most limits::kModelNameBytesMax.
bool IsModelFileName(std::string_view name);

}  // namespace stator::admin
