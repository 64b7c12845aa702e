import type { WireItem } from "../values/dynamodb_json";
import { itemBytes } from "../values/size";
import type { Item } from "../values/value";
import { chooseSegment, PAGE_ROWS, type Segment, segmentOf } from "./segments";
import { type Run, Stretch } from "./stretch";

// The range of one request.
export interface Reading {
  readonly from: WireItem | undefined;
  readonly segment: Segment | undefined;
  readonly limit: number;
  readonly countOnly: boolean;
}

export interface Part {
  readonly items: readonly Item[]; // empty if only counted
  readonly count: number;
  readonly scanned: number;
  readonly next: WireItem | undefined;
  readonly rest: number | undefined; // rows behind `next`, as far as the server knows
}

export type ReadPart = (reading: Reading, signal: AbortSignal) => Promise<Part>;

const SKIPPED_MAX = 1_000_000; // rows that one request counts
const FILTERED_LIMIT = 1000; // items that one request with a filter reads

interface RunRead {
  readonly now: Run;
  readonly next: WireItem | undefined;
  readonly rest: number | undefined;
}

// Reads rows into stretches.
export class RowLoader {
  stretches: Stretch[];

  constructor(
    readonly fullWidth: number,
    private readonly filtered: boolean,
    private readonly read: ReadPart,
    private readonly signal: AbortSignal,
  ) {
    this.stretches = [new Stretch(0, fullWidth, { from: undefined })];
  }

  // Reads the row `offset` of the stretch `at`, with rows around it. `rows`: how many the stretch has.
  async load(at: number, offset: number, rows: number): Promise<void> {
    const stretch = this.stretches[at]!;
    const found = stretch.runAt(offset);
    if (found !== undefined) await this.#loadRun(stretch, found.at, offset - found.begin);
    else if (stretch.isUnknown && stretch.width > 1) await this.#loadSegment(at, offset / Math.max(1, rows));
    else await this.#loadRest(stretch, offset - stretch.known);
  }

  // Reads the rows of a run that was only counted, or whose rows were let go.
  async #loadRun(stretch: Stretch, at: number, offset: number): Promise<void> {
    const run = stretch.runs[at]!;
    const skipped = this.filtered ? 0 : offset - (offset % PAGE_ROWS);
    const limit = skipped > 0 ? skipped : this.filtered ? run.scanned : Math.min(PAGE_ROWS, run.scanned);
    const { now, next } = await this.#readRun(stretch, run.from, limit, skipped > 0);
    const left = run.scanned - now.scanned;
    const hasMore = next !== undefined && left > 0;
    if (hasMore) {
      stretch.replace(at, 1, [now, { from: next, scanned: left, count: Math.max(0, run.count - now.count), bytes: 0 }]);
    } else {
      stretch.replace(at, 1, now.scanned > 0 ? [now] : []);
      if (next === undefined) this.#endAt(stretch, at);
    }
  }

  // Other programs have deleted what was behind the run.
  #endAt(stretch: Stretch, at: number): void {
    stretch.replace(at + 1, stretch.runs.length, []);
    stretch.rest = undefined;
  }

  async #loadRest(stretch: Stretch, offset: number): Promise<void> {
    const skipped = this.filtered ? 0 : Math.min(offset - (offset % PAGE_ROWS), SKIPPED_MAX);
    const limit = this.filtered ? FILTERED_LIMIT : skipped > 0 ? skipped : PAGE_ROWS;
    const { now, next, rest } = await this.#readRun(stretch, stretch.rest?.from, limit, skipped > 0);
    stretch.add(now, next === undefined ? undefined : { from: next, estimate: rest });
  }

  // Reads a segment of an unknown stretch, which falls into what is before, the segment, and what
  // is behind it.
  async #loadSegment(at: number, share: number): Promise<void> {
    const unknown = this.stretches[at]!;
    const position = unknown.begin + share * unknown.width;
    const { begin, end } = chooseSegment(unknown, position, this.#emptyWidth(at - 1), this.#emptyWidth(at + 1));
    const segment = new Stretch(begin, end, { from: undefined });
    const { now, next, rest } = await this.#readRun(segment, undefined, PAGE_ROWS, false);
    segment.add(now, next === undefined ? undefined : { from: next, estimate: rest });
    const before = unknown.begin < begin ? [new Stretch(unknown.begin, begin, { from: undefined })] : [];
    const after = end < unknown.end ? [new Stretch(end, unknown.end, { from: undefined })] : [];
    this.stretches.splice(at, 1, ...before, segment, ...after);
    this.stretches = mergeEmpty(this.stretches);
  }

  #emptyWidth(at: number): number {
    const stretch = this.stretches[at];
    return stretch?.isEmpty ? stretch.width : 1;
  }

  async #readRun(
    stretch: Stretch,
    from: WireItem | undefined,
    limit: number,
    countOnly: boolean,
  ): Promise<RunRead> {
    const reading = { from, limit, countOnly, segment: segmentOf(stretch, this.fullWidth) };
    const part = await this.read(reading, this.signal);
    const bytes = part.items.reduce((sum, item) => sum + itemBytes(item), 0);
    const rows = countOnly ? undefined : part.items;
    return { now: { from, scanned: part.scanned, count: part.count, rows, bytes }, next: part.next, rest: part.rest };
  }
}

// Neighbours without rows become one stretch, so their number stays small.
function mergeEmpty(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const one of stretches) {
    const before = merged.at(-1);
    if (one.isEmpty && before?.isEmpty) merged[merged.length - 1] = new Stretch(before.begin, one.end, undefined);
    else merged.push(one);
  }
  return merged;
}
