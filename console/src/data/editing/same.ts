import { sameNumber } from "../transfer/item_key";
import { toBase64 } from "../values/base64";
import type { Item, Value } from "../values/value";

// Whether DynamoDB takes two values for the same. Sets have no order, and 1 and 1.0 are one number.
export function sameValue(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.type !== other.type) return false;
  switch (one.type) {
    case "NULL":
      return true;
    case "L": {
      const values = (other as typeof one).value;
      return one.value.length === values.length && one.value.every((value, at) => sameValue(value, values[at]));
    }
    case "M":
      return sameItem(one.value, (other as typeof one).value);
    case "SS":
    case "NS":
    case "BS":
      return sameMembers(memberTexts(one), memberTexts(other as typeof one));
    default:
      return scalarText(one) === scalarText(other as typeof one);
  }
}

export const sameItem = (one: Item, other: Item): boolean =>
  one.size === other.size && [...one].every(([name, value]) => sameValue(value, other.get(name)));

function scalarText(value: Value & { type: "S" | "N" | "B" | "BOOL" }): string {
  if (value.type === "N") return sameNumber(value.value);
  return value.type === "B" ? toBase64(value.value) : String(value.value);
}

type AnySet = Extract<Value, { type: "SS" | "NS" | "BS" }>;

// The members as texts that are equal where DynamoDB sees duplicates.
export function memberTexts(value: AnySet): string[] {
  if (value.type === "BS") return value.value.map(toBase64);
  return value.type === "NS" ? value.value.map(sameNumber) : [...value.value];
}

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  const members = new Set(other);
  return one.length === other.length && one.every((member) => members.has(member));
}
