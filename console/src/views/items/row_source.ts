import type { Anchor, RowSpace } from "../../data/rows/row_space";
import type { Item } from "../../data/values/value";
import type { Rows } from "./use_rows";

// The rows that a grid draws: all rows of a view, or the loaded ones of some entities.
export interface RowSource {
  readonly total: number;
  row(index: number): Item | undefined;
  // Reads the rows [first, end).
  need(first: number, end: number): void;
  // Remembers the visible rows, which must not move.
  hold(visible: { readonly first: number; readonly end: number }): void;
  // Where the row is that was the first visible one. `isEnd`: the last row is to stay the last.
  heldRow(first: number): { readonly row: number; readonly isEnd: boolean };
  onChange(listener: () => void): () => void;
}

export class AllRows implements RowSource {
  readonly #space: RowSpace;
  readonly onChange: RowSource["onChange"];
  #held: { readonly anchor: Anchor; readonly isEnd: boolean } | undefined;

  constructor({ space, onChange }: Pick<Rows, "space" | "onChange">) {
    this.#space = space;
    this.onChange = onChange;
  }

  get total(): number {
    return this.#space.total;
  }

  row(index: number): Item | undefined {
    return this.#space.row(index);
  }

  need(first: number, end: number): void {
    this.#space.need(first, end);
  }

  hold(visible: { readonly first: number; readonly end: number }): void {
    const isEnd = visible.first > 0 && visible.end >= this.total;
    this.#held = { anchor: this.#space.anchorOf(visible.first, visible.end), isEnd };
  }

  heldRow(first: number): { readonly row: number; readonly isEnd: boolean } {
    if (this.#held === undefined) return { row: first, isEnd: false };
    return { row: this.#space.indexOf(this.#held.anchor), isEnd: this.#held.isEnd };
  }
}

// A list of rows that are in memory.
export class ListedRows implements RowSource {
  constructor(private readonly items: readonly Item[]) {}

  get total(): number {
    return this.items.length;
  }

  row(index: number): Item | undefined {
    return this.items[index];
  }

  need(): void {}

  hold(): void {}

  heldRow(first: number): { readonly row: number; readonly isEnd: boolean } {
    return { row: first, isEnd: false };
  }

  onChange(): () => void {
    return () => undefined;
  }
}
