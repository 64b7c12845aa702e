import type { Item } from "../../data/values/value";
import type { RowContext } from "./row_context";
import type { RowSource } from "./row_source";
import type { Columns } from "./use_columns";
import type { Cell, GridActions } from "./use_grid_keys";

export const LAYOUTS = [
  ["collections", "Collections"],
  ["grid", "Grid"],
] as const;

export type ItemLayout = (typeof LAYOUTS)[number][0];

// A cell with the attribute that it shows.
export interface NamedCell extends Cell {
  readonly name: string | undefined;
}

// The properties of both layouts.
export interface LayoutProperties {
  readonly source: RowSource;
  readonly columns: Columns;
  readonly context: RowContext;
  readonly isSelected: (item: Item) => boolean;
  readonly actions: GridActions;
  readonly onActive: (cell: NamedCell) => void;
  readonly onVisible: (first: number, end: number) => void;
  readonly firstRow: number; // where the user begins
}
