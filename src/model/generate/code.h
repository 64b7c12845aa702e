#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "model/generate/functions.h"
#include "model/generate/generate.h"

// Data-access code, printed.
namespace stator::model::generate {

// The first lines of a file: where it comes from and what it lacks, each a comment that begins with
// `mark`.
std::string HeadOf(const Program& program, std::string_view mark);
// A line of a comment that ends where the line does, whatever the text.
std::string CommentLine(std::string_view mark, std::string_view text);

std::string PythonOf(const Program& program, RuntimePlace place);
std::string CppOf(const Program& program, RuntimePlace place);  // needs libstator, and no runtime
std::string TypeScriptOf(const Program& program, RuntimePlace place);
std::string CSharpOf(const Program& program, RuntimePlace place);

// The runtime of a language as a file of its own.
std::string PythonRuntime();
std::string TypeScriptRuntime();
std::string CSharpRuntime();

// The files of runtime/, by their names without an extension.
std::span<const EmbeddedFile> RuntimeFiles();
std::string_view RuntimeText(std::string_view name);

// Those of the names that the text mentions, each as a whole word.
std::vector<std::string> Mentioned(std::span<const std::string_view> names, std::string_view text);

}  // namespace stator::model::generate
