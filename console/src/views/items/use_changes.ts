import { useState } from "react";

import { deleteItems, putFree } from "../../data/rows/delete_items";
import { copyOf, readWhole } from "../../data/rows/duplicate_items";
import type { TableDescription } from "../../data/requests/table_shapes";
import { plural } from "../../data/values/amounts";
import type { Item } from "../../data/values/value";
import { refreshTables } from "../../shared/live/queries";
import { type Action, useAction } from "../../shared/use_action";

export interface Changes {
  readonly remove: Action & { readonly run: (keys: readonly Item[]) => void };
  readonly undo: Action & { readonly run: () => void };
  readonly duplicate: Action & { readonly run: (keys: readonly Item[], attribute: string, added: string) => void };
  readonly deleted: readonly Item[]; // what undo puts back
  readonly said: string; // what happened last
  readonly forget: () => void;
}

// Deletes and duplicates items of a table. What it deleted stays until it is put back or forgotten.
export function useChanges(table: TableDescription, done: () => void): Changes {
  const [deleted, setDeleted] = useState<readonly Item[]>([]);
  const [said, setSaid] = useState("");
  const finish = () => {
    done();
    void refreshTables();
  };
  const remove = useAction(async (signal, keys: readonly Item[]) => {
    const gone: Item[] = [];
    try {
      await deleteItems(table, keys, (item) => gone.push(item), signal);
    } finally {
      setDeleted(gone);
      setSaid(`Deleted ${plural(gone.length, "item")}.`);
      finish();
    }
  });
  const undo = useAction(async (signal) => {
    const back = new Set<Item>();
    try {
      const taken = await putFree(table, deleted, (item) => back.add(item), signal);
      const problem = taken.length === 0 ? "" : ` ${plural(taken.length, "key is", "keys are")} taken by now, so the new items stay.`;
      setSaid(`Put back ${plural(back.size, "item")}.${problem}`);
      setDeleted([]);
    } catch (error) {
      setDeleted(deleted.filter((item) => !back.has(item)));
      throw error;
    } finally {
      finish();
    }
  });
  const duplicate = useAction(async (signal, keys: readonly Item[], attribute: string, added: string) => {
    let written = 0;
    try {
      const copies = (await readWhole(table, keys, signal)).map((item) => copyOf(item, attribute, added));
      const taken = await putFree(table, copies, () => void written++, signal);
      setSaid(`Wrote ${plural(written, "copy", "copies")}.${taken.length === 0 ? "" : ` ${plural(taken.length, "key was", "keys were")} taken.`}`);
      setDeleted([]);
    } finally {
      finish();
    }
  });
  const forget = () => {
    setDeleted([]);
    setSaid("");
    for (const action of [remove, undo, duplicate]) action.forget();
  };
  return { remove, undo, duplicate, deleted, said, forget };
}
