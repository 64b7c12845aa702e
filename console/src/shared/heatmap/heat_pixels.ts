import { type HeatColours, levelOf } from "./heat_colours";
import type { HeatGrid } from "./heat_grid";
import type { Viewport } from "./viewport";

const HATCH_EVERY = 6; // pixels from stripe to stripe
const HATCH_WIDTH = 2;

// The shown part of a grid with at most one cell for each pixel. Several cells of one pixel become the
// hottest of them: a short throttle never vanishes.
export interface Reduced {
  readonly columns: number;
  readonly rows: number;
  readonly shares: Float32Array;
  readonly throttled: Uint8Array;
}

// Maps pixels to cells: pixel n of `pixels` shows cells from[n] to before from[n + 1], at least one.
function bounds(first: number, last: number, count: number, pixels: number): Int32Array {
  const steps = Math.min(pixels, Math.max(1, Math.ceil(last) - Math.floor(first)));
  const low = Math.max(0, Math.floor(first));
  const high = Math.min(count, Math.ceil(last));
  return Int32Array.from({ length: steps + 1 }, (_, at) => low + Math.floor(((high - low) * at) / steps));
}

export function reduce(grid: HeatGrid, view: Viewport, width: number, height: number): Reduced & { readonly whole: Viewport } {
  const columnsAt = bounds(view.left, view.right, grid.columns, width);
  const rowsAt = bounds(view.top, view.bottom, grid.rows.length, height);
  const [columns, rows] = [columnsAt.length - 1, rowsAt.length - 1];
  const shares = new Float32Array(columns * rows);
  const throttled = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      let hottest = NaN;
      let marked = 0;
      for (let y = rowsAt[row]!; y < rowsAt[row + 1]!; y++) {
        for (let x = columnsAt[column]!, cell = y * grid.columns + x; x < columnsAt[column + 1]!; x++, cell++) {
          const share = grid.shares[cell]!;
          if (!(share <= hottest) && share === share) hottest = share;
          if (grid.throttles[cell]! > 0) marked = 1;
        }
      }
      shares[at] = hottest;
      throttled[at] = marked;
    }
  }
  const whole = { left: columnsAt[0]!, right: columnsAt[columns]!, top: rowsAt[0]!, bottom: rowsAt[rows]! };
  return { columns, rows, shares, throttled, whole };
}

// For each pixel along one side, the reduced cell that it shows.
function cellOfPixel(pixels: number, from: number, to: number, low: number, high: number, count: number): Int32Array {
  return Int32Array.from({ length: pixels }, (_, at) => {
    const place = from + ((to - from) * (at + 0.5)) / pixels;
    return Math.max(0, Math.min(count - 1, Math.floor(((place - low) / (high - low)) * count)));
  });
}

// Fills an image of `width` × `height` pixels with the shown cells. Throttled cells are hatched.
export function fillPixels(
  pixels: Uint32Array,
  width: number,
  height: number,
  grid: HeatGrid,
  view: Viewport,
  colours: HeatColours,
): void {
  if (grid.columns === 0 || grid.rows.length === 0) return void pixels.fill(colours.none);
  const reduced = reduce(grid, view, width, height);
  const { whole } = reduced;
  const columnAt = cellOfPixel(width, view.left, view.right, whole.left, whole.right, reduced.columns);
  const rowAt = cellOfPixel(height, view.top, view.bottom, whole.top, whole.bottom, reduced.rows);
  let drawn = -1;
  let from = 0;
  let hatched = false;
  for (let y = 0; y < height; y++) {
    const row = rowAt[y]!;
    const base = y * width;
    if (row !== drawn || hatched) {
      hatched = fillLine(pixels, base, y, row, columnAt, reduced, colours);
      [drawn, from] = [row, base];
    } else {
      pixels.copyWithin(base, from, from + width);
    }
  }
}

// Returns whether the line has a hatch, which differs from line to line.
function fillLine(
  pixels: Uint32Array,
  base: number,
  y: number,
  row: number,
  columnAt: Int32Array,
  { columns, shares, throttled }: Reduced,
  { levels, none, hatchOnDark, hatchOnBright, brightFrom }: HeatColours,
): boolean {
  let hatched = false;
  for (let x = 0; x < columnAt.length; x++) {
    const cell = row * columns + columnAt[x]!;
    const share = shares[cell]!;
    const level = levelOf(share);
    let pixel = share === share ? levels[level]! : none;
    if (throttled[cell] === 1) {
      hatched = true;
      if ((x + y) % HATCH_EVERY < HATCH_WIDTH) pixel = level >= brightFrom && share === share ? hatchOnBright : hatchOnDark;
    }
    pixels[base + x] = pixel;
  }
  return hatched;
}
