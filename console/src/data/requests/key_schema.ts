import type { KeyElement, TableDescription } from "./table_shapes";

// The key attributes of a table or of one of its indexes.
export interface Keys {
  readonly hash: readonly string[];
  readonly range: readonly string[];
}

const names = (schema: readonly KeyElement[], kind: string): string[] =>
  schema.filter((key) => key.KeyType === kind).map((key) => key.AttributeName);

export const keysIn = (schema: readonly KeyElement[]): Keys => ({ hash: names(schema, "HASH"), range: names(schema, "RANGE") });

export const indexesOf = (table: TableDescription) => [
  ...(table.GlobalSecondaryIndexes ?? []),
  ...(table.LocalSecondaryIndexes ?? []),
];

// An index that the table does not have gives the table's keys.
export function keysOf(table: TableDescription, index?: string): Keys {
  const found = index === undefined ? undefined : indexesOf(table).find((one) => one.IndexName === index);
  return keysIn((found ?? table).KeySchema);
}
