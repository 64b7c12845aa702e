import type { Stretch } from "./stretch";

const REST_ROWS_MIN = 50; // what a segment may hold beyond its fair share

// Gives every stretch its rows. Rows that were not read yet are shared out, so that all rows
// together are `total`: the last row of the table keeps its number whatever was read.
export class Layout {
  readonly begins: readonly number[];

  constructor(
    readonly stretches: readonly Stretch[],
    total: number | undefined,
    fullWidth: number,
  ) {
    const unread = unreadRows(stretches, total, fullWidth);
    const begins = [0];
    let at = 0;
    stretches.forEach((one, index) => {
      at += one.known + (one.rest === undefined ? 0 : Math.max(1, unread[index]!));
      begins.push(Math.max(Math.round(at), begins[index]! + one.known));
    });
    this.begins = begins;
  }

  get total(): number {
    return this.begins.at(-1)!;
  }

  rowsOf(at: number): number {
    return this.begins[at + 1]! - this.begins[at]!;
  }

  // The stretch that holds the row `index`.
  stretchAt(index: number): number {
    let low = 0;
    let high = this.stretches.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.begins[middle + 1]! > index) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  // The stretch that holds a position of the key order.
  stretchOf(position: number): number {
    let low = 0;
    let high = this.stretches.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stretches[middle]!.end > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

// How many rows each stretch may hold beyond those that were read. The server's own estimates
// stand, and stretches that nobody has looked at share what is left by their width.
function unreadRows(stretches: readonly Stretch[], total: number | undefined, fullWidth: number): number[] {
  const said = stretches.map((one) => (one.isUnknown ? 0 : saidRows(one, total, fullWidth)));
  const allSaid = said.reduce((sum, rows) => sum + rows, 0);
  if (total === undefined) return stretches.map((one, at) => (one.isUnknown ? 1 : said[at]!));
  const remaining = Math.max(0, total - stretches.reduce((sum, one) => sum + one.known, 0));
  const width = stretches.reduce((sum, one) => sum + (one.isUnknown ? one.width : 0), 0);
  const scale = allSaid > remaining || (width === 0 && allSaid > 0) ? remaining / allSaid : 1;
  const left = remaining - allSaid * scale;
  return stretches.map((one, at) => (one.isUnknown ? (left * one.width) / width : said[at]! * scale));
}

function saidRows({ rest, known, width }: Stretch, total: number | undefined, fullWidth: number): number {
  if (rest === undefined) return 0;
  const fair = total === undefined ? 1 : Math.max((total * width) / fullWidth - known, REST_ROWS_MIN);
  return rest.estimate ?? fair;
}
