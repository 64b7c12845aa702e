import type { HeatGrid } from "./heat_grid";

// The shown part of a grid, in columns and rows with fractions.
export interface Viewport {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const COLUMNS_MIN = 4;
const ROWS_MIN = 1;

export const wholeGrid = (grid: HeatGrid): Viewport => ({ left: 0, right: grid.columns, top: 0, bottom: grid.rows.length });

// Keeps a span within 0 and `count`, and its length if that is possible.
function within(from: number, to: number, count: number, lengthMin: number): [from: number, to: number] {
  const length = Math.min(count, Math.max(Math.min(lengthMin, count), to - from));
  const start = Math.max(0, Math.min(count - length, from));
  return [start, start + length];
}

export function clamped(view: Viewport, grid: HeatGrid): Viewport {
  const [left, right] = within(view.left, view.right, grid.columns, COLUMNS_MIN);
  const [top, bottom] = within(view.top, view.bottom, grid.rows.length, ROWS_MIN);
  return { left, right, top, bottom };
}

// Zooms by `factor` (below 1: nearer) around a place, given as its share of the map's width or height.
function scaled(from: number, to: number, factor: number, around: number): [from: number, to: number] {
  const fixed = from + (to - from) * around;
  return [fixed - (fixed - from) * factor, fixed + (to - fixed) * factor];
}

export function zoomTime(view: Viewport, grid: HeatGrid, factor: number, around = 0.5): Viewport {
  const [left, right] = scaled(view.left, view.right, Math.max(factor, COLUMNS_MIN / (view.right - view.left)), around);
  return clamped({ ...view, left, right }, grid);
}

export function zoomRows(view: Viewport, grid: HeatGrid, factor: number, around = 0.5): Viewport {
  const [top, bottom] = scaled(view.top, view.bottom, Math.max(factor, ROWS_MIN / (view.bottom - view.top)), around);
  return clamped({ ...view, top, bottom }, grid);
}

// Moves by shares of the map's width and height.
export function pan(view: Viewport, grid: HeatGrid, x: number, y: number): Viewport {
  const [dx, dy] = [x * (view.right - view.left), y * (view.bottom - view.top)];
  return clamped({ left: view.left + dx, right: view.right + dx, top: view.top + dy, bottom: view.bottom + dy }, grid);
}

// Moves as little as shows the whole cell.
export function showCell(view: Viewport, grid: HeatGrid, row: number, column: number): Viewport {
  const dx = column < view.left ? column - view.left : Math.max(0, column + 1 - view.right);
  const dy = row < view.top ? row - view.top : Math.max(0, row + 1 - view.bottom);
  if (dx === 0 && dy === 0) return view;
  return clamped({ left: view.left + dx, right: view.right + dx, top: view.top + dy, bottom: view.bottom + dy }, grid);
}

export const isWhole = (view: Viewport, grid: HeatGrid): boolean =>
  view.left <= 0 && view.top <= 0 && view.right >= grid.columns && view.bottom >= grid.rows.length;

// Times in seconds as a viewport, and back.
export const viewOfTimes = (grid: HeatGrid, from: number, to: number): Viewport =>
  clamped({ ...wholeGrid(grid), left: (from - grid.start) / grid.step, right: (to - grid.start) / grid.step }, grid);

export const timesOf = (view: Viewport, grid: HeatGrid): { readonly from: number; readonly to: number } => ({
  from: grid.start + view.left * grid.step,
  to: grid.start + view.right * grid.step,
});
