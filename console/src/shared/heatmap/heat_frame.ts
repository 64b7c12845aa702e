import type { Cell, HeatGrid } from "./heat_grid";
import type { Viewport } from "./viewport";

// Where the map lies within its box: labels of rows on the left, times below.
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

const LABELS_SHARE = 0.24;
const LABELS_MAX = 210;
const LABELS_MIN = 24;
const LABELS_ALWAYS = 90; // "Partition 12" is never cut
const LABEL_EDGE = 14;
export const LETTER_WIDTH = 6.7; // of the labels' monospace font
export const TIMES_HEIGHT = 24;

// The labels take the width that the longest needs, up to a share of the box.
export function frameOf({ width, height }: Box, grid: HeatGrid): Frame {
  const longest = grid.rows.reduce((most, { label }) => Math.max(most, label.length), 0);
  const wanted = Math.max(LABELS_MIN, longest * LETTER_WIDTH + LABEL_EDGE);
  const left = Math.round(Math.min(LABELS_MAX, Math.max(LABELS_ALWAYS, width * LABELS_SHARE), wanted));
  return { left, top: 0, width: Math.max(1, width - left), height: Math.max(1, height - TIMES_HEIGHT) };
}

export const xOf = (frame: Frame, view: Viewport, column: number): number =>
  frame.left + ((column - view.left) / (view.right - view.left)) * frame.width;

export const yOf = (frame: Frame, view: Viewport, row: number): number =>
  frame.top + ((row - view.top) / (view.bottom - view.top)) * frame.height;

// The cell below a place of the box.
export function cellAt(grid: HeatGrid, frame: Frame, view: Viewport, x: number, y: number): Cell | undefined {
  const [across, down] = [(x - frame.left) / frame.width, (y - frame.top) / frame.height];
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return undefined;
  const column = Math.floor(view.left + across * (view.right - view.left));
  const row = Math.floor(view.top + down * (view.bottom - view.top));
  return column < grid.columns && row < grid.rows.length ? { row, column } : undefined;
}

// A cell's rectangle within the map, or undefined if it lies outside.
export function rectangleOf(frame: Frame, view: Viewport, { row, column }: Cell): (Frame & object) | undefined {
  const left = Math.max(frame.left, xOf(frame, view, column));
  const right = Math.min(frame.left + frame.width, xOf(frame, view, column + 1));
  const top = Math.max(frame.top, yOf(frame, view, row));
  const bottom = Math.min(frame.top + frame.height, yOf(frame, view, row + 1));
  if (right <= left || bottom <= top) return undefined;
  return { left, top, width: Math.max(3, right - left), height: Math.max(3, bottom - top) };
}

const LABEL_HEIGHT = 16;

// The rows whose labels have room.
export function labelledRows(grid: HeatGrid, frame: Frame, view: Viewport): number[] {
  const first = Math.max(0, Math.floor(view.top));
  const last = Math.min(grid.rows.length, Math.ceil(view.bottom));
  const rowHeight = frame.height / (view.bottom - view.top);
  const every = Math.max(1, Math.ceil(LABEL_HEIGHT / rowHeight));
  const rows: number[] = [];
  for (let row = first; row < last; row += every) rows.push(row);
  return rows;
}

// Cuts a label in the middle, because keys differ at both ends.
export function cutLabel(label: string, lettersMax: number): string {
  if (label.length <= lettersMax) return label;
  const end = Math.floor((lettersMax - 1) / 2);
  return `${label.slice(0, lettersMax - 1 - end)}…${end > 0 ? label.slice(-end) : ""}`;
}
