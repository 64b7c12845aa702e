import type { SimulationSeries } from "../../data/requests/simulation_shapes";

// A simulated day begins at this midnight, so that pictures can show times of day.
export const BEGIN = 1_767_225_600;

const DAY = 86_400;

// "14:30", and on later days "day 3 02:00".
export function clockText(second: number): string {
  const text = new Date((BEGIN + second) * 1000).toISOString().slice(11, 16);
  return second < DAY ? text : `day ${Math.floor(second / DAY) + 1} ${text}`;
}

export function lengthText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export const stepTimes = (count: number, step: number): number[] =>
  Array.from({ length: count }, (_, at) => BEGIN + at * step);

export const endOf = (series: SimulationSeries, steps: number): number => BEGIN + steps * series.stepSeconds;
