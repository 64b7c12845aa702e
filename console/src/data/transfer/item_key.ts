import type { TableDescription } from "../requests/table_shapes";
import { toBase64 } from "../values/base64";
import type { Item, Value, ValueType } from "../values/value";

export const keyTypesOf = (table: TableDescription): ReadonlyMap<string, ValueType> => {
  const types = new Map(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  return new Map(table.KeySchema.map(({ AttributeName }) => [AttributeName, types.get(AttributeName) ?? "S"]));
};

// Returns why an item cannot have its place in the table, or an empty text.
export function keyProblem(item: Item, keyTypes: ReadonlyMap<string, ValueType>): string {
  for (const [name, type] of keyTypes) {
    const value = item.get(name);
    if (value === undefined) return `The key attribute ${name} is missing.`;
    if (value.type !== type) return `The key attribute ${name} has the type ${value.type}, and the table wants ${type}.`;
  }
  return "";
}

// A text that two items share if DynamoDB takes their keys for the same.
export const keyText = (item: Item, keyTypes: ReadonlyMap<string, ValueType>): string =>
  JSON.stringify([...keyTypes.keys()].map((name) => partText(item.get(name))));

function partText(value: Value | undefined): string {
  switch (value?.type) {
    case "S":
      return value.value;
    case "N":
      return sameNumber(value.value);
    case "B":
      return toBase64(value.value);
    default:
      return "";
  }
}

// Numbers are compared by value: 1, 1.0 and 10E-1 are one key.
export function sameNumber(text: string): string {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  if (match === null) return text;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const scale = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === "-" ? "-" : ""}${significant}e${scale}`;
}
