import type { Item, Value } from "../values/value";
import type { Path } from "../values/path";
import { sameValue } from "./same";

// One place where two items differ. An absent value is not there.
export interface Change {
  readonly path: Path;
  readonly before?: Value;
  readonly after?: Value;
}

// The smallest places that differ. A map is compared by its members, and a list by its elements
// while it keeps its length.
export function changesBetween(before: Item, after: Item, path: Path = []): Change[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => changesAt(before.get(name), after.get(name), [...path, name]));
}

function changesAt(before: Value | undefined, after: Value | undefined, path: Path): Change[] {
  if (sameValue(before, after)) return [];
  const whole: Change[] = [{ path, before, after }];
  if (before?.type === "M" && after?.type === "M") {
    // An expression has no form for an empty name.
    if (before.value.has("") || after.value.has("")) return whole;
    return changesBetween(before.value, after.value, path);
  }
  if (before?.type === "L" && after?.type === "L" && before.value.length === after.value.length) {
    return before.value.flatMap((one, at) => changesAt(one, after.value[at], [...path, at]));
  }
  return whole;
}

// Makes the changes to an item that has the maps and lists on their paths.
export const withChanges = (item: Item, changes: readonly Change[]): Item =>
  changes.reduce((changed, { path, after }) => withValue(changed, path, after), item);

function withValue(item: Item, [step, ...rest]: Path, value: Value | undefined): Item {
  const name = String(step);
  const changed = new Map(item);
  const next = rest.length === 0 ? value : within(item.get(name), rest, value);
  if (next === undefined) changed.delete(name);
  else changed.set(name, next);
  return changed;
}

function within(parent: Value | undefined, path: Path, value: Value | undefined): Value | undefined {
  const [at, ...rest] = path;
  if (parent?.type === "M") return { type: "M", value: withValue(parent.value, path, value) };
  if (parent?.type !== "L" || typeof at !== "number") return parent;
  const next = rest.length === 0 ? value : within(parent.value[at], rest, value);
  return next === undefined ? parent : { type: "L", value: parent.value.map((one, here) => (here === at ? next : one)) };
}
