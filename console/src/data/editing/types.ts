import type { Item, Value, ValueType } from "../values/value";
import type { Path } from "../values/path";

export const TYPE_NAMES: { readonly [type in ValueType]: string } = {
  S: "string",
  N: "number",
  B: "binary",
  BOOL: "boolean",
  NULL: "null",
  SS: "string set",
  NS: "number set",
  BS: "binary set",
  L: "list",
  M: "map",
};

export const TYPES = Object.keys(TYPE_NAMES) as ValueType[];

export interface TypeChange {
  readonly path: Path;
  readonly before: ValueType;
  readonly after: ValueType;
}

// Values that have another type than before. Elements of a list count only while its length stays,
// because otherwise nobody can say which of them is which.
export function typeChanges(before: Item, after: Item, path: Path = []): TypeChange[] {
  return [...after].flatMap(([name, value]) => changesAt(before.get(name), value, [...path, name]));
}

function changesAt(before: Value | undefined, after: Value, path: Path): TypeChange[] {
  if (before === undefined) return [];
  if (before.type !== after.type) return [{ path, before: before.type, after: after.type }];
  if (before.type === "M") return typeChanges(before.value, (after as typeof before).value, path);
  if (before.type !== "L") return [];
  const elements = (after as typeof before).value;
  if (elements.length !== before.value.length) return [];
  return elements.flatMap((element, at) => changesAt(before.value[at], element, [...path, at]));
}
