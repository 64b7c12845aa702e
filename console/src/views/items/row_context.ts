import type { Item } from "../../data/values/value";
import type { KeyLinks } from "./links";

// The context that all rows of a grid share.
export interface RowContext {
  readonly table: string;
  readonly rowHeight: number;
  readonly headPx: number; // the width of the first column
  readonly isLabelled: boolean; // cells have their attribute's name above the value
  readonly links: KeyLinks;
  readonly keyOf: (item: Item) => Item;
  readonly colourOf: (item: Item) => string | undefined; // a CSS colour
}

export interface RowProperties {
  readonly context: RowContext;
  readonly item: Item | undefined; // absent until the row is read
  readonly index: number;
  readonly top: number;
  readonly activeColumn: number | undefined;
  readonly isSelected: boolean;
}

export const cellId = (row: number, column: number): string => `items-${row}-${column}`;
