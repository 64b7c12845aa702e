import type { Access, PartitionSeries, ResourceSeries, SimulationResult } from "../../data/requests/simulation_shapes";
import { emptyGrid, type HeatFork, type HeatGrid } from "../../shared/heatmap/heat_grid";
import { BEGIN } from "./times";

export const BOUNDS: { readonly [access in Access]: number } = { read: 3000, write: 1000 };

export interface SimulatedHeat {
  readonly grid: HeatGrid;
  // The partition of a cell: rows are the partitions at the end, and have those that they came from.
  readonly partitionAt: (row: number, column: number) => PartitionSeries | undefined;
}

// The heat map of one table or index: a row for each partition at the end, in key order.
export function heatOf(result: SimulationResult, resource: ResourceSeries, access: Access): SimulatedHeat {
  const step = result.series.partitionStepSeconds;
  const tree = treeOf(resource.partitions);
  const leaves = tree.roots.flatMap((root) => tree.leavesOf(root));
  const columns = Math.max(1, Math.ceil(result.seconds / step));
  const rows = leaves.map((leaf) => ({ id: String(leaf.partition), label: `${leaf.partition}: ${placeText(leaf.where)}` }));
  const grid = emptyGrid(BEGIN, step, columns, rows);
  const lines = leaves.map((leaf) => tree.lineOf(leaf));
  for (const [row, line] of lines.entries()) for (const partition of line) paint(grid, row, partition, access);
  return {
    grid: { ...grid, forks: forksOf(tree, leaves, result, resource.name, step) },
    partitionAt: (row, column) => lines[row]?.find((each) => isAlive(each, column)),
  };
}

// The place of a first key, short enough for the edge of a map.
export const placeText = (where: string): string =>
  where.replace(/^between keys, at ([\d.]+ %) of all$/, "$1").replace(/^(before|within) /, "").replace(/^the first key$/, "0 %");

const isAlive = ({ firstStep, read }: PartitionSeries, column: number): boolean =>
  column >= firstStep && column < firstStep + read.length;

// The later of two partitions in one step paints last.
function paint({ columns, shares, throttles }: HeatGrid, row: number, partition: PartitionSeries, access: Access): void {
  const refused = access === "read" ? partition.readThrottled : partition.writeThrottled;
  for (const [at, units] of partition[access].entries()) {
    const cell = row * columns + partition.firstStep + at;
    if (partition.firstStep + at >= columns) return;
    const before = shares[cell]!;
    const share = units / BOUNDS[access];
    shares[cell] = Number.isNaN(before) ? share : Math.max(before, share);
    throttles[cell] = throttles[cell]! + Math.round(refused[at] ?? 0);
  }
}

interface Tree {
  readonly roots: readonly PartitionSeries[];
  readonly partsOf: (partition: PartitionSeries) => readonly PartitionSeries[];
  readonly leavesOf: (partition: PartitionSeries) => readonly PartitionSeries[];
  readonly lineOf: (partition: PartitionSeries) => readonly PartitionSeries[]; // the oldest first
}

function treeOf(partitions: readonly PartitionSeries[]): Tree {
  const byNumber = new Map(partitions.map((each) => [each.partition, each]));
  const parts = new Map<number, PartitionSeries[]>();
  for (const each of partitions) {
    if (each.parent !== undefined) parts.set(each.parent, [...(parts.get(each.parent) ?? []), each]);
  }
  const partsOf = (partition: PartitionSeries) => parts.get(partition.partition) ?? [];
  const leavesOf = (partition: PartitionSeries): PartitionSeries[] => {
    const some = partsOf(partition);
    return some.length === 0 ? [partition] : some.flatMap(leavesOf);
  };
  const lineOf = (partition: PartitionSeries): PartitionSeries[] => {
    const parent = partition.parent === undefined ? undefined : byNumber.get(partition.parent);
    return parent === undefined ? [partition] : [...lineOf(parent), partition];
  };
  const roots = partitions.filter(({ parent }) => parent === undefined || !byNumber.has(parent));
  return { roots, partsOf, leavesOf, lineOf };
}

function forksOf(
  tree: Tree,
  leaves: readonly PartitionSeries[],
  result: SimulationResult,
  name: string,
  step: number,
): HeatFork[] {
  const rowOf = new Map(leaves.map((leaf, row) => [leaf.partition, row]));
  const rows = (partition: PartitionSeries) => tree.leavesOf(partition).map((leaf) => rowOf.get(leaf.partition)!);
  const why = new Map(result.splits.filter(({ resource }) => resource === name).map((split) => [split.partition, split]));
  const walk = (partition: PartitionSeries): HeatFork[] => {
    const parts = tree.partsOf(partition);
    const all = rows(partition);
    const split = why.get(partition.partition);
    const reason = split === undefined ? "more capacity" : split.why;
    const at = BEGIN + (split?.second ?? (parts[0]?.firstStep ?? 0) * step);
    const [first, last] = [all[0]!, all[all.length - 1]!];
    const own = parts.slice(1).map((part) => ({ at, first, last, boundary: rows(part)[0]!, reason }));
    return [...own, ...parts.flatMap(walk)];
  };
  return tree.roots.flatMap(walk);
}
