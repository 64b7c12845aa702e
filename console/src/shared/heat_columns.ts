import type { HeatResolution, HeatRun } from "../data/requests/heat_shapes";

// Times of equal length. The server's slots are put into them.
export interface Columns {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

const BY_SECOND_MAX = 20 * 60; // a longer range has columns of a minute
const COLUMNS_MAX = 2000;

export function columnsOf(from: number, to: number, resolution: HeatResolution): Columns {
  const finest = to - from <= BY_SECOND_MAX ? resolution.seconds : resolution.minutes;
  const step = Math.max(1, finest, Math.ceil((to - from) / COLUMNS_MAX));
  const start = Math.floor(from / step) * step;
  return { start, step, count: Math.max(1, Math.ceil((to - start) / step)) };
}

// The traffic of one row, column by column.
export interface Slots {
  readonly units: Float64Array;
  readonly throttles: Float64Array;
  readonly reasons: Uint8Array;
}

export const emptySlots = ({ count }: Columns): Slots => ({
  units: new Float64Array(count),
  throttles: new Float64Array(count),
  reasons: new Uint8Array(count),
});

// Adds what happened evenly from `time` to `time + length`: it may be a part of a column or several.
export function addSlot(
  slots: Slots,
  columns: Columns,
  { time, length, units, throttles = 0, reasons = 0 }: {
    readonly time: number;
    readonly length: number;
    readonly units: number;
    readonly throttles?: number;
    readonly reasons?: number;
  },
): void {
  const { start, step, count } = columns;
  const first = Math.max(0, Math.floor((time - start) / step));
  const last = Math.min(count - 1, Math.ceil((time + length - start) / step) - 1);
  for (let column = first; column <= last; column++) {
    const begins = start + column * step;
    const part = (Math.min(begins + step, time + length) - Math.max(begins, time)) / length;
    slots.units[column]! += units * part;
    slots.throttles[column]! += throttles * part;
    slots.reasons[column]! |= reasons;
  }
}

export function addRun(slots: Slots, columns: Columns, run: HeatRun): void {
  for (const [at, units] of run.units.entries()) {
    const time = run.time + at * run.step;
    addSlot(slots, columns, {
      ...{ time, length: run.step, units },
      ...{ throttles: run.throttles?.[at], reasons: run.reasons?.[at] },
    });
  }
}

// A throttle that a finer column shares with its neighbours still counts.
export const wholeCount = (throttles: number): number => (throttles > 0 ? Math.max(1, Math.round(throttles)) : 0);
