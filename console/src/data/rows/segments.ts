import type { Stretch } from "./stretch";

// Scan segments. DynamoDB splits the key order into `TotalSegments` equal shares, so a segment of
// 1/1024 holds exactly two of 1/2048. That lets a reader choose fine segments where rows are dense
// and coarse ones where the key order is empty.

export const PAGE_ROWS = 100;
const LEVEL_MAX = 19; // TotalSegments is at most 1,000,000
const SEGMENTED_ROWS_MIN = 2000; // fewer rows are read from the start

export interface Segment {
  readonly Segment: number;
  readonly TotalSegments: number;
}

// The finest segments have a width of 1.
export const fullWidthOf = (rows: number): number =>
  rows < SEGMENTED_ROWS_MIN ? 1 : 2 ** Math.min(LEVEL_MAX, Math.ceil(Math.log2(rows / PAGE_ROWS)));

export const segmentOf = ({ begin, width }: Stretch, fullWidth: number): Segment | undefined =>
  width === fullWidth ? undefined : { Segment: begin / width, TotalSegments: fullWidth / width };

// The segment to read at `position` of an unknown stretch. Beside an empty stretch the segment is
// as wide, so that a reader crosses an empty half of the table in a few requests.
export function chooseSegment(
  unknown: Stretch,
  position: number,
  emptyBefore: number,
  emptyAfter: number,
): { readonly begin: number; readonly end: number } {
  const last = unknown.end - 1;
  const at = Math.min(Math.max(Math.floor(position), unknown.begin), last);
  let begin = at;
  let width = 1;
  const wanted = Math.max(at === unknown.begin ? emptyBefore : 1, at === last ? emptyAfter : 1);
  while (2 * width <= wanted) {
    const wider = begin - (begin % (2 * width));
    if (wider < unknown.begin || wider + 2 * width > unknown.end) break;
    begin = wider;
    width *= 2;
  }
  return { begin, end: begin + width };
}
