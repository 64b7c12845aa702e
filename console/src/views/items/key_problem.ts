import type { TableDescription } from "../../data/requests/table_shapes";
import { keysOf } from "../../data/requests/key_schema";
import { indexOf } from "../../data/transfer/export_source";
import type { Value } from "../../data/values/value";
import type { Narrowing } from "../../shared/view_addresses";

// Returns why a narrowing does not fit the table, or an empty text.
export function keyProblemOf(table: TableDescription, { index, pk = [], sk = [], op, sk2 }: Narrowing): string {
  if (index !== undefined && indexOf(table, index) === undefined) return `The table has no index called ${index}.`;
  const { hash, range } = keysOf(table, index);
  if (pk.length > 0 && pk.length !== hash.length) return `A Query needs a value for each of ${list(hash)}.`;
  if (sk.length > range.length) return `The sort key has ${range.length} attributes and the address more values.`;
  if (op === "between" && sk2 === undefined) return "The upper end of between is missing.";
  const names = [...hash.slice(0, pk.length), ...range.slice(0, sk.length)];
  const types = new Map(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  const wrong = names.find((name, at) => types.get(name) !== ([...pk, ...sk] as Value[])[at]?.type);
  return wrong === undefined ? "" : `The key attribute ${wrong} has the type ${types.get(wrong)}.`;
}

const list = (names: readonly string[]): string => names.join(", ");
