#pragma once

#include "model/language/cursor.h"
#include "model/language/model.h"

// Reads the statements of a model, each from one line: what follows its first word.
namespace stator::model {

ParseResult<> ReadModelLine(Cursor& cursor, Model& model);
ParseResult<> ReadTable(Cursor& cursor, Model& model);
ParseResult<> ReadIndex(Cursor& cursor, Model& model);
ParseResult<> ReadTenant(Cursor& cursor, Model& model);
ParseResult<> ReadEntity(Cursor& cursor, Model& model);
// A line within an entity, its first word included.
ParseResult<> ReadMember(Cursor& cursor, Entity& entity);
// A line of an entity's attributes.
ParseResult<> ReadAttributes(Cursor& cursor, Entity& entity);
// A line within `patterns`.
ParseResult<> ReadPattern(Cursor& cursor, Model& model);
ParseResult<> ReadAssertion(Cursor& cursor, Model& model);
ParseResult<> ReadBudget(Cursor& cursor, Model& model);
ParseResult<> ReadLimit(Cursor& cursor, Model& model);
ParseResult<> ReadSample(Cursor& cursor, Model& model);

}  // namespace stator::model
