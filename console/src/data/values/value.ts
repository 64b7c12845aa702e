// An attribute value with its type. Maps are `Map`s: an attribute may be called `__proto__`.
// Numbers stay texts, because a double holds fewer than DynamoDB's 38 digits.
export type Value =
  | { readonly type: "S"; readonly value: string }
  | { readonly type: "N"; readonly value: string }
  | { readonly type: "B"; readonly value: Uint8Array }
  | { readonly type: "BOOL"; readonly value: boolean }
  | { readonly type: "NULL" }
  | { readonly type: "SS"; readonly value: readonly string[] }
  | { readonly type: "NS"; readonly value: readonly string[] }
  | { readonly type: "BS"; readonly value: readonly Uint8Array[] }
  | { readonly type: "L"; readonly value: readonly Value[] }
  | { readonly type: "M"; readonly value: ReadonlyMap<string, Value> };

export type ValueType = Value["type"];

export type Item = ReadonlyMap<string, Value>;

export const text = (value: string): Value => ({ type: "S", value });
export const number = (value: number | string): Value => ({ type: "N", value: String(value) });
