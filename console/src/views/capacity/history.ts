import {
  ACCESSES,
  consumedId,
  provisionedId,
  THROTTLE_REASONS,
  throttlesId,
  type ThrottleReason,
} from "../../data/requests/capacity_metrics";
import { type Access, type Heat, THROTTLE_BOUNDS } from "../../data/requests/heat_shapes";
import { addRun, columnsOf, emptySlots } from "../../shared/heat_columns";
import type { CapacityMetrics } from "../../shared/live/capacity_queries";

// The traffic of a table or an index in steps of equal length, from either source.
export interface History {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly times: readonly number[];
  readonly units: { readonly [Name in Access]: readonly number[] }; // a second
  readonly provisioned: { readonly [Name in Access]: ReadonlyMap<number, number> }; // where it was measured
  readonly throttles: { readonly [Name in Access]: { readonly [Reason in ThrottleReason]: readonly number[] } };
}

const byAccess = <T>(make: (access: Access) => T): { [Name in Access]: T } => ({ read: make("read"), write: make("write") });

export function historyOfMetrics({ values, from, to, period }: CapacityMetrics): History {
  const times = Array.from({ length: Math.max(0, Math.round((to - from) / period)) }, (_, at) => from + at * period);
  const series = (id: string) => times.map((time) => values.get(id)?.get(time) ?? 0);
  return {
    ...{ from, to, step: period, times },
    units: byAccess((access) => series(consumedId(access)).map((sum) => sum / period)),
    provisioned: byAccess((access) => values.get(provisionedId(access)) ?? new Map()),
    throttles: byAccess((access) => byReason((reason) => series(throttlesId(access, reason)))),
  };
}

const byReason = <T>(make: (reason: ThrottleReason) => T): { [Reason in ThrottleReason]: T } =>
  Object.fromEntries(THROTTLE_REASONS.map(([reason]) => [reason, make(reason)])) as { [Reason in ThrottleReason]: T };

// The last minutes by the second.
export function historyOfHeat(heat: Heat): History {
  const columns = columnsOf(heat.from, heat.to, heat.resolution);
  const { start, step, count } = columns;
  const times = Array.from({ length: count }, (_, at) => start + at * step);
  const slots = byAccess((access) => {
    const sum = emptySlots(columns);
    const throttles = byReason(() => new Array<number>(count).fill(0));
    for (const partition of heat.partitions) {
      for (const run of partition[access]) {
        addRun(sum, columns, run);
        for (const [reason, part] of splitByReason(run.throttles ?? [], run.reasons ?? [])) {
          const mine = emptySlots(columns);
          addRun(mine, columns, { ...run, throttles: part, reasons: undefined });
          mine.throttles.forEach((throttled, at) => (throttles[reason][at]! += throttled));
        }
      }
    }
    return { units: [...sum.units].map((units) => units / step), throttles };
  });
  return {
    ...{ from: start, to: start + count * step, step, times },
    units: byAccess((access) => slots[access].units),
    provisioned: byAccess(() => new Map()),
    throttles: byAccess((access) => slots[access].throttles),
  };
}

// A slot has one count for all the bounds that its requests met. The first of them gets it.
function splitByReason(throttles: readonly number[], bits: readonly number[]): Map<ThrottleReason, number[]> {
  const parts = new Map<ThrottleReason, number[]>();
  for (const [at, count] of throttles.entries()) {
    if (count === 0) continue;
    const [reason] = THROTTLE_REASONS.find(([name]) => ((bits[at] ?? 0) & THROTTLE_BOUNDS[name]) !== 0) ?? THROTTLE_REASONS[0];
    const part = parts.get(reason) ?? new Array<number>(throttles.length).fill(0);
    part[at] = count;
    parts.set(reason, part);
  }
  return parts;
}

export const throttlesIn = (history: History): number =>
  ACCESSES.reduce(
    (sum, access) => sum + Object.values(history.throttles[access]).reduce((part, counts) => part + counts.reduce((a, b) => a + b, 0), 0),
    0,
  );
