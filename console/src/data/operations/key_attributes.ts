import type { IndexDescription, KeyType, TableDescription } from "../requests/table_shapes";
import { type Input, textOf } from "./operations";

// A key attribute with its type.
export interface KeyAttribute {
  readonly name: string;
  readonly type: KeyType;
}

export interface KeyShape {
  readonly partition: readonly KeyAttribute[];
  readonly sort: readonly KeyAttribute[];
}

export const indexesOf = (table: TableDescription): readonly IndexDescription[] => [
  ...(table.GlobalSecondaryIndexes ?? []),
  ...(table.LocalSecondaryIndexes ?? []),
];

// The key of the table or of one of its indexes. undefined: there is no such index.
export function keyShapeOf(table: TableDescription, index = ""): KeyShape | undefined {
  const holder = index === "" ? table : indexesOf(table).find(({ IndexName }) => IndexName === index);
  if (holder === undefined) return undefined;
  const types = new Map(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  const ofKind = (kind: "HASH" | "RANGE") =>
    holder.KeySchema.filter(({ KeyType }) => KeyType === kind).map(({ AttributeName }) => ({
      name: AttributeName,
      type: types.get(AttributeName) ?? "S",
    }));
  return { partition: ofKind("HASH"), sort: ofKind("RANGE") };
}

export const indexNameOf = (input: Input): string => textOf(input["IndexName"]);
