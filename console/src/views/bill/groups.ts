import type { Bill, BillLine, Subject } from "../../data/requests/bill_shapes";
import type { ColourName } from "../../shared/picture/colours";

// The bill's lines summed up for one kind of row.

export interface Group {
  readonly id: string;
  readonly label: string;
  readonly dollars: number;
  readonly parts: { readonly [Name in Subject]: number };
  readonly inner?: boolean; // a part of the group above
}

export const SUBJECTS: readonly (readonly [Subject, string])[] = [
  ["writes", "Writes"],
  ["reads", "Reads"],
  ["storage", "Storage"],
  ["streams", "Streams"],
  ["warmThroughput", "Warm throughput"],
];

// As `BarTable.module.css` has them.
export const SUBJECT_COLOURS: { readonly [Name in Subject]: ColourName } = {
  writes: "entity-2",
  reads: "entity-1",
  storage: "entity-10",
  streams: "entity-3",
  warmThroughput: "entity-4",
};

const NONE: Group["parts"] = { writes: 0, reads: 0, storage: 0, streams: 0, warmThroughput: 0 };

export function groupLines(lines: readonly BillLine[], labelOf: (line: BillLine) => string): Group[] {
  const groups = new Map<string, { dollars: number; parts: { [Name in Subject]: number } }>();
  for (const line of lines) {
    const label = labelOf(line);
    const group = groups.get(label) ?? { dollars: 0, parts: { ...NONE } };
    group.dollars += line.dollars;
    group.parts[line.subject] += line.dollars;
    groups.set(label, group);
  }
  return [...groups].map(([label, group]) => ({ id: label, label, ...group })).sort((a, b) => b.dollars - a.dollars);
}

// Each table, followed by its global indexes.
export function tableGroups(bill: Bill): Group[] {
  return groupLines(bill.lines, ({ table }) => table).flatMap((table) => {
    const mine = bill.lines.filter((line) => line.table === table.label);
    const indexes = groupLines(mine.filter(({ index }) => index !== ""), ({ index }) => index);
    if (indexes.length === 0) return [table];
    const own = groupLines(mine.filter(({ index }) => index === ""), () => "the table itself");
    return [table, ...[...own, ...indexes].map((one) => ({ ...one, id: `${table.id}\n${one.id}`, inner: true }))];
  });
}

export const operationGroups = (bill: Bill): Group[] =>
  groupLines(bill.lines, ({ operation, pattern, subject }) => operation || pattern || NO_REQUEST[subject] || "no request");

const NO_REQUEST: { readonly [Name in Subject]?: string } = { storage: "stored bytes", warmThroughput: "warm throughput" };
