import type { HeatKeySlot, HeatPartition, HeatRun } from "../../data/requests/heat_shapes";
import { keyText, valueText } from "./heat_rows";

const WRITE_WEIGHT = 3; // Contributor Insights weighs a write unit as three read units

export interface KeyShare {
  readonly text: string;
  readonly share: number; // of the partition's units
}

// The item, and the item collection, that takes most of a partition's units. undefined: the server
// counts no keys here.
export function hottestKey(partition: HeatPartition): { readonly item: KeyShare; readonly collection: KeyShare } | undefined {
  const keys = partition.keys ?? [];
  const all = unitsOf(partition.read) + WRITE_WEIGHT * unitsOf(partition.write);
  if (keys.length === 0 || all === 0) return undefined;
  const items = new Map<string, number>();
  const collections = new Map<string, number>();
  for (const { key, slots } of keys) {
    const units = unitsDuring(slots, partition);
    const [first] = Object.values(key);
    add(items, keyText(key), units);
    add(collections, first === undefined ? "" : valueText(first), units);
  }
  return { item: largest(items, all), collection: largest(collections, all) };
}

// Keys have slots of a minute or an hour. A partition that lived for a part of one gets that part.
function unitsDuring(slots: readonly HeatKeySlot[], { begins = -Infinity, ends = Infinity }: HeatPartition): number {
  return slots.reduce((sum, { time, step, units }) => {
    const lived = Math.min(time + step, ends) - Math.max(time, begins);
    return sum + units * Math.max(0, Math.min(1, lived / step));
  }, 0);
}

const unitsOf = (runs: readonly HeatRun[]): number =>
  runs.reduce((sum, run) => sum + run.units.reduce((part, units) => part + units, 0), 0);

const add = (sums: Map<string, number>, name: string, units: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + units);
};

function largest(sums: ReadonlyMap<string, number>, all: number): KeyShare {
  const [text, units] = [...sums].reduce((most, one) => (one[1] > most[1] ? one : most));
  if (units === 0) return { text, share: 0 };
  return { text, share: Math.min(1, units / all) };
}
