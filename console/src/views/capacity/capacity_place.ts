import type { MetricRange } from "../../shared/live/capacity_queries";

// The members of the capacity view's address.

export const LIVE = "600";
export const SPANS = [
  [LIVE, "10 min, live"],
  ["3600", "1 h"],
  ["21600", "6 h"],
  ["86400", "24 h"],
  ["1296000", "15 days"],
] as const;
export type SpanText = (typeof SPANS)[number][0];
const SPAN_DEFAULT: SpanText = "3600";

export const spanOf = (text: string): SpanText => SPANS.find(([name]) => name === text)?.[0] ?? SPAN_DEFAULT;

export interface Still {
  readonly from: number;
  readonly to: number;
}

export function stillOf(from: string, to: string): Still | undefined {
  if (from === "" || to === "") return undefined;
  const range = { from: Number(from), to: Number(to) };
  return Number.isFinite(range.from) && range.from >= 0 && range.to > range.from ? range : undefined;
}

// The window of the metrics; undefined: seconds come from the heat.
export const metricRange = (still: Still | undefined, span: SpanText): MetricRange | undefined =>
  still ?? (span === LIVE ? undefined : { span: Number(span) });
