// Rows of CSV as texts, and back.

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const rowText = (cells: readonly string[]): string => {
  const text = cells.map(quoted).join(",");
  return text === "" ? '""' : text; // an empty line would be no row
};

export function cellsOf(row: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const isQuoted = row[at] === '"';
    const end = isQuoted ? closingQuote(row, at + 1) + 1 : at;
    let next = row.indexOf(delimiter, end);
    if (next === -1) next = row.length;
    const rest = row.slice(end, next); // behind a closing quote there should be nothing
    cells.push(isQuoted ? row.slice(at + 1, end - 1).replaceAll('""', '"') + rest : rest);
    if (next === row.length) return cells;
    at = next + 1;
  }
}

function closingQuote(row: string, from: number): number {
  let at = row.indexOf('"', from);
  while (at !== -1 && row[at + 1] === '"') at = row.indexOf('"', at + 2);
  return at === -1 ? row.length : at;
}
