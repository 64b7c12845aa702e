#pragma once

#include "model/language/cursor.h"
#include "model/language/model.h"

// Readers of a model's statements. Each reads the rest of one line, behind its first word, and adds
// the result to the model.
namespace stator::model {

// Reads `model orders "an order service"`.
ParseResult<> ReadModelLine(Cursor& cursor, Model& model);
// Reads `table app (PK, SK) on-demand`.
ParseResult<> ReadTable(Cursor& cursor, Model& model);
// Reads `index GSI1 (GSI1PK, GSI1SK) all`.
ParseResult<> ReadIndex(Cursor& cursor, Model& model);
// Reads `tenant org prefix ORG#{org}#`.
ParseResult<> ReadTenant(Cursor& cursor, Model& model);
// Reads `entity Order 20M x 600B in Customer(custId) 20..5000`.
ParseResult<> ReadEntity(Cursor& cursor, Model& model);
// Reads a line within an entity, from its first word on.
ParseResult<> ReadMember(Cursor& cursor, Entity& entity);
// Reads an `attr` line of an entity.
ParseResult<> ReadAttributes(Cursor& cursor, Entity& entity);
// Reads a line within `patterns`, from its first word on.
ParseResult<> ReadPattern(Cursor& cursor, Model& model);
// Reads what follows `sql`: a statement, and where its parameters come from.
ParseResult<> ReadSql(Cursor& cursor, Pattern& pattern);
// Reads `assert no scan` and the other assertions.
ParseResult<> ReadAssertion(Cursor& cursor, Model& model);
// Reads `budget 6000 usd/month`.
ParseResult<> ReadBudget(Cursor& cursor, Model& model);
// Reads `limit 3 indexes`.
ParseResult<> ReadLimit(Cursor& cursor, Model& model);
// Reads `sample 3 Customer, 2..4 Order each seed 7`.
ParseResult<> ReadSample(Cursor& cursor, Model& model);

}  // namespace stator::model
