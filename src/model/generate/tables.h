#pragma once

#include <string>
#include <vector>

#include "model/generate/tree.h"
#include "model/language/model.h"

// States a model's tables as DynamoDB's requests do.
namespace stator::model::generate {

// Returns "S", "N" or "B", the type of a key attribute of the table or one of its indexes.
std::string KeyTypeOf(const Model& model, const Table& table, const std::string& attribute);

// Returns the key attributes of the table and its indexes, each once. The table's come first.
std::vector<std::string> KeyAttributesOf(const Model& model, const Table& table);

// Returns the table's local or its global indexes.
std::vector<const Index*> IndexesOf(const Model& model, const Table& table, bool local);

// Returns "NEW_AND_OLD_IMAGES". Empty: the table has no stream.
std::string StreamViewOf(const Model& model, const Table& table);

// Returns "INCLUDE", "ALL" or "KEYS_ONLY".
std::string ProjectionTypeOf(const Table& table, const Index& index);

// Returns the CreateTable request. CloudFormation has the same members, except for the stream.
Tree CreateTableOf(const Model& model, const Table& table);
// Returns the UpdateTimeToLive request. Empty: no item expires.
Tree UpdateTimeToLiveOf(const Model& model, const Table& table);
// Returns the UpdateContinuousBackups request. Empty: no pattern exports the table.
Tree UpdateContinuousBackupsOf(const Model& model, const Table& table);

// A capacity that Application Auto Scaling adjusts: reads or writes of the table or of a global
// index.
struct ScaledUnits {
  std::string name;         // "app-main write", for people and names
  std::string resource_id;  // "table/app-main/index/GSI1"
  std::string dimension;    // "dynamodb:index:WriteCapacityUnits"
  std::string metric;       // "DynamoDBWriteCapacityUtilization"
};
// Returns the scaled capacities. Empty unless the table scales.
std::vector<ScaledUnits> ScaledUnitsOf(const Model& model, const Table& table);

}  // namespace stator::model::generate
