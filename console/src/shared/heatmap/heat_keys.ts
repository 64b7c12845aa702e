import type { Cell, HeatGrid } from "./heat_grid";
import { pan, showCell, type Viewport, wholeGrid, zoomRows, zoomTime } from "./viewport";

// The effect of a key on the map: another cell, another part of the grid, or both.
export interface Moved {
  readonly cell?: Cell;
  readonly view?: Viewport;
}

export const KEYS_TEXT =
  "Arrow keys go from cell to cell, Enter pins a cell and Esc lets it go. + and − zoom time, ] and [ zoom rows, " +
  "Shift with an arrow key moves the map, 0 shows all. The wheel zooms, with Shift rows; a drag moves.";

const NEARER = 1 / 1.5;
const PART = 0.25;

const STEPS: { readonly [key: string]: readonly [columns: number, rows: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function moveByKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  grid: HeatGrid,
  view: Viewport,
  cell: Cell | undefined,
): Moved | undefined {
  const step = STEPS[key];
  if (step !== undefined && shiftKey) return { view: pan(view, grid, step[0] * PART, step[1] * PART) };
  if (step !== undefined) return toCell(grid, view, stepFrom(grid, view, cell, step));
  if (key === "Home" || key === "End") {
    const from = cell ?? middleOf(view);
    return toCell(grid, view, { row: from.row, column: key === "Home" ? 0 : grid.columns - 1 });
  }
  if (key === "+" || key === "=") return { view: zoomTime(view, grid, NEARER) };
  if (key === "-") return { view: zoomTime(view, grid, 1 / NEARER) };
  if (key === "]") return { view: zoomRows(view, grid, NEARER) };
  if (key === "[") return { view: zoomRows(view, grid, 1 / NEARER) };
  if (key === "0") return { view: wholeGrid(grid) };
  return undefined;
}

function stepFrom(grid: HeatGrid, view: Viewport, cell: Cell | undefined, [columns, rows]: readonly [number, number]): Cell {
  if (cell === undefined) return middleOf(view);
  const hold = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { row: hold(cell.row + rows, grid.rows.length), column: hold(cell.column + columns, grid.columns) };
}

const middleOf = (view: Viewport): Cell => ({
  row: Math.floor((view.top + view.bottom) / 2),
  column: Math.floor((view.left + view.right) / 2),
});

function toCell(grid: HeatGrid, view: Viewport, cell: Cell): Moved {
  const next = showCell(view, grid, cell.row, cell.column);
  return next === view ? { cell } : { cell, view: next };
}
