import { toBase64 } from "./base64";
import { toWire } from "./dynamodb_json";
import type { Value } from "./value";

const SHOWN_CHARS = 80;

const cut = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);

// The beginning of a value on one line.
export function previewText(value: Value): string {
  switch (value.type) {
    case "S":
    case "N":
      return cut(value.value);
    case "B":
      return cut(toBase64(value.value.subarray(0, SHOWN_CHARS)));
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    default:
      return cut(JSON.stringify(toWire(value)[value.type]));
  }
}
