import type { Item } from "../../data/values/value";
import type { Column } from "./columns";
import { SIZE_PX } from "./widths";

const ATTRIBUTES_MAX = 40; // in one row; the editor shows the rest

// The cells of one item in the layout Collections: its keys, its size, and the attributes it has.
export interface CollectionCells {
  readonly keys: readonly Column[];
  readonly others: readonly Column[];
  readonly more: number; // attributes that are not shown
  readonly width: number; // of the widest row
}

// The columns to draw: the keys, and those others that are visible.
export interface ColumnWindow {
  readonly keys: readonly Column[];
  readonly others: readonly Column[];
  readonly first: number; // the number of the first of `others` in a row
  readonly gap: number; // pixels between the keys and `others`
  readonly width: number; // of all columns together
}

// The part of the grid that its user sees.
export interface Sideways {
  readonly left: number;
  readonly width: number;
}

const AROUND_PX = 200;
const STEP_PX = 100; // the window moves in steps, so that rows are not drawn at each pixel

export const steppedSideways = (left: number, width: number): Sideways => ({
  left: Math.floor(left / STEP_PX) * STEP_PX,
  width: Math.ceil(width / STEP_PX) * STEP_PX + STEP_PX,
});

const end = (columns: readonly Column[]): number => {
  const last = columns.at(-1);
  return last === undefined ? 0 : last.left + last.width;
};

// The columns to draw: a table may have thousands.
export function columnWindow(shown: readonly Column[], { left, width }: Sideways): ColumnWindow {
  const keys = shown.filter((column) => column.isKey);
  const all = shown.slice(keys.length);
  const from = all.findIndex((column) => column.left + column.width > left - AROUND_PX);
  const first = from < 0 ? all.length : from;
  const others = all.slice(first).filter((column) => column.left < left + width + AROUND_PX);
  const gap = (all[first]?.left ?? end(shown)) - end(keys);
  return { keys, others, first: keys.length + 2 + first, gap, width: end(shown) + SIZE_PX };
}

const KEY_PX_MIN = 110;

// The cells of an item in the layout Collections: what it has, in the order of the columns.
export function collectionCells(shown: readonly Column[], item: Item | undefined): CollectionCells {
  const keys = shown.filter((column) => column.isKey).map((key) => ({ ...key, width: Math.max(key.width, KEY_PX_MIN) }));
  const present = item === undefined ? [] : shown.filter((column) => !column.isKey && item.has(column.name));
  const others = present.slice(0, ATTRIBUTES_MAX);
  const width = [...keys, ...others].reduce((sum, column) => sum + column.width, SIZE_PX);
  return { keys, others, more: present.length - others.length, width };
}
