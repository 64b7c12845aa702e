#pragma once

#include <string>

#include "model/language/model.h"

// What makes the tables of a model.
namespace stator::model::generate {

// "stator model generate orders --to …": what a generated file says about itself.
std::string OriginOf(const Model& model, std::string_view target);

// A JSON list: for each table its CreateTable request and, if items expire, UpdateTimeToLive, and,
// if it is exported, UpdateContinuousBackups.
std::string CreateTableJson(const Model& model);
// A shell script for the AWS CLI.
std::string AwsCliScript(const Model& model);
std::string CloudFormation(const Model& model);
std::string Terraform(const Model& model);

}  // namespace stator::model::generate
