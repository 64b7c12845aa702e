import type { Access, Heat, HeatPartition, HeatSplit } from "../../data/requests/heat_shapes";
import { emptyGrid, type HeatFork, timeOfColumn } from "../../shared/heatmap/heat_grid";
import { timeOfDayText } from "../../shared/picture/ticks";
import { addRun, type Columns, emptySlots, type Slots, wholeCount } from "../../shared/heat_columns";
import { type CellFacts, type HeatRows, keysWithin } from "./heat_rows";

// Partitions in the order of their keys. Each partition that exists has a row. One that was split lies
// over the rows of its parts, so the map forks where it ended.
export function partitionRows(heat: Heat, access: Access, columns: Columns): HeatRows {
  const spans = spansOf(heat.partitions);
  const leaves = heat.partitions.filter((one) => spans.get(one.partition)?.leaf);
  const rows = leaves.map(({ partition }) => ({ id: `p${partition}`, label: `Partition ${partition}` }));
  const grid = { ...emptyGrid(columns.start, columns.step, columns.count, rows), forks: forksOf(heat.splits, spans) };
  const bound = heat.bounds[access] * columns.step;
  const slots = new Map<number, Slots>();
  for (const partition of heat.partitions) {
    const mine = emptySlots(columns);
    for (const run of partition[access]) addRun(mine, columns, run);
    slots.set(partition.partition, mine);
    const span = spans.get(partition.partition)!;
    for (let column = 0; column < columns.count; column++) {
      if (!exists(partition, heat, timeOfColumn(grid, column), columns.step)) continue;
      for (let row = span.first; row <= span.last; row++) {
        const at = row * columns.count + column;
        const share = mine.units[column]! / bound;
        if (!(grid.shares[at]! >= share)) grid.shares[at] = share;
        grid.throttles[at]! += wholeCount(mine.throttles[column]!);
      }
    }
  }
  const within = (row: number) => heat.partitions.filter(({ partition }) => covers(spans.get(partition)!, row));
  return { grid, factsOf: ({ row, column }) => factsOf(heat, within(row), slots, columns, column, access) };
}

// The column of the present counts: with a frozen clock, everything happens in it.
const exists = ({ begins, ends }: HeatPartition, { since, now }: Heat, time: number, step: number): boolean =>
  time + step > Math.max(begins ?? since, since) && time < (ends ?? Infinity) && time <= now;

interface Span {
  readonly first: number; // rows
  readonly last: number;
  readonly leaf: boolean;
}

const covers = ({ first, last }: Span, row: number): boolean => row >= first && row <= last;

// The rows of each partition. Those without parts take the rows in turn.
export function spansOf(partitions: readonly HeatPartition[]): Map<number, Span> {
  const known = new Map(partitions.map((one) => [one.partition, one]));
  const parents = new Set(partitions.map(({ parent }) => parent));
  const spans = new Map<number, Span>();
  let row = 0;
  for (const partition of partitions) {
    if (parents.has(partition.partition)) continue;
    spans.set(partition.partition, { first: row, last: row, leaf: true });
    let ancestor = partition.parent === undefined ? undefined : known.get(partition.parent);
    while (ancestor !== undefined) {
      const first = spans.get(ancestor.partition)?.first ?? row;
      spans.set(ancestor.partition, { first, last: row, leaf: false });
      ancestor = ancestor.parent === undefined ? undefined : known.get(ancestor.parent);
    }
    row++;
  }
  return spans;
}

const forksOf = (splits: readonly HeatSplit[], spans: ReadonlyMap<number, Span>): HeatFork[] =>
  splits.flatMap(({ time, partition, children, reason }) => {
    const [parent, second] = [spans.get(partition), spans.get(children[1] ?? -1)];
    if (parent === undefined || second === undefined || parent.leaf) return [];
    return [{ at: time, first: parent.first, last: parent.last, boundary: second.first, reason: splitReason(reason) }];
  });

const REASONS: { readonly [reason: string]: string } = {
  request: "someone asked for it",
  size: "it held too many bytes",
  heat: "it was hot for a minute",
  growth: "on-demand traffic grew",
  throughput: "more throughput was provisioned",
};

export const splitReason = (reason: HeatSplit["reason"]): string => REASONS[reason ?? ""] ?? "the reason was not kept";

function factsOf(
  heat: Heat,
  candidates: readonly HeatPartition[],
  slots: ReadonlyMap<number, Slots>,
  columns: Columns,
  column: number,
  access: Access,
): CellFacts {
  const from = columns.start + column * columns.step;
  const to = from + columns.step;
  const there = candidates.filter((one) => exists(one, heat, from, columns.step));
  const sum = (of: keyof Slots) => there.reduce((total, { partition }) => total + slots.get(partition)![of][column]!, 0);
  const shares = there.map(({ partition }) => slots.get(partition)!.units[column]! / (heat.bounds[access] * columns.step));
  return {
    row: there.length === 0 ? "No partition" : there.map(({ partition }) => `Partition ${partition}`).join(", then "),
    ...{ from, to },
    units: sum("units"),
    share: shares.length === 0 ? NaN : Math.max(...shares),
    throttles: wholeCount(sum("throttles")),
    reasons: there.reduce((bits, { partition }) => bits | slots.get(partition)!.reasons[column]!, 0),
    partitions: withParts(heat, there),
    notes: [...there.map(rangeNote), ...splitNotes(heat.splits, there, from, to)],
    keys: keysWithin(there.flatMap(({ keys = [] }) => keys), from, to),
  };
}

// The partitions with those that they were split into: a listed throttle names the one of today.
function withParts({ partitions }: Heat, there: readonly HeatPartition[]): number[] {
  const found = new Set(there.map(({ partition }) => partition));
  for (const { partition, parent } of partitions) if (parent !== undefined && found.has(parent)) found.add(partition);
  return [...found];
}

const HASHES = 2n ** 64n;

// "Partition 5 holds 25 % to 50 % of the hashes."
function rangeNote({ partition, from, to }: HeatPartition): string {
  const percent = (route: string | undefined) =>
    route === undefined ? "100" : (Number((BigInt(`0x${route}`) * 100_000n) / HASHES) / 1000).toFixed(1).replace(/\.0$/, "");
  const inside = from.key !== undefined || to?.key !== undefined ? ", and begins or ends within an item collection" : "";
  return `Partition ${partition} holds the keys from ${percent(from.route)} % to ${percent(to?.route)} % of the hashes${inside}.`;
}

const splitNotes = (splits: readonly HeatSplit[], there: readonly HeatPartition[], from: number, to: number): string[] =>
  splits
    .filter(({ time, partition }) => time >= from && time < to && there.some((one) => one.partition === partition))
    .map(({ time, partition, children, reason }) => {
      const parts = children.join(" and ");
      return `Partition ${partition} was split into ${parts} at ${timeOfDayText(Math.floor(time))} UTC: ${splitReason(reason)}.`;
    });
