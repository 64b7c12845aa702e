#pragma once

#include <string>

#include "model/language/model.h"

// Prints files that create a model's tables.
namespace stator::model::generate {

// Returns the origin that a generated file states: "Made by `stator model generate --to …`".
std::string OriginOf(const Model& model, std::string_view target);

// Returns a JSON list with each table's CreateTable request. UpdateTimeToLive follows if its items
// expire, UpdateContinuousBackups if it is exported.
std::string CreateTableJson(const Model& model);
// Returns a shell script for the AWS CLI.
std::string AwsCliScript(const Model& model);
std::string CloudFormation(const Model& model);
std::string Terraform(const Model& model);

}  // namespace stator::model::generate
