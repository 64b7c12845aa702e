import type { Access } from "../../data/requests/heat_shapes";
import type { Cell, HeatGrid } from "../../shared/heatmap/heat_grid";
import type { HeatTimes } from "../../shared/live/heat_queries";

// The members of the heat map's address.

export const SPANS = [
  ["600", "10 min"],
  ["3600", "1 h"],
  ["21600", "6 h"],
  ["86400", "24 h"],
] as const;
export type SpanText = (typeof SPANS)[number][0];
const SPAN_DEFAULT: SpanText = "3600";

export const ROW_KINDS = [
  ["partitions", "Partitions"],
  ["keys", "Busiest keys"],
  ["prefixes", "Key prefixes"],
] as const;
export type RowKind = (typeof ROW_KINDS)[number][0];

export const ACCESSES = [
  ["write", "Writes"],
  ["read", "Reads"],
] as const;

const oneOf = <Name extends string>(choices: readonly (readonly [Name, string])[], text: string, otherwise: Name): Name =>
  choices.find(([name]) => name === text)?.[0] ?? otherwise;

export const rowKindOf = (text: string): RowKind => oneOf(ROW_KINDS, text, "partitions");
export const accessOf = (text: string): Access => oneOf(ACCESSES, text, "write");
export const spanOf = (text: string): SpanText => oneOf(SPANS, text, SPAN_DEFAULT);

export interface Range {
  readonly from: number;
  readonly to: number;
}

// The range of an address, or undefined where it has none that makes sense.
export function rangeOf(from: string, to: string): Range | undefined {
  if (from === "" || to === "") return undefined;
  const range = { from: Number(from), to: Number(to) };
  return Number.isFinite(range.from) && range.to > range.from && range.from >= 0 ? range : undefined;
}

// A range that stands still is read with its surroundings, so that the map can be moved and widened.
export const timesToRead = (range: Range | undefined, span: SpanText): HeatTimes => {
  if (range === undefined) return { span: Number(span) };
  const margin = Math.max(60, range.to - range.from);
  return { from: Math.max(0, Math.floor(range.from - margin)), to: Math.ceil(range.to + margin) };
};

// A cell outlives a new reading of the map by its row's name and its time.
export const cellText = (grid: HeatGrid, { row, column }: Cell): string =>
  `${Math.round(grid.start + column * grid.step)}@${grid.rows[row]!.id}`;

export function cellOf(grid: HeatGrid, text: string): Cell | undefined {
  const [time = "", id = ""] = text.split(/@(.*)/s);
  const row = grid.rows.findIndex((one) => one.id === id);
  const column = Math.floor((Number(time) - grid.start) / grid.step);
  return time !== "" && row >= 0 && column >= 0 && column < grid.columns ? { row, column } : undefined;
}
