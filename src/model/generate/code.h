#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "model/generate/functions.h"

// Data-access code, printed.
namespace stator::model::generate {

// The first lines of a file: where it comes from and what it lacks, each a comment that begins with
// `mark`.
std::string HeadOf(const Program& program, std::string_view mark);
// A line of a comment that ends where the line does, whatever the text.
std::string CommentLine(std::string_view mark, std::string_view text);

std::string PythonOf(const Program& program);
std::string CppOf(const Program& program);
std::string TypeScriptOf(const Program& program);
std::string CSharpOf(const Program& program);

// The files of runtime/: what generated code of each language needs, and carries along.
std::span<const EmbeddedFile> RuntimeFiles();
std::string_view RuntimeText(std::string_view name);

}  // namespace stator::model::generate
