#pragma once

#include <string>
#include <string_view>

#include "admin/routes.h"
#include "base/result.h"
#include "wire/response.h"

// The workbench in the admin API: functions on a model's text, and the files of the setting
// `models` (docs/operating.md).
namespace stator::admin {

// A function of model/answer/answers.h: a JSON request in, JSON out.
using ModelFunction = Result<std::string> (*)(const std::string& request);

// Calls the function with the body, on a thread of the model desk.
void AnswerModel(const Request& request, ModelFunction function, wire::Reply done);
// Answers with constant JSON, which `make` makes on a thread of the model desk.
void AnswerModelFacts(const Request& request, std::string (*make)(), wire::Reply done);

// The folder of model files. `name` is the file's.
void ListModels(const Request& request, std::string_view name, wire::Reply done);
void ReadModelFile(const Request& request, std::string_view name, wire::Reply done);
void WriteModelFile(const Request& request, std::string_view name, wire::Reply done);
void DeleteModelFile(const Request& request, std::string_view name, wire::Reply done);

}  // namespace stator::admin
