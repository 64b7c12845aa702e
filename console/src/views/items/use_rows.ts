import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";

import { isMissing } from "../../data/requests/failure";
import { type Cost, NO_COST, readerOf, rowCount, type View } from "../../data/rows/read_view";
import { RowSpace } from "../../data/rows/row_space";
import type { Item } from "../../data/values/value";
import { refreshTables } from "../../shared/live/queries";

const FIRST_ROWS = 60;

export interface Rows {
  readonly space: RowSpace;
  readonly loaded: readonly Item[]; // in the key order; the same array until rows come or go
  readonly cost: Cost; // of what was read so far
  // Calls back whenever rows have come or estimates have changed, before the view is drawn again.
  readonly onChange: (listener: () => void) => () => void;
}

// The rows of a view. They are read once for each mount, and reading stops with it.
export function useRows(view: View): Rows {
  const [version, draw] = useReducer((count: number) => count + 1, 0);
  const listeners = useRef(new Set<() => void>());
  const cost = useRef(NO_COST);
  const [space] = useState(() => {
    const spend = (more: Cost) => (cost.current = sumOf(cost.current, more));
    const changed = () => {
      for (const listener of listeners.current) listener();
      draw();
    };
    const segmented = view.condition === undefined && view.filter.length === 0;
    const filtered = view.filter.length > 0;
    return new RowSpace({ read: readerOf(view, spend), total: rowCount(view), segmented, filtered, changed });
  });
  useEffect(() => () => space.stop(), [space]);
  const onChange = useCallback((listener: () => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  useEffect(() => space.need(0, FIRST_ROWS), [space]);
  const { error } = space;
  useEffect(() => {
    if (isMissing(error)) void refreshTables(); // the page says that the table is gone
  }, [error]);
  const loaded = useMemo(() => [...space.loaded()].map(([, item]) => item), [space, version]);
  return { space, loaded, cost: cost.current, onChange };
}

const sumOf = (a: Cost, b: Cost): Cost => ({
  requests: a.requests + b.requests,
  scanned: a.scanned + b.scanned,
  returned: a.returned + b.returned,
  units: a.units + b.units,
});
