import type { WireItem } from "../values/dynamodb_json";
import type { Item } from "../values/value";

// Rows that one request has read. `rows` are absent when the window has moved on.
export interface Run {
  readonly from: WireItem | undefined; // the request's ExclusiveStartKey
  readonly scanned: number; // items that the request read
  readonly count: number; // items that it returned
  rows?: readonly Item[];
  bytes: number; // of `rows`
}

// The part of a stretch behind its runs.
export interface Rest {
  readonly from: WireItem | undefined;
  readonly estimate?: number; // rows, as far as the server knows
}

// A range [begin, end) of the key order. It is unknown before its first read. A stretch that was
// read and has rows is exactly one scan segment.
export class Stretch {
  readonly runs: Run[] = [];
  rest: Rest | undefined;
  #begins: number[] | undefined; // of the runs

  constructor(
    readonly begin: number,
    readonly end: number,
    rest: Rest | undefined,
  ) {
    this.rest = rest;
  }

  get width(): number {
    return this.end - this.begin;
  }

  get isUnknown(): boolean {
    return this.runs.length === 0 && this.rest !== undefined && this.rest.from === undefined;
  }

  get isEmpty(): boolean {
    return this.rest === undefined && this.known === 0;
  }

  get known(): number {
    return this.#offsets()[this.runs.length]!;
  }

  // The run that holds the row `offset`, and where the run begins.
  runAt(offset: number): { readonly at: number; readonly run: Run; readonly begin: number } | undefined {
    const begins = this.#offsets();
    if (offset < 0 || offset >= begins[this.runs.length]!) return undefined;
    let low = 0;
    let high = this.runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (begins[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { at: low, run: this.runs[low]!, begin: begins[low]! };
  }

  replace(at: number, removed: number, runs: readonly Run[]): void {
    this.runs.splice(at, removed, ...runs);
    this.#begins = undefined;
  }

  add(run: Run, rest: Rest | undefined): void {
    if (run.scanned > 0) this.replace(this.runs.length, 0, [run]);
    this.rest = rest;
  }

  // The first row of each run, and the number of all rows at the end.
  #offsets(): readonly number[] {
    if (this.#begins === undefined) {
      const begins = [0];
      for (const run of this.runs) begins.push(begins.at(-1)! + run.count);
      this.#begins = begins;
    }
    return this.#begins;
  }
}
