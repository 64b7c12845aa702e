import { useState } from "react";

import { deleteStored, keyOf, putNew } from "../../data/editing/update";
import { Failure } from "../../data/requests/failure";
import { isRefusedCondition, writeItem } from "../../data/requests/items";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item } from "../../data/values/value";
import { noteStored } from "../../shared/live/item_queries";
import { type Action, useAction } from "../../shared/use_action";

type Runnable = Action & { readonly run: () => void };

export interface Deleting {
  readonly deleted: Item | undefined; // what undo would put back
  readonly remove: Runnable;
  readonly undo: Runnable;
}

// Deletes the stored item, and puts it back if its key is still free.
export function useDeleting(table: TableDescription, base: Item | undefined, restored: (item: Item) => void): Deleting {
  const [deleted, setDeleted] = useState<Item>();
  const remove = useAction(async (signal) => {
    if (base === undefined) return;
    const key = keyOf(base, table);
    const { old } = await refused("The item is gone already.", writeItem("DeleteItem", deleteStored(table, key), signal));
    await noteStored(table.TableName, key, undefined);
    setDeleted(old ?? base);
  });
  const undo = useAction(async (signal) => {
    if (deleted === undefined) return;
    await refused("Another item has this key by now.", writeItem("PutItem", putNew(table, deleted), signal));
    await noteStored(table.TableName, keyOf(deleted, table), deleted);
    setDeleted(undefined);
    restored(deleted);
  });
  return { deleted, remove, undo };
}

// Says what a refused condition means here.
async function refused<T>(meaning: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isRefusedCondition(error)) throw error;
    const { type, status, requestId } = error as Failure;
    throw new Failure(type, meaning, status, requestId);
  }
}
