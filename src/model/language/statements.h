#pragma once

#include "model/language/cursor.h"
#include "model/language/model.h"

// Readers of a model's statements. Each reads the rest of one line, behind its first word, and adds
// the result to the model.
namespace stator::model {

ParseResult<> ReadModelLine(Cursor& cursor, Model& model);
ParseResult<> ReadTable(Cursor& cursor, Model& model);
ParseResult<> ReadIndex(Cursor& cursor, Model& model);
ParseResult<> ReadTenant(Cursor& cursor, Model& model);
ParseResult<> ReadEntity(Cursor& cursor, Model& model);
// Reads a line within an entity, from its first word on.
ParseResult<> ReadMember(Cursor& cursor, Entity& entity);
// Reads an `attr` line of an entity.
ParseResult<> ReadAttributes(Cursor& cursor, Entity& entity);
// Reads a line within `patterns`, from its first word on.
ParseResult<> ReadPattern(Cursor& cursor, Model& model);
ParseResult<> ReadAssertion(Cursor& cursor, Model& model);
ParseResult<> ReadBudget(Cursor& cursor, Model& model);
ParseResult<> ReadLimit(Cursor& cursor, Model& model);
ParseResult<> ReadSample(Cursor& cursor, Model& model);

}  // namespace stator::model
