import type { Layout } from "./layout";
import type { Run, Stretch } from "./stretch";

const ROWS_MAX = 2000;
const BYTES_MAX = 16 * 1024 * 1024;

// Lets rows go until the bounds hold, the farthest from the window first. The window itself stays.
export function evict(stretches: readonly Stretch[], layout: Layout, first: number, end: number): void {
  const held: { readonly run: Run; readonly away: number }[] = [];
  let rows = 0;
  let bytes = 0;
  stretches.forEach((stretch, at) => {
    let begin = layout.begins[at]!;
    for (const run of stretch.runs) {
      if (run.rows !== undefined) {
        held.push({ run, away: Math.max(begin - end, first - (begin + run.count)) });
        rows += run.count;
        bytes += run.bytes;
      }
      begin += run.count;
    }
  });
  if (rows <= ROWS_MAX && bytes <= BYTES_MAX) return;
  held.sort((a, b) => b.away - a.away);
  for (const { run, away } of held) {
    if (away < 0 || (rows <= ROWS_MAX && bytes <= BYTES_MAX)) return;
    rows -= run.count;
    bytes -= run.bytes;
    run.rows = undefined;
    run.bytes = 0;
  }
}
