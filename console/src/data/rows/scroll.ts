// The arithmetic of a scroll bar for any number of rows. Browsers bound the height of an element:
// Firefox collapses above 17.9 million pixels and Chromium cuts at 33.5 million. So the element
// that scrolls is smaller than its rows together. The wheel moves rows pixel by pixel, and the
// scroll bar moves through all of them.

export const HEIGHT_MAX = 8_000_000;
const JUMP_VIEWPORTS = 3; // one event that moves farther is the scroll bar's

export interface Geometry {
  readonly total: number; // rows
  readonly rowHeight: number;
  readonly viewport: number; // the visible height
}

// Where the rows are: `at` in pixels of all rows, and the element's own `top`.
export interface Position {
  readonly at: number;
  readonly top: number;
}

export const heightOf = ({ total, rowHeight }: Geometry): number => Math.min(total * rowHeight, HEIGHT_MAX);

export const lastPosition = ({ total, rowHeight, viewport }: Geometry): number =>
  Math.max(0, total * rowHeight - viewport);

const lastTop = (geometry: Geometry): number => Math.max(0, heightOf(geometry) - geometry.viewport);

export const clampPosition = (at: number, geometry: Geometry): number =>
  Math.min(Math.max(0, at), lastPosition(geometry));

// Where the scroll bar stands for a position.
export function topOf(at: number, geometry: Geometry): number {
  const last = lastPosition(geometry);
  return last === 0 ? 0 : (at / last) * lastTop(geometry);
}

const positionOf = (top: number, geometry: Geometry): number => {
  const last = lastTop(geometry);
  return last === 0 ? 0 : Math.min(1, top / last) * lastPosition(geometry);
};

// The position after the element has scrolled to `top`.
export function moved(from: Position, top: number, geometry: Geometry): Position {
  const distance = top - from.top;
  const isJump = Math.abs(distance) > JUMP_VIEWPORTS * geometry.viewport;
  const at = isJump ? positionOf(top, geometry) : clampPosition(from.at + distance, geometry);
  return { at, top };
}

// Whether the scroll bar has met an end that the rows have not met, or the other way round.
export function isStuck({ at, top }: Position, geometry: Geometry): boolean {
  const atStart = top <= 0 !== at <= 0;
  const atEnd = top >= lastTop(geometry) - 1 !== at >= lastPosition(geometry) - 1;
  return atStart || atEnd;
}

export const rowsIn = ({ at }: Position, { total, rowHeight, viewport }: Geometry): { first: number; end: number } => ({
  first: Math.min(Math.floor(at / rowHeight), Math.max(0, total - 1)),
  end: Math.min(Math.ceil((at + viewport) / rowHeight), total),
});

// The position that shows a row, as near to the present one as can be.
export function positionShowing(row: number, at: number, geometry: Geometry): number {
  const begin = row * geometry.rowHeight;
  const end = begin + geometry.rowHeight;
  if (begin < at) return clampPosition(begin, geometry);
  if (end > at + geometry.viewport) return clampPosition(end - geometry.viewport, geometry);
  return at;
}
