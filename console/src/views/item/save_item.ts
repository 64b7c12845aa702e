import { type Change, withChanges } from "../../data/editing/changes";
import { keyOf, putNew, updatesOf } from "../../data/editing/update";
import { isRefusedCondition, readItem, sumOfUnits, type UnitsTaken, writeItem } from "../../data/requests/items";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item } from "../../data/values/value";

export type Saved =
  | { readonly kind: "saved"; readonly units: UnitsTaken; readonly requests: number }
  // The stored values are not those that the changes start from. `base` has what was saved before.
  | { readonly kind: "conflict"; readonly base: Item | undefined; readonly theirs: Item | undefined };

// Saves an item: a new one if its key is free, a stored one by its changes.
export async function saveItem(
  table: TableDescription,
  base: Item | undefined,
  item: Item,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Saved> {
  const key = keyOf(item, table);
  let reached = base;
  const taken: UnitsTaken[] = [];
  try {
    if (base === undefined) {
      taken.push((await writeItem("PutItem", putNew(table, item), signal)).units);
    } else {
      for (const { request, changes: some } of updatesOf(table, key, changes)) {
        taken.push((await writeItem("UpdateItem", request, signal)).units);
        reached = withChanges(reached ?? item, some);
      }
    }
  } catch (error) {
    if (!isRefusedCondition(error)) throw error;
    return { kind: "conflict", base: reached, theirs: await readItem(table.TableName, key, signal) };
  }
  return { kind: "saved", units: sumOfUnits(taken), requests: taken.length };
}
