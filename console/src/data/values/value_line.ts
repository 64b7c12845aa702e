import { toBase64 } from "./base64";
import { toWire } from "./dynamodb_json";
import type { Item, Value } from "./value";

const cut = (text: string, charsMax: number): string =>
  text.length > charsMax ? `${text.slice(0, charsMax)}…` : text;

// The beginning of a value on one line. Texts have quotes, so `"1"` and `1` look different.
export function valueLine(value: Value, charsMax = 80): string {
  switch (value.type) {
    case "S":
      return JSON.stringify(cut(value.value, charsMax));
    case "N":
      return value.value;
    case "B":
      return cut(toBase64(value.value.subarray(0, charsMax)), charsMax);
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    default:
      return cut(JSON.stringify(toWire(value)[value.type]), charsMax);
  }
}

// The values of a key without quotes, as people name an item.
export const keyLine = (key: Item, charsMax = 80): string =>
  [...key.values()].map((value) => (value.type === "S" ? cut(value.value, charsMax) : valueLine(value, charsMax))).join(" · ");
