import type { Heat, HeatKey, KeyAttributes } from "../../data/requests/heat_shapes";
import type { KeyElement } from "../../data/requests/table_shapes";
import type { Cell, HeatGrid } from "../../shared/heatmap/heat_grid";

// A map and what its cells mean.
export interface HeatRows {
  readonly grid: HeatGrid;
  readonly factsOf: (cell: Cell) => CellFacts;
}

// The facts about a cell.
export interface CellFacts {
  readonly row: string;
  readonly from: number;
  readonly to: number;
  readonly units: number;
  readonly share: number; // NaN: nothing is known
  readonly throttles: number;
  readonly reasons: number; // a sum of THROTTLE_BOUNDS
  readonly partitions: readonly number[];
  readonly notes: readonly string[];
  readonly keys: readonly CellKey[]; // the busiest first
}

export interface CellKey {
  readonly text: string;
  readonly key: KeyAttributes;
  readonly units: number;
  readonly throttles: number;
}

export const valueText = (value: KeyAttributes[string]): string => Object.values(value)[0] ?? "";

export const keyText = (key: KeyAttributes): string => Object.values(key).map(valueText).join(" / ");

// The server orders attributes by name. People read the partition key first.
export function inKeyOrder(key: KeyAttributes, schema: readonly KeyElement[]): KeyAttributes {
  const names = [...schema].sort((a, b) => Number(a.KeyType === "RANGE") - Number(b.KeyType === "RANGE")).map((one) => one.AttributeName);
  const known = names.filter((name) => Object.hasOwn(key, name));
  const others = Object.keys(key).filter((name) => !names.includes(name));
  return Object.fromEntries([...known, ...others].map((name) => [name, key[name]!]));
}

// The same heat with its keys in that order.
export const withKeyOrder = (heat: Heat, schema: readonly KeyElement[]): Heat => ({
  ...heat,
  partitions: heat.partitions.map((partition) =>
    partition.keys === undefined
      ? partition
      : { ...partition, keys: partition.keys.map((one) => ({ ...one, key: inKeyOrder(one.key, schema) })) },
  ),
});

// The keys of a time. Their slots are minutes or hours, so they may cover more than the time.
export function keysWithin(keys: readonly HeatKey[], from: number, to: number): CellKey[] {
  const found = keys.map(({ key, slots }) => {
    const within = slots.filter(({ time, step }) => time < to && time + step > from);
    const sum = (of: "units" | "throttles") => within.reduce((total, slot) => total + slot[of], 0);
    return { text: keyText(key), key, units: sum("units"), throttles: sum("throttles") };
  });
  return found.filter(({ units, throttles }) => units + throttles > 0).sort((a, b) => b.units - a.units);
}
