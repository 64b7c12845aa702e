import type { Heat, HeatKey } from "../../data/requests/heat_shapes";
import { emptyGrid } from "../../shared/heatmap/heat_grid";
import { addSlot, type Columns, emptySlots, type Slots, wholeCount } from "../../shared/heat_columns";
import { type CellKey, type HeatRows, keysWithin, keyText } from "./heat_rows";

const ROWS_MAX = 40;
const SEPARATORS = /[#|:/~]/;

// Whether the server counts keys for this table or index.
export const hasKeys = (heat: Heat): boolean => heat.partitions.some(({ keys }) => keys !== undefined);

// The busiest keys, the busiest first.
export const keyRows = (heat: Heat, columns: Columns): HeatRows => groupRows(heat, columns, ({ key }) => keyText(key));

// The busiest prefixes of partition keys: `CUST#*`.
export const prefixRows = (heat: Heat, columns: Columns): HeatRows => groupRows(heat, columns, ({ key }) => prefixOf(keyText(key)));

export function prefixOf(text: string): string {
  const at = text.search(SEPARATORS);
  return at <= 0 ? "(no prefix)" : `${text.slice(0, at + 1)}*`;
}

interface Group {
  readonly name: string;
  readonly units: number;
  readonly keys: readonly HeatKey[];
  readonly partitions: readonly number[];
}

// Units of keys weigh a write as three reads, as the bounds of a partition do.
function groupRows(heat: Heat, columns: Columns, nameOf: (key: HeatKey) => string): HeatRows {
  const groups = groupsOf(heat, nameOf);
  const rows = groups.map(({ name }) => ({ id: name, label: name }));
  const grid = emptyGrid(columns.start, columns.step, columns.count, rows);
  const bound = heat.bounds.read * columns.step;
  const slots = groups.map(({ keys }) => slotsOf(keys, columns));
  for (const [row, mine] of slots.entries()) {
    for (let column = 0; column < columns.count; column++) {
      const time = columns.start + column * columns.step;
      if (time + columns.step <= heat.since || time > heat.now) continue;
      grid.shares[row * columns.count + column] = mine.units[column]! / bound;
      grid.throttles[row * columns.count + column] = wholeCount(mine.throttles[column]!);
    }
  }
  return {
    grid,
    factsOf: ({ row, column }) => {
      const from = columns.start + column * columns.step;
      return {
        row: groups[row]?.name ?? "",
        ...{ from, to: from + columns.step },
        units: slots[row]?.units[column] ?? 0,
        share: grid.shares[row * columns.count + column] ?? NaN,
        throttles: wholeCount(slots[row]?.throttles[column] ?? 0),
        reasons: 0,
        partitions: groups[row]?.partitions ?? [],
        notes: [],
        keys: keysOfGroup(groups[row], from, from + columns.step),
      };
    },
  };
}

const keysOfGroup = (group: Group | undefined, from: number, to: number): CellKey[] => {
  const within = keysWithin(group?.keys ?? [], from, to);
  return within.length > 0 || group === undefined ? within : keysWithin(group.keys, -Infinity, Infinity).slice(0, 1);
};

function groupsOf(heat: Heat, nameOf: (key: HeatKey) => string): Group[] {
  const groups = new Map<string, { keys: HeatKey[]; units: number; partitions: Set<number> }>();
  for (const { partition, keys = [] } of heat.partitions) {
    for (const key of keys) {
      const name = nameOf(key);
      const group = groups.get(name) ?? { keys: [], units: 0, partitions: new Set() };
      groups.set(name, { ...group, keys: [...group.keys, key], units: group.units + key.units });
      groups.get(name)!.partitions.add(partition);
    }
  }
  return [...groups]
    .map(([name, { keys, units, partitions }]) => ({ name, keys, units, partitions: [...partitions] }))
    .sort((a, b) => b.units - a.units)
    .slice(0, ROWS_MAX);
}

function slotsOf(keys: readonly HeatKey[], columns: Columns): Slots {
  const slots = emptySlots(columns);
  for (const key of keys) {
    for (const { time, step, units, throttles } of key.slots) addSlot(slots, columns, { time, length: step, units, throttles });
  }
  return slots;
}
