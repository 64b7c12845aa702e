import type { Item, Value } from "./value";

// Whether two values are the same as stored. Sets have no order.
export function valuesEqual(a: Value, b: Value): boolean {
  if (a.type === "M" && b.type === "M") return itemsEqual(a.value, b.value);
  if (a.type === "L" && b.type === "L") {
    return a.value.length === b.value.length && a.value.every((one, at) => valuesEqual(one, b.value[at]!));
  }
  if (a.type === "B" && b.type === "B") return bytesText(a.value) === bytesText(b.value);
  if (a.type !== b.type || a.type === "NULL" || b.type === "NULL") return a.type === b.type;
  if (a.type === "SS" || a.type === "NS" || a.type === "BS") return sorted(a.value) === sorted(b.value as never);
  return a.value === b.value;
}

export const itemsEqual = (a: Item, b: Item): boolean =>
  a.size === b.size &&
  [...a].every(([name, value]) => {
    const other = b.get(name);
    return other !== undefined && valuesEqual(value, other);
  });

const bytesText = (bytes: Uint8Array): string => bytes.join(",");
const sorted = (elements: readonly (string | Uint8Array)[]): string =>
  JSON.stringify(elements.map((one) => (typeof one === "string" ? one : bytesText(one))).sort());
