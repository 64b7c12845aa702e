#pragma once

#include "model/language/cursor.h"
#include "model/language/model.h"

// Reads the statements of a model, each from one line: what follows its first word.
namespace stator::model {

Read<> ReadModelLine(Cursor& cursor, Model& model);
Read<> ReadTable(Cursor& cursor, Model& model);
Read<> ReadIndex(Cursor& cursor, Model& model);
Read<> ReadTenant(Cursor& cursor, Model& model);
Read<> ReadEntity(Cursor& cursor, Model& model);
// A line within an entity, its first word included.
Read<> ReadMember(Cursor& cursor, Entity& entity);
// A line of an entity's attributes.
Read<> ReadAttributes(Cursor& cursor, Entity& entity);
// A line within `patterns`.
Read<> ReadPattern(Cursor& cursor, Model& model);
Read<> ReadAssertion(Cursor& cursor, Model& model);
Read<> ReadBudget(Cursor& cursor, Model& model);
Read<> ReadLimit(Cursor& cursor, Model& model);
Read<> ReadSample(Cursor& cursor, Model& model);

}  // namespace stator::model
