#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "model/generate/functions.h"

// Data-access code, printed.
namespace stator::model::generate {

std::string PythonOf(const Program& program);
std::string CppOf(const Program& program);
std::string TypeScriptOf(const Program& program);
std::string CSharpOf(const Program& program);

// The files of runtime/: what generated code of each language needs, and carries along.
std::span<const EmbeddedFile> RuntimeFiles();
std::string_view RuntimeText(std::string_view name);

}  // namespace stator::model::generate
