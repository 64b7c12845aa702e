#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "model/generate/functions.h"
#include "model/generate/generate.h"

// Prints data-access code in each language.
namespace stator::model::generate {

// Returns the first lines of a file: its origin and the parts left out. Each is a comment that
// begins with `mark`.
std::string HeadOf(const Program& program, std::string_view mark);
// Returns a comment of exactly one line, whatever the text contains.
std::string CommentLine(std::string_view mark, std::string_view text);

// Print a program. `place` decides whether the text contains the runtime.
std::string PythonOf(const Program& program, RuntimePlace place);
// uses libstator and needs no runtime
std::string CppOf(const Program& program, RuntimePlace place);
std::string TypeScriptOf(const Program& program, RuntimePlace place);
std::string CSharpOf(const Program& program, RuntimePlace place);

// Return the runtime of a language as a file of its own.
std::string PythonRuntime();
std::string TypeScriptRuntime();
std::string CSharpRuntime();

// The files of runtime/, named without an extension.
std::span<const EmbeddedFile> RuntimeFiles();
std::string_view RuntimeText(std::string_view name);

// Returns the names that the text contains as whole words.
std::vector<std::string> Mentioned(std::span<const std::string_view> names, std::string_view text);

}  // namespace stator::model::generate
