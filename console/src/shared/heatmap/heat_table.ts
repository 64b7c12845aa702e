import { type HeatGrid, timeOfColumn } from "./heat_grid";
import type { Viewport } from "./viewport";

const PARTS_MAX = 10;

interface Part {
  readonly highest: number; // NaN: nothing is known
  readonly throttles: number;
}

export interface HeatTableRow extends Part {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly Part[]; // one for each of `times`
}

// The shown part of a grid as a table that can be read: at most ten stretches of time.
export function tableOf(grid: HeatGrid, view: Viewport): { readonly times: number[]; readonly rows: HeatTableRow[] } {
  const first = Math.max(0, Math.floor(view.left));
  const last = Math.min(grid.columns, Math.ceil(view.right));
  const count = Math.max(0, Math.min(PARTS_MAX, last - first));
  const starts = Array.from({ length: count + 1 }, (_, at) => first + Math.floor(((last - first) * at) / count));
  const shown = grid.rows.slice(Math.max(0, Math.floor(view.top)), Math.ceil(view.bottom));
  return {
    times: starts.slice(0, -1).map((column) => timeOfColumn(grid, column)),
    rows: shown.map(({ id, label }, n) => {
      const row = Math.max(0, Math.floor(view.top)) + n;
      const parts = starts.slice(0, -1).map((from, at) => partOf(grid, row, from, starts[at + 1]!));
      return { id, label, parts, ...partOf(grid, row, first, last) };
    }),
  };
}

function partOf(grid: HeatGrid, row: number, from: number, to: number): Part {
  let highest = NaN;
  let throttles = 0;
  for (let cell = row * grid.columns + from; cell < row * grid.columns + to; cell++) {
    const share = grid.shares[cell]!;
    if (!Number.isNaN(share) && !(share <= highest)) highest = share;
    throttles += grid.throttles[cell]!;
  }
  return { highest, throttles };
}
