import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item, Value } from "../../data/values/value";

const EMPTY: { readonly [type in "S" | "N" | "B"]: Value } = {
  S: { type: "S", value: "" },
  N: { type: "N", value: "" },
  B: { type: "B", value: new Uint8Array() },
};

// A new item has its key's attributes with their types.
export const emptyItem = (table: TableDescription): Item =>
  new Map(
    table.KeySchema.map(({ AttributeName: name }) => [
      name,
      EMPTY[table.AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType ?? "S"],
    ]),
  );
