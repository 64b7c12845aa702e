import { type KeyboardEvent, useCallback, useState } from "react";

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridActions {
  readonly open: (row: number) => void;
  readonly follow: (cell: Cell) => void; // the link of the cell
  readonly select: (row: number, options: { readonly range: boolean }) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly remove: () => void;
}

interface Extent {
  readonly rows: number;
  readonly pageRows: number;
  readonly columnsOf: (row: number) => number;
}

type Move = (cell: Cell, extent: Extent, ctrl: boolean) => Cell;

const MOVES: { readonly [key: string]: Move } = {
  ArrowUp: (cell) => ({ ...cell, row: cell.row - 1 }),
  ArrowDown: (cell) => ({ ...cell, row: cell.row + 1 }),
  ArrowLeft: (cell) => ({ ...cell, column: cell.column - 1 }),
  ArrowRight: (cell) => ({ ...cell, column: cell.column + 1 }),
  PageUp: (cell, { pageRows }) => ({ ...cell, row: cell.row - pageRows }),
  PageDown: (cell, { pageRows }) => ({ ...cell, row: cell.row + pageRows }),
  Home: (cell, _, ctrl) => ({ row: ctrl ? 0 : cell.row, column: 0 }),
  End: (cell, { rows, columnsOf }, ctrl) =>
    ctrl ? { ...cell, row: rows - 1 } : { ...cell, column: columnsOf(cell.row) - 1 },
};

// The keys of a grid, as ARIA describes them. One cell is active; it moves, and the grid keeps the focus.
export function useGridKeys(extent: Extent, actions: GridActions, onMove: (cell: Cell) => void) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 1 });
  const go = useCallback(
    (cell: Cell) => {
      const row = Math.max(0, Math.min(cell.row, extent.rows - 1));
      const to = { row, column: Math.max(0, Math.min(cell.column, extent.columnsOf(row) - 1)) };
      setActive(to);
      onMove(to);
      return to;
    },
    [extent, onMove],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const ctrl = event.ctrlKey || event.metaKey;
    const move = MOVES[event.key];
    if (event.altKey || extent.rows === 0) return;
    if (move !== undefined) {
      if (event.shiftKey) actions.select(active.row, { range: true }); // where the range begins
      const to = go(move(active, extent, ctrl));
      if (event.shiftKey) actions.select(to.row, { range: true });
    } else if (!act(event, ctrl, active, actions)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, setActive, onKeyDown };
}

// Returns whether the key means something.
function act(event: KeyboardEvent<HTMLElement>, ctrl: boolean, active: Cell, actions: GridActions): boolean {
  if (event.key === "Enter") ctrl ? actions.follow(active) : actions.open(active.row);
  else if (event.key === " ") actions.select(active.row, { range: event.shiftKey });
  else if (ctrl && event.key.toLowerCase() === "a") actions.selectAll();
  else if (ctrl) return false;
  else if (event.key === "Escape") actions.clear();
  else if (event.key === "Delete") actions.remove();
  else return false;
  return true;
}
