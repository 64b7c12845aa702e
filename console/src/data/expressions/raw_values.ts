import { isNumber, literalText, valueOfLiteral } from "./literal_text";
import { fromBase64, toBase64 } from "../values/base64";
import type { Value, ValueType } from "../values/value";

// Values as a field beside a choice of the type holds them. Texts need no quotes there.

export const VALUE_TYPES: readonly (readonly [ValueType, string])[] = [
  ["S", "text (S)"],
  ["N", "number (N)"],
  ["B", "bytes (B)"],
  ["BOOL", "true or false (BOOL)"],
  ["NULL", "null (NULL)"],
  ["SS", "set of texts (SS)"],
  ["NS", "set of numbers (NS)"],
  ["BS", "set of bytes (BS)"],
  ["L", "list (L)"],
  ["M", "map (M)"],
];

export const HINTS: { readonly [type in ValueType]?: string } = {
  B: "base64",
  BOOL: "true or false",
  SS: '<<"a", "b">>',
  NS: "<<1, 2>>",
  BS: '<<b"AAE=">>',
  L: '[1, "two"]',
  M: '{"a": 1}',
};

export function rawText(value: Value): string {
  switch (value.type) {
    case "S":
    case "N":
      return value.value;
    case "B":
      return toBase64(value.value);
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    default:
      return literalText(value) ?? "";
  }
}

export const firstValue = (type: ValueType): Value => {
  const texts: { readonly [name in ValueType]?: string } = { N: "0", BOOL: "true", NULL: "null", L: "[]", M: "{}" };
  const sets: { readonly [name in ValueType]?: string } = { SS: '<<"a">>', NS: "<<0>>", BS: '<<b"">>' };
  return valueOfRaw(type, sets[type] ?? texts[type] ?? "");
};

// Errors: throws with a message for the user.
export function valueOfRaw(type: ValueType, text: string): Value {
  switch (type) {
    case "S":
      return { type, value: text };
    case "N":
      if (!isNumber(text.trim())) throw new Error("A number is expected, such as 42 or -1.5.");
      return { type, value: text.trim() };
    case "B":
      return { type, value: bytesOf(text) };
    case "NULL":
      return { type };
    default: {
      const value = valueOfLiteral(text);
      if (value.type !== type) throw new Error(`Write it as ${HINTS[type] ?? type}.`);
      return value;
    }
  }
}

function bytesOf(text: string): Uint8Array {
  try {
    return fromBase64(text.trim());
  } catch {
    throw new Error("base64 is expected.");
  }
}
