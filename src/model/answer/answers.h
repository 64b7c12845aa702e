#pragma once

#include <string>

#include "base/result.h"

// The functions of the workbench for programs that hold a model's text. Each takes a JSON object
// with the text and the options, and returns the JSON that the command of its name prints.
// docs/operating.md describes both. No function reads or writes a file.
//
// Errors: ValidationException with one sentence for an unknown or wrong member, and for a text that
// is no model; RequestEntityTooLarge for a text of more than limits::kAdminTextBytesMax.
namespace stator::model {

// A text that is no model has findings of the code `syntax` here, and is no error.
Result<std::string> AnswerCheck(const std::string& request);
Result<std::string> AnswerDescribe(const std::string& request);
Result<std::string> AnswerPrice(const std::string& request);
Result<std::string> AnswerAdvise(const std::string& request);
Result<std::string> AnswerFormat(const std::string& request);
Result<std::string> AnswerGenerate(const std::string& request);
Result<std::string> AnswerImport(const std::string& request);
Result<std::string> AnswerExport(const std::string& request);

// Returns the models of examples/.
std::string ExamplesJson();
// Returns the built-in price tables, as their files have them.
std::string PricesJson();

}  // namespace stator::model
