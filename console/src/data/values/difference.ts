import type { Item, Value } from "./value";
import { valuesEqual } from "./equal";

// One place where two versions of an item differ. Without `before` the place is new, without
// `after` it is gone. A set gives one difference for each element.
export interface Difference {
  readonly path: string;
  readonly before?: Value;
  readonly after?: Value;
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

// Compares two versions of an item by attribute path, in the order of the names. Stops after `max`.
export function differences(before: Item, after: Item, max = Infinity): Difference[] {
  const found: Difference[] = [];
  for (const one of ofMaps("", before, after)) {
    if (found.length >= max) break;
    found.push(one);
  }
  return found;
}

function* ofMaps(path: string, before: Item, after: Item): Generator<Difference> {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  for (const name of names) yield* ofValues(memberPath(path, name), before.get(name), after.get(name));
}

function* ofValues(path: string, before: Value | undefined, after: Value | undefined): Generator<Difference> {
  if (before === undefined || after === undefined) {
    yield { path, before, after };
  } else if (before.type === "M" && after.type === "M") {
    yield* ofMaps(path, before.value, after.value);
  } else if (before.type === "L" && after.type === "L") {
    const length = Math.max(before.value.length, after.value.length);
    for (let at = 0; at < length; at++) yield* ofValues(`${path}[${at}]`, before.value[at], after.value[at]);
  } else if (isSet(before) && before.type === after.type) {
    yield* ofSets(path, before, after as typeof before);
  } else if (!valuesEqual(before, after)) {
    yield { path, before, after };
  }
}

type SetValue = Extract<Value, { type: "SS" | "NS" | "BS" }>;

const isSet = (value: Value): value is SetValue => value.type === "SS" || value.type === "NS" || value.type === "BS";

function* ofSets(path: string, before: SetValue, after: SetValue): Generator<Difference> {
  const [old, now] = [elementsOf(before), elementsOf(after)];
  for (const [key, value] of old) if (!now.has(key)) yield { path: `${path}{}`, before: value };
  for (const [key, value] of now) if (!old.has(key)) yield { path: `${path}{}`, after: value };
}

function elementsOf(set: SetValue): Map<string, Value> {
  if (set.type === "BS") return new Map(set.value.map((value) => [value.join(), { type: "B", value }]));
  const type = set.type === "SS" ? "S" : "N";
  return new Map(set.value.map((value) => [value, { type, value }]));
}

// A name with other characters is quoted, so that `a.b` and `a` › `b` look different.
function memberPath(path: string, name: string): string {
  const shown = PLAIN_NAME.test(name) ? name : JSON.stringify(name);
  return path === "" ? shown : `${path}.${shown}`;
}
