import type { Bill } from "../requests/bill_shapes";

// The cost of an index for a month, and its share of the table's cost.
export interface IndexBill {
  readonly dollars: number;
  readonly share: number; // 0 to 1
}

export function indexBill(bill: Bill, table: string, index: string): IndexBill {
  const ofTable = bill.lines.filter((line) => line.table === table);
  const sum = (lines: readonly { readonly dollars: number }[]): number => lines.reduce((all, { dollars }) => all + dollars, 0);
  const dollars = sum(ofTable.filter((line) => line.index === index));
  const all = sum(ofTable);
  return { dollars, share: all === 0 ? 0 : dollars / all };
}
