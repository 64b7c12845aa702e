import { useQuery } from "@tanstack/react-query";

import { readItem } from "../../data/requests/items";
import { itemToText } from "../../data/values/item_text";
import type { Item } from "../../data/values/value";
import { queryClient } from "./queries";

const ITEM_EVERY = 5000;

// The item under a key. `item` is absent if nothing is.
export interface Stored {
  readonly item?: Item;
}

const queryKey = (table: string, key: Item) => ["item", table, itemToText(key)];

export const useStoredItem = (table: string, key: Item) =>
  useQuery({
    queryKey: queryKey(table, key),
    queryFn: async ({ signal }): Promise<Stored> => ({ item: await readItem(table, key, signal) }),
    refetchInterval: ITEM_EVERY,
    structuralSharing: false, // an item is a Map
    gcTime: 0,
  });

// The console has just written the item. A read under way may still bring the item before.
export async function noteStored(table: string, key: Item, item: Item | undefined): Promise<void> {
  await queryClient.cancelQueries({ queryKey: queryKey(table, key) });
  queryClient.setQueryData<Stored>(queryKey(table, key), { item });
}
