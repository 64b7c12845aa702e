// The first visible row of each view, so that Back and Refresh lead to the same rows. They last
// until the page is reloaded.
const VIEWS_MAX = 100;

const rows = new Map<string, number>();

export const startOf = (view: string): number => rows.get(view) ?? 0;

export function noteStart(view: string, row: number): void {
  rows.delete(view);
  rows.set(view, row);
  const [oldest] = rows.keys();
  if (rows.size > VIEWS_MAX && oldest !== undefined) rows.delete(oldest);
}
