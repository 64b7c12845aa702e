import { useMemo } from "react";

import { keysOf } from "../../data/requests/key_schema";
import type { TableDescription } from "../../data/requests/table_shapes";
import { keyText, keyTypesOf } from "../../data/transfer/item_key";
import type { Item } from "../../data/values/value";

// Keys as texts, which tell items and collections apart. The functions stay the same for a table and an index.
export function useItemTexts(table: TableDescription, index: string | undefined) {
  return useMemo(() => {
    const types = keyTypesOf(table);
    const names = [...types.keys()];
    const partition = new Map(keysOf(table, index).hash.map((name) => [name, "S" as const]));
    return {
      keyOf: (item: Item): Item => new Map(names.flatMap((name) => (item.has(name) ? [[name, item.get(name)!]] : []))),
      identityOf: remembered((item) => keyText(item, types)),
      collectionOf: remembered((item) => keyText(item, partition)),
    };
  }, [table.TableName, index]);
}

function remembered(make: (item: Item) => string): (item: Item) => string {
  const known = new WeakMap<Item, string>();
  return (item) => {
    const text = known.get(item) ?? make(item);
    known.set(item, text);
    return text;
  };
}
