import {
  ACCESSES,
  latencyId,
  OPERATIONS,
  THROTTLE_REASONS,
} from "../../data/requests/capacity_metrics";
import type { Access } from "../../data/requests/heat_shapes";
import { countText, rateText } from "../../data/values/amounts";
import type { ChartData, Mark, Series } from "../../shared/chart/chart_data";
import type { CapacityMetrics } from "../../shared/live/capacity_queries";
import type { ColourName } from "../../shared/picture/colours";
import type { History } from "./history";

const LINE_WITHIN = 5; // a ceiling of more times the traffic would flatten it

// A level that the chart shows as a stepped line, such as the provisioned units.
export interface Level {
  readonly name: string;
  readonly colour: ColourName;
  readonly values: readonly (number | null)[];
}

export interface UnitChart {
  readonly data: ChartData;
  readonly hidden: readonly Level[]; // too high to be drawn
}

const USED: { readonly [Name in Access]: ColourName } = { read: "entity-1", write: "entity-2" };

export function unitChart(history: History, access: Access, levels: readonly Level[], marks: readonly Mark[]): UnitChart {
  const { times, from, to } = history;
  const peak = Math.max(0, ...history.units[access]);
  const fits = ({ values }: Level) => peak === 0 || Math.max(0, ...values.map((value) => value ?? 0)) <= peak * LINE_WITHIN;
  const used: Series = { name: "Consumed", kind: history.step < 60 ? "steps" : "bars", colour: USED[access], values: history.units[access] };
  const lines = levels.filter(fits).map((level): Series => ({ ...level, kind: "steps", dashed: true }));
  return {
    data: { times, series: [used, ...lines], marks, from, to, valueText: rateText },
    hidden: levels.filter((level) => !fits(level)),
  };
}

// The values that are known at some times, at all times since the first of them.
export function steady(times: readonly number[], known: ReadonlyMap<number, number>): (number | null)[] {
  const changes = [...known].sort(([a], [b]) => a - b);
  let next = 0;
  let value: number | null = null;
  return times.map((time) => {
    while (next < changes.length && changes[next]![0] <= time) value = changes[next++]![1];
    return value;
  });
}

const THROTTLE_COLOURS: readonly ColourName[] = ["entity-1", "entity-7", "entity-5", "entity-4", "entity-2", "entity-3", "entity-6", "entity-8"];

// Throttles by access and reason. Only those that happened have a series.
export function throttleChart(history: History, marks: readonly Mark[]): ChartData {
  const { times, from, to } = history;
  const all = ACCESSES.flatMap((access) =>
    THROTTLE_REASONS.map(([reason, , text]) => ({ access, text, values: history.throttles[access][reason] })),
  );
  const series = all
    .map((one, at): Series => ({
      name: `${one.access === "read" ? "Reads" : "Writes"} over the ${one.text}`,
      kind: "bars",
      colour: THROTTLE_COLOURS[at]!,
      values: one.values,
    }))
    .filter(({ values }) => values.some((value) => (value ?? 0) > 0));
  return { times, series, marks, from, to, valueText: countText };
}

// The operations whose latency was measured.
export const measuredOperations = ({ values }: CapacityMetrics): string[] =>
  OPERATIONS.filter((operation) => (values.get(latencyId(operation, "p50"))?.size ?? 0) > 0);

export function latencyChart({ values }: CapacityMetrics, history: History, operation: string, marks: readonly Mark[]): ChartData {
  const { times, from, to } = history;
  const line = (stat: "p50" | "p99", colour: ColourName): Series => ({
    name: stat,
    kind: "line",
    colour,
    values: times.map((time) => values.get(latencyId(operation, stat))?.get(time) ?? null),
  });
  return { times, series: [line("p50", "entity-1"), line("p99", "entity-7")], marks, from, to, valueText: millisecondsText };
}

export function millisecondsText(value: number): string {
  if (value === 0) return "0 ms";
  const digits = value < 0.1 ? 3 : value < 1 ? 2 : value < 100 ? 1 : 0;
  return `${Number(value.toFixed(digits))} ms`;
}
