// Where axes have their lines, and their texts. Times are service times in seconds since 1970, and
// show in UTC.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIME_STEPS = [
  1, 2, 5, 10, 15, 30,
  MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY,
];
const VALUE_STEPS = [1, 2, 2.5, 5, 10];

export function timeTicks(from: number, to: number, countMax: number): number[] {
  const wanted = (to - from) / Math.max(1, countMax);
  const step = TIME_STEPS.find((one) => one >= wanted) ?? Math.ceil(wanted / DAY) * DAY;
  return range(Math.ceil(from / step) * step, to, step);
}

// Round values from 0 that reach `max`.
export function valueTicks(max: number, countMax: number): number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0, 1];
  const wanted = max / Math.max(1, countMax);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * (VALUE_STEPS.find((one) => one * power >= wanted * (1 - 1e-9)) ?? 10);
  return range(0, Math.ceil(max / step - 1e-9) * step, step);
}

function range(from: number, to: number, step: number): number[] {
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => from + at * step);
}

const iso = (time: number): string => new Date(time * 1000).toISOString();

// The text of a tick: a date at midnight, else a time of day, with seconds where ticks need them.
export function timeTickText(time: number, step: number): string {
  if (time % DAY === 0) return iso(time).slice(5, 10);
  return iso(time).slice(11, step < MINUTE ? 19 : 16);
}

export const timeText = (time: number): string => {
  const text = iso(time);
  return `${text.slice(0, 10)} ${text.slice(11, time % MINUTE === 0 ? 16 : 19)} UTC`;
};

export const timeOfDayText = (time: number): string => iso(time).slice(11, time % MINUTE === 0 ? 16 : 19);
