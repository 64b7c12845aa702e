import { timeTicks, timeTickText, valueTicks } from "../picture/ticks";
import { type ChartData, highest } from "./chart_data";

const TIME_TICK_WIDTH = 76;
const VALUE_TICK_HEIGHT = 34;
const HEADROOM = 1.04;

export const VALUE_AXIS_WIDTH = 62;
export const TIME_AXIS_HEIGHT = 26;
export const MARKS_HEIGHT = 16; // a line of labels above the plot

export interface Ticks {
  readonly at: readonly number[];
  readonly text: readonly string[];
}

export function timeAxis(from: number, to: number, width: number): Ticks {
  const at = timeTicks(from, to, Math.max(2, Math.floor(width / TIME_TICK_WIDTH)));
  const step = at.length > 1 ? at[1]! - at[0]! : to - from;
  return { at, text: at.map((time) => timeTickText(time, step)) };
}

export function valueAxis(data: ChartData, height: number): Ticks & { readonly max: number } {
  const at = valueTicks(highest(data) * HEADROOM, Math.max(2, Math.floor(height / VALUE_TICK_HEIGHT)));
  return { at, text: at.map(data.valueText), max: at[at.length - 1]! };
}
