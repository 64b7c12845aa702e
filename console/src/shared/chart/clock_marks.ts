import { type ClockChange, clockChanges } from "../../data/clock_changes";
import { useStore } from "../use_store";
import type { Mark } from "./chart_data";

// The turns of the clock within a time, as marks of a chart.
export const clockMarksIn = (changes: readonly ClockChange[], from: number, to: number): Mark[] =>
  changes
    .filter((change) => change.to >= from && change.to <= to)
    .map((change) => ({ at: change.to, label: `Clock ${change.text}`, tone: "warn" }));

export function useClockMarks(from: number, to: number): Mark[] {
  return clockMarksIn(useStore(clockChanges), from, to);
}
