import type { Item, Value } from "../values/value";
import { toBase64 } from "../values/base64";

// An item as plain JSON, without types. Sets become lists and bytes become base64; reading it back
// takes the types from the item (plain_read.ts).

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INDENT = "  ";

export const isJsonNumber = (text: string): boolean => JSON_NUMBER.test(text);

export const plainText = (item: Item): string => mapText(item, "\n");

export function plainValue(value: Value, line = "\n"): string {
  switch (value.type) {
    case "S":
      return JSON.stringify(value.value);
    case "N":
      return numberText(value.value);
    case "B":
      return JSON.stringify(toBase64(value.value));
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    case "SS":
      return listText(value.value.map((one) => JSON.stringify(one)), line);
    case "NS":
      return listText(value.value.map(numberText), line);
    case "BS":
      return listText(value.value.map((one) => JSON.stringify(toBase64(one))), line);
    case "L":
      return listText(value.value.map((one) => plainValue(one, line + INDENT)), line);
    case "M":
      return mapText(value.value, line);
  }
}

// A number that JSON writes otherwise, such as 007, is a text here.
const numberText = (text: string): string => (isJsonNumber(text) ? text : JSON.stringify(text));

function mapText(members: Item, line: string): string {
  const lines = [...members].map(([name, value]) => `${JSON.stringify(name)}: ${plainValue(value, line + INDENT)}`);
  return enclosed("{", lines, "}", line);
}

const listText = (elements: readonly string[], line: string): string => enclosed("[", elements, "]", line);

function enclosed(open: string, lines: readonly string[], close: string, line: string): string {
  if (lines.length === 0) return open + close;
  return `${open}${line}${INDENT}${lines.join(`,${line}${INDENT}`)}${line}${close}`;
}
