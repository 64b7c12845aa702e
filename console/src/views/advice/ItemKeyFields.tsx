import { valueOfRaw } from "../../data/expressions/raw_values";
import { type KeyAttribute, keyShapeOf } from "../../data/operations/key_attributes";
import type { TableDescription } from "../../data/requests/table_shapes";
import { toWireItem } from "../../data/values/dynamodb_json";
import type { Value } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { TextField } from "../../shared/parts/TextField";

const keysOf = (table: TableDescription): readonly KeyAttribute[] => {
  const shape = keyShapeOf(table);
  return shape === undefined ? [] : [...shape.partition, ...shape.sort];
};

// The primary key of one item, as texts.
export function ItemKeyFields(properties: {
  readonly table: TableDescription;
  readonly texts: ReadonlyMap<string, string>;
  readonly onChange: (texts: ReadonlyMap<string, string>) => void;
}) {
  const { table, texts, onChange } = properties;
  return keysOf(table).map((attribute) => (
    <TextField
      key={`${table.TableName} ${attribute.name}`}
      label={visible(attribute.name)}
      mono
      value={texts.get(attribute.name) ?? ""}
      error={problemOf(attribute, texts.get(attribute.name) ?? "")}
      onChange={(text) => onChange(new Map(texts).set(attribute.name, text))}
    />
  ));
}

function problemOf({ type }: KeyAttribute, text: string): string {
  if (text === "") return "";
  try {
    valueOfRaw(type, text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// The key, or why there is none yet.
export function keyOfTexts(table: TableDescription | undefined, texts: ReadonlyMap<string, string>) {
  if (table === undefined) return { key: undefined, problem: "" };
  const values: [string, Value][] = [];
  for (const { name, type } of keysOf(table)) {
    const text = texts.get(name) ?? "";
    if (text === "" || problemOf({ name, type }, text) !== "") return { key: undefined, problem: "Fill in the key of an item." };
    values.push([name, valueOfRaw(type, text)]);
  }
  return { key: toWireItem(new Map(values)), problem: "" };
}
