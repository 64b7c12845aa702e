import { useCallback, useMemo, useState } from "react";

import type { Item } from "../../data/values/value";
import { type Column, type ColumnChoices, columnsOf, KnownAttributes, storeChoices, storedChoices } from "./columns";

export interface Columns {
  readonly shown: readonly Column[];
  readonly known: KnownAttributes;
  readonly choices: ColumnChoices;
  readonly change: (choices: ColumnChoices) => void;
}

// The columns of a table as its user left them. Attributes of the loaded items join them.
export function useColumns(table: string, keys: readonly string[], loaded: readonly Item[]): Columns {
  const [choices, setChoices] = useState(() => storedChoices(table));
  const [known] = useState(() => new KnownAttributes());
  const version = useMemo(() => known.meetAll(loaded), [known, loaded]);
  const change = useCallback(
    (next: ColumnChoices) => {
      setChoices(next);
      storeChoices(table, next);
    },
    [table],
  );
  const keyText = JSON.stringify(keys);
  const shown = useMemo(() => columnsOf(keys, known, choices), [keyText, known, choices, version]);
  return { shown, known, choices, change };
}
