import type { Item } from "../values/value";
import { evict } from "./evict";
import { Layout } from "./layout";
import { type ReadPart, RowLoader } from "./row_loader";
import { fullWidthOf } from "./segments";
import type { Stretch } from "./stretch";

// A place that stays the same row while estimates around it change.
export interface Anchor {
  readonly stretch: Stretch;
  readonly offset: number;
  readonly position: number; // in the key order
  readonly lead: number; // rows from the place to the row that holds it
}

const EMPTY_READS_MAX = 20; // of a filter, before the user is asked

// All rows of a table, an index or a Query by their number. Only the rows around the visible ones
// are in memory, and the numbers of rows that were not read yet are estimates.
export class RowSpace {
  readonly #loader: RowLoader;
  readonly #filtered: boolean;
  readonly #changed: () => void;
  readonly #stopping = new AbortController();
  #total: number | undefined;
  #layout: Layout;
  #wanted: { anchor: Anchor; length: number; atEnd: boolean } | undefined;
  #patience = EMPTY_READS_MAX;
  #reading = false;
  #error: unknown;

  // `total`: the number of rows, if the server knows it. `segmented`: whether `read` takes segments.
  constructor(given: {
    readonly read: ReadPart;
    readonly total: number | undefined;
    readonly segmented: boolean;
    readonly filtered: boolean;
    readonly changed: () => void;
  }) {
    this.#filtered = given.filtered;
    this.#total = given.total;
    this.#changed = given.changed;
    const fullWidth = given.segmented ? fullWidthOf(given.total ?? 0) : 1;
    this.#loader = new RowLoader(fullWidth, given.filtered, given.read, this.#stopping.signal);
    this.#layout = this.#newLayout();
  }

  get total(): number {
    return this.#layout.total;
  }

  get isReading(): boolean {
    return this.#reading;
  }

  get error(): unknown {
    return this.#error;
  }

  // Whether the number of rows is known: by the server, or because all have been read.
  get isCounted(): boolean {
    return this.#total !== undefined || this.isExact;
  }

  // Whether every row has been read or counted.
  get isExact(): boolean {
    return this.#loader.stretches.every((one) => one.rest === undefined);
  }

  // A filter has read much and found nothing. `readOn` continues.
  get isPaused(): boolean {
    return this.#patience === 0;
  }

  readOn(): void {
    this.#patience = EMPTY_READS_MAX;
    this.#error = undefined;
    void this.#pump();
  }

  stop(): void {
    this.#stopping.abort();
  }

  row(index: number): Item | undefined {
    const at = this.#layout.stretchAt(index);
    const offset = index - this.#layout.begins[at]!;
    const found = this.#loader.stretches[at]!.runAt(offset);
    return found?.run.rows?.[offset - found.begin];
  }

  // Every row in memory with its number, in the key order.
  *loaded(): Generator<readonly [index: number, item: Item]> {
    for (const [at, stretch] of this.#loader.stretches.entries()) {
      let index = this.#layout.begins[at]!;
      for (const run of stretch.runs) {
        for (const [offset, item] of (run.rows ?? []).entries()) yield [index + offset, item];
        index += run.count;
      }
    }
  }

  // Reads the rows [first, end), and lets rows far from them go.
  need(first: number, end: number): void {
    this.#wanted = { anchor: this.anchorOf(first, end), length: end - first, atEnd: first > 0 && end >= this.total };
    void this.#pump();
  }

  // Holds the row `first`, by the first row up to `end` that was read: unread rows are estimates.
  anchorOf(first: number, end = first + 1): Anchor {
    let index = first;
    while (index < end && !this.#isKnown(index)) index++;
    if (index === end) index = first;
    const at = this.#layout.stretchAt(index);
    const stretch = this.#loader.stretches[at]!;
    const offset = index - this.#layout.begins[at]!;
    const share = offset / Math.max(1, this.#layout.rowsOf(at));
    return { stretch, offset, position: stretch.begin + share * stretch.width, lead: index - first };
  }

  indexOf({ stretch, offset, position, lead }: Anchor): number {
    const at = this.#layout.stretchOf(position);
    const now = this.#loader.stretches[at]!;
    const rows = this.#layout.rowsOf(at);
    const within = now === stretch ? offset : Math.floor(((position - now.begin) / now.width) * rows);
    return Math.max(0, this.#layout.begins[at]! + Math.min(Math.max(0, within), Math.max(0, rows - 1)) - lead);
  }

  #isKnown(index: number): boolean {
    const at = this.#layout.stretchAt(index);
    return index - this.#layout.begins[at]! < this.#loader.stretches[at]!.known;
  }

  #newLayout = (): Layout => new Layout(this.#loader.stretches, this.#total, this.#loader.fullWidth);

  // The rows that are wanted, after the estimates may have changed.
  #window(): { readonly first: number; readonly end: number } {
    if (this.#wanted === undefined) return { first: 0, end: 0 };
    const { anchor, length, atEnd } = this.#wanted;
    const last = this.total - length;
    const first = Math.max(0, atEnd ? last : Math.min(this.indexOf(anchor), last));
    return { first, end: Math.min(first + length, this.total) };
  }

  async #pump(): Promise<void> {
    if (this.#reading || this.#error !== undefined) return;
    this.#reading = true;
    try {
      for (let index = this.#missing(); index !== undefined; index = this.#missing()) {
        const before = this.total;
        await this.#load(index);
        if (this.#filtered) this.#patience = this.total > before ? EMPTY_READS_MAX : this.#patience - 1;
        const { first, end } = this.#window();
        evict(this.#loader.stretches, this.#layout, first, end);
        this.#changed();
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#error = error;
    }
    this.#reading = false;
    if (!this.#stopping.signal.aborted) this.#changed();
  }

  #missing(): number | undefined {
    if (this.#stopping.signal.aborted || this.#patience === 0) return undefined;
    const { first, end } = this.#window();
    for (let index = first; index < end; ) {
      const at = this.#layout.stretchAt(index);
      const offset = index - this.#layout.begins[at]!;
      const found = this.#loader.stretches[at]!.runAt(offset);
      if (found?.run.rows === undefined) return index;
      index += found.begin + found.run.count - offset;
    }
    return undefined;
  }

  async #load(index: number): Promise<void> {
    const at = this.#layout.stretchAt(index);
    await this.#loader.load(at, index - this.#layout.begins[at]!, this.#layout.rowsOf(at));
    this.#layout = this.#newLayout();
  }
}
