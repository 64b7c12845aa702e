import { useCallback, useRef, useState } from "react";

import type { Item } from "../../data/values/value";
import type { RowSource } from "./row_source";

export interface Selected {
  readonly items: ReadonlyMap<string, Item>; // by what identifies them
  readonly isSelected: (item: Item) => boolean;
  readonly clear: () => void;
  readonly actions: {
    readonly select: (row: number, options: { readonly range: boolean }) => void;
    readonly selectAll: () => void;
    readonly clear: () => void;
  };
}

const NONE: ReadonlyMap<string, Item> = new Map();

// The items that a user has chosen. A range takes the rows that are in memory.
export function useSelection(given: {
  readonly source: RowSource;
  readonly loaded: readonly Item[];
  readonly identityOf: (item: Item) => string;
}): Selected {
  const { source, loaded, identityOf } = given;
  const [items, setItems] = useState(NONE);
  const start = useRef<number>(undefined); // of a range
  const clear = useCallback(() => {
    start.current = undefined;
    setItems(NONE);
  }, []);
  const select = (row: number, { range }: { readonly range: boolean }) => {
    const from = range ? (start.current ?? row) : row;
    if (!range || start.current === undefined) start.current = row;
    const next = new Map(items);
    for (let at = Math.min(from, row); at <= Math.max(from, row); at++) {
      const item = source.row(at);
      if (item === undefined) continue;
      const identity = identityOf(item);
      if (!range && next.has(identity)) next.delete(identity);
      else next.set(identity, item);
    }
    setItems(next);
  };
  const selectAll = () => setItems(new Map(shownOf(source, loaded).map((item) => [identityOf(item), item])));
  const isSelected = (item: Item) => items.size > 0 && items.has(identityOf(item));
  return { items, isSelected, clear, actions: { select, selectAll, clear } };
}

// The items in memory that the grid shows.
function shownOf(source: RowSource, loaded: readonly Item[]): readonly Item[] {
  if (source.total > loaded.length) return loaded;
  return Array.from({ length: source.total }, (_, at) => source.row(at)).filter((item) => item !== undefined);
}
