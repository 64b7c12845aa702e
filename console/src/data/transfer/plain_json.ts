import { isLosslessNumber } from "lossless-json";

import { fromWire, toWire } from "../values/dynamodb_json";
import type { Item, Value } from "../values/value";

// JSON as programs write it. Marked JSON keeps every type: a value that JSON has no form for is an
// object with one member, as in DynamoDB JSON: {"SS": ["a", "b"]}. A map that looks like a mark
// becomes {"M": {…}}. Plain JSON has no marks: sets become lists, and bytes become base64.

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MARKS = new Set(["B", "SS", "NS", "BS", "N", "M"]);

const isNumber = (text: string): boolean => JSON_NUMBER.test(text);

export function itemToJson(item: Item, marked: boolean): string {
  const members = [...item].map(([name, value]) => `${JSON.stringify(name)}:${valueToJson(value, marked)}`);
  return `{${members.join(",")}}`;
}

function valueToJson(value: Value, marked: boolean): string {
  switch (value.type) {
    case "S":
      return JSON.stringify(value.value);
    case "N":
      if (isNumber(value.value)) return value.value;
      return JSON.stringify(marked ? toWire(value) : value.value);
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    case "L":
      return `[${value.value.map((one) => valueToJson(one, marked)).join(",")}]`;
    case "M": {
      const text = itemToJson(value.value, marked);
      return marked && looksMarked([...value.value.keys()]) ? `{"M":${text}}` : text;
    }
    case "NS":
      if (!marked && value.value.every(isNumber)) return `[${value.value.join(",")}]`;
      break;
  }
  const wire = toWire(value);
  return JSON.stringify(marked ? wire : wire[value.type]);
}

const looksMarked = (names: readonly string[]): boolean => names.length === 1 && MARKS.has(names[0]!);

// A text that is JSON but no item.
export class NotAnItem extends Error {}

// Reads what lossless-json has parsed. Errors: throws NotAnItem, NotDynamoDbJson.
export function itemFromJson(parsed: unknown, marked: boolean): Item {
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed) || isLosslessNumber(parsed)) {
    throw new NotAnItem("An item is a JSON object.");
  }
  return new Map(Object.entries(parsed).map(([name, value]) => [name, valueFromJson(value, marked)]));
}

function valueFromJson(parsed: unknown, marked: boolean): Value {
  if (typeof parsed === "string") return { type: "S", value: parsed };
  if (typeof parsed === "boolean") return { type: "BOOL", value: parsed };
  if (parsed === null || parsed === undefined) return { type: "NULL" };
  if (isLosslessNumber(parsed)) return { type: "N", value: parsed.value };
  if (Array.isArray(parsed)) return { type: "L", value: parsed.map((one) => valueFromJson(one, marked)) };
  if (marked && looksMarked(Object.keys(parsed))) {
    const value = markedValue(parsed);
    if (value !== undefined) return value;
  }
  return { type: "M", value: itemFromJson(parsed, marked) };
}

// A map of a foreign file may look like a mark and not have its form. It stays a map.
function markedValue(parsed: object): Value | undefined {
  const [[type, content]] = Object.entries(parsed) as [[string, unknown]];
  if (type === "M") {
    const isMap = typeof content === "object" && content !== null && !Array.isArray(content);
    return isMap && !isLosslessNumber(content) ? { type, value: itemFromJson(content, true) } : undefined;
  }
  try {
    return fromWire(parsed);
  } catch {
    return undefined;
  }
}
