#pragma once

#include <string>
#include <vector>

#include "model/generate/tree.h"
#include "model/language/model.h"

// The tables of a model as DynamoDB's requests state them.
namespace stator::model::generate {

// "S", "N" or "B": of a key attribute of the table or one of its indexes.
std::string KeyTypeOf(const Model& model, const Table& table, const std::string& attribute);

// The attributes that keys of the table and its indexes are made of, each once, the table's first.
std::vector<std::string> KeyAttributesOf(const Model& model, const Table& table);

std::vector<const Index*> IndexesOf(const Model& model, const Table& table, bool local);

// "NEW_AND_OLD_IMAGES"; empty: the table has no stream.
std::string StreamViewOf(const Model& model, const Table& table);

// "INCLUDE"
std::string ProjectionTypeOf(const Table& table, const Index& index);

// The CreateTable request. Its members are those of CloudFormation, too, but for the stream.
Tree CreateTableOf(const Model& model, const Table& table);
// The UpdateTimeToLive request; empty: nothing expires.
Tree UpdateTimeToLiveOf(const Model& model, const Table& table);
// The UpdateContinuousBackups request; empty: nothing is exported.
Tree UpdateContinuousBackupsOf(const Model& model, const Table& table);

// What Application Auto Scaling is told to adjust: the table and its global indexes, reads and
// writes. None unless the table scales.
struct ScaledUnits {
  std::string name;         // "app-main write", for people and names
  std::string resource_id;  // "table/app-main/index/GSI1"
  std::string dimension;    // "dynamodb:index:WriteCapacityUnits"
  std::string metric;       // "DynamoDBWriteCapacityUtilization"
};
std::vector<ScaledUnits> ScaledUnitsOf(const Model& model, const Table& table);

}  // namespace stator::model::generate
