import { indexesOf } from "../requests/key_schema";
import type { IndexDescription, TableDescription } from "../requests/table_shapes";
import { itemBytes, writeUnits } from "../values/size";
import type { Item } from "../values/value";
import { keyProblem } from "./check";
import { sameItem, sameValue } from "./same";

// The entries of an item in the indexes of its table.

export function isProjected(name: string, index: IndexDescription, table: TableDescription): boolean {
  const { ProjectionType, NonKeyAttributes = [] } = index.Projection;
  return (
    ProjectionType === "ALL" ||
    NonKeyAttributes.includes(name) ||
    [...table.KeySchema, ...index.KeySchema].some((key) => key.AttributeName === name)
  );
}

// An index keeps the items that have every attribute of its key in a form that fits.
const isKept = (item: Item, index: IndexDescription, table: TableDescription): boolean =>
  index.KeySchema.every((key) => {
    const value = item.get(key.AttributeName);
    return value !== undefined && keyProblem(value, key, table, index.IndexName) === "";
  });

// The item's entry, or undefined if the index leaves it out.
export function entryOf(item: Item | undefined, index: IndexDescription, table: TableDescription): Item | undefined {
  if (item === undefined || !isKept(item, index, table)) return undefined;
  return new Map([...item].filter(([name]) => isProjected(name, index, table)));
}

export type EntryChange = "added" | "removed" | "changed" | "moved";

export interface EntryCost {
  readonly index: string;
  readonly change: EntryChange;
  readonly units: number;
}

// Returns the units of a write in the indexes. An index whose entry stays the same costs nothing and is left
// out (docs/facts/capacity.md, 6.1).
export const entryCosts = (before: Item | undefined, after: Item | undefined, table: TableDescription): EntryCost[] =>
  indexesOf(table).flatMap((index) => {
    const cost = costOf(entryOf(before, index, table), entryOf(after, index, table), index);
    return cost === undefined ? [] : [{ index: index.IndexName, ...cost }];
  });

function costOf(
  before: Item | undefined,
  after: Item | undefined,
  index: IndexDescription,
): Omit<EntryCost, "index"> | undefined {
  const [was, is] = [before, after].map((entry) => (entry === undefined ? 0 : writeUnits(itemBytes(entry)))) as [number, number];
  if (before === undefined) return after === undefined ? undefined : { change: "added", units: is };
  if (after === undefined) return { change: "removed", units: was };
  if (sameItem(before, after)) return undefined;
  const isMoved = index.KeySchema.some(({ AttributeName: name }) => !sameValue(before.get(name), after.get(name)));
  return isMoved ? { change: "moved", units: was + is } : { change: "changed", units: Math.max(was, is) };
}

// The units of the write to the table itself.
export const tableUnits = (before: Item | undefined, after: Item | undefined): number =>
  Math.max(...[before, after].map((item) => writeUnits(item === undefined ? 0 : itemBytes(item))));
