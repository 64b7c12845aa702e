// The cells of a heat map. Columns are times of equal length, rows run downward. A cell holds a share of
// the row's bound: 1 is the bound itself. NaN: there is nothing to know.
export interface HeatGrid {
  readonly start: number; // of the first column, in seconds since 1970
  readonly step: number; // seconds a column
  readonly columns: number;
  readonly rows: readonly HeatRow[];
  readonly shares: Float32Array; // row by row
  readonly throttles: Uint32Array; // the same cells; more than 0 is hatched
  readonly forks?: readonly HeatFork[];
  readonly marks?: readonly HeatMark[];
}

// A time that a reader must know of, such as a turn of the clock.
export interface HeatMark {
  readonly at: number; // seconds since 1970
  readonly label: string;
}

export interface HeatRow {
  readonly id: string;
  readonly label: string;
}

// A row that becomes two at a time: rows `first` to `last` were one before, and part above `boundary`.
export interface HeatFork {
  readonly at: number; // seconds since 1970
  readonly first: number;
  readonly last: number;
  readonly boundary: number; // the first row of the second part
  readonly reason: string;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export const cellIndex = (grid: HeatGrid, { row, column }: Cell): number => row * grid.columns + column;

export const shareAt = (grid: HeatGrid, cell: Cell): number => grid.shares[cellIndex(grid, cell)] ?? NaN;
export const throttlesAt = (grid: HeatGrid, cell: Cell): number => grid.throttles[cellIndex(grid, cell)] ?? 0;

export const timeOfColumn = (grid: HeatGrid, column: number): number => grid.start + column * grid.step;

export function emptyGrid(start: number, step: number, columns: number, rows: readonly HeatRow[]): HeatGrid {
  const cells = columns * rows.length;
  const shares = new Float32Array(cells).fill(NaN);
  return { start, step, columns, rows, shares, throttles: new Uint32Array(cells) };
}

// The marks of the shown times, the oldest first.
export const marksWithin = (grid: HeatGrid, from: number, to: number): HeatMark[] =>
  (grid.marks ?? []).filter(({ at }) => at >= from && at <= to);

export const isInside = (grid: HeatGrid, { row, column }: Cell): boolean =>
  row >= 0 && row < grid.rows.length && column >= 0 && column < grid.columns;

// 0.934 is 93 %. Only a share that met the bound shows as 100 %.
export function shareText(share: number): string {
  if (Number.isNaN(share)) return "no traffic known";
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "<1 %";
  return `${share < 1 ? Math.min(99, Math.round(percent)) : Math.round(percent)} %`;
}
