import { fromBase64, toBase64 } from "../../data/values/base64";
import type { Value } from "../../data/values/value";

// Values as a user types them into a field, with their type beside it.

export const TYPED = [
  ["S", "text"],
  ["N", "number"],
  ["B", "bytes, base64"],
  ["BOOL", "true or false"],
  ["NULL", "null"],
] as const;

export type TypedType = (typeof TYPED)[number][0];

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

// Errors: throws with what the field wants.
export function typedValue(type: TypedType, text: string): Value {
  switch (type) {
    case "S":
      return { type, value: text };
    case "N":
      if (!NUMBER.test(text.trim())) throw new Error("A number, such as 42 or 1.5e3");
      return { type, value: text.trim() };
    case "B":
      return { type, value: bytesOf(text) };
    case "BOOL":
      if (!/^(true|false)$/i.test(text.trim())) throw new Error("true or false");
      return { type, value: text.trim().toLowerCase() === "true" };
    case "NULL":
      return { type };
  }
}

function bytesOf(text: string): Uint8Array {
  try {
    return fromBase64(text.trim());
  } catch {
    throw new Error("Bytes in base64");
  }
}

// Returns what is wrong with a text, or an empty text.
export function typedProblem(type: TypedType, text: string): string {
  try {
    typedValue(type, text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function typedText(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value.type === "B") return toBase64(value.value);
  return value.type === "S" || value.type === "N" || value.type === "BOOL" ? String(value.value) : "";
}

export const typeOf = (value: Value | undefined): TypedType =>
  TYPED.find(([type]) => type === value?.type)?.[0] ?? "S";
