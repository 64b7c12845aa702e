import { stringify } from "lossless-json";

import { toBase64 } from "../values/base64";
import { toWire } from "../values/dynamodb_json";
import type { Value } from "../values/value";

const CHARS_MAX = 300;

// A scalar as it is written without its type.
export function scalarText(value: Value): string {
  switch (value.type) {
    case "S":
    case "N":
      return value.value;
    case "B":
      return toBase64(value.value);
    default:
      return stringify(toWire(value)) ?? "";
  }
}

// A value in one short line of DynamoDB JSON.
export function previewText(value: Value | undefined): string {
  if (value === undefined) return "not there";
  const text = stringify(toWire(value)) ?? "";
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)} … ${text.length} characters` : text;
}
