import type { ColourName } from "../picture/colours";

// A time series. Bars stand on each other, in the order in which they are listed.
export interface Series {
  readonly name: string;
  readonly kind: "line" | "steps" | "bars";
  readonly colour: ColourName;
  readonly dashed?: boolean;
  readonly values: readonly (number | null)[]; // one for each time; null: unknown
}

// Something that happened at one time.
export interface Mark {
  readonly at: number;
  readonly label: string;
  readonly tone?: "quiet" | "warn" | "bad";
}

export interface ChartData {
  readonly times: readonly number[]; // seconds since 1970, ascending
  readonly series: readonly Series[];
  readonly marks?: readonly Mark[];
  readonly from: number; // what the time axis shows
  readonly to: number;
  readonly valueText: (value: number) => string;
}

// The height at which each series is drawn: its value, or for bars the sum with those below.
export function drawnValues(data: ChartData): (number | null)[][] {
  const below = new Array<number>(data.times.length).fill(0);
  return data.series.map((one) => {
    if (one.kind !== "bars") return [...one.values];
    return data.times.map((_, at) => {
      const value = one.values[at];
      if (value !== null && value !== undefined) below[at]! += value;
      return below[at]!;
    });
  });
}

// The highest drawn value within the shown times.
export function highest(data: ChartData): number {
  let max = 0;
  for (const values of drawnValues(data)) {
    for (const [at, value] of values.entries()) {
      const time = data.times[at]!;
      if (value !== null && value > max && time >= data.from && time <= data.to) max = value;
    }
  }
  return max;
}

// Tall bars are drawn first, so that those below them stay visible.
export const drawingOrder = (series: readonly Series[]): number[] => {
  const all = series.map((_, at) => at);
  const isBar = (at: number) => series[at]!.kind === "bars";
  return [...all.filter(isBar).reverse(), ...all.filter((at) => !isBar(at))];
};

// The index of the time that is nearest to `time`, or -1.
export function nearest(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  if (high < 0) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle;
    else high = middle;
  }
  return Math.abs(times[low]! - time) <= Math.abs(times[high]! - time) ? low : high;
}

// The distance of neighbouring times, which is the width of a bar.
export function stepOf(times: readonly number[]): number {
  let step = Infinity;
  for (let at = 1; at < times.length; at++) step = Math.min(step, times[at]! - times[at - 1]!);
  return Number.isFinite(step) && step > 0 ? step : 60;
}

export const shownValue = (data: ChartData, series: Series, at: number): string => {
  const value = series.values[at];
  return value === null || value === undefined ? "–" : data.valueText(value);
};
