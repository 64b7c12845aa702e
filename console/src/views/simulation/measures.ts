import type { SimulationResult } from "../../data/requests/simulation_shapes";
import { countText, dollarsText } from "../../data/values/amounts";

export interface Measure {
  readonly label: string;
  readonly of: (result: SimulationResult) => number;
  readonly text: (value: number) => string;
}

// The figures of a run. Less is better for all but the first.
export const MEASURES: readonly Measure[] = [
  { label: "Requests", of: (result) => result.requests, text: countText },
  { label: "Throttled attempts", of: (result) => result.throttled, text: countText },
  { label: "Retries", of: (result) => result.retries, text: countText },
  { label: "Failed requests", of: (result) => result.failed, text: countText },
  { label: "Splits", of: (result) => result.splitsTotal, text: countText },
  { label: "Changes of capacity", of: (result) => result.scalingsTotal, text: countText },
  { label: "Cost", of: (result) => result.dollars, text: dollarsText },
  { label: "$ a month", of: (result) => result.dollarsPerMonth, text: dollarsText },
];

// "−45 %", "+3", or nothing if both are the same.
export function changeText(measure: Measure, before: number, after: number): string {
  if (measure.text(before) === measure.text(after)) return "same";
  const sign = after > before ? "+" : "−";
  if (before === 0) return `${sign}${measure.text(Math.abs(after))}`;
  const percent = Math.abs((100 * (after - before)) / before);
  return `${sign}${percent < 1 ? "<1" : countText(percent)} %`;
}
