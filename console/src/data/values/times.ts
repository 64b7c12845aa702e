import type { Value } from "./value";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const UNITS: readonly (readonly [ms: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [YEAR, "year"],
  [30 * DAY, "month"],
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
];

// Numbers between these years are taken for times.
const FIRST = Date.UTC(1990, 0);
const LAST = Date.UTC(2100, 0);
const ISO = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/;
const SEARCHED_CHARS = 200;

// The time that a value holds: seconds or milliseconds since 1970, or an ISO time, which may be a
// part of a key. `isExpiry`: the attribute holds the table's time to live, so any number is a time.
export function timeOf(value: Value, isExpiry = false): number | undefined {
  if (value.type === "N") return timeOfNumber(Number(value.value), isExpiry);
  if (value.type !== "S") return undefined;
  const found = ISO.exec(value.value.slice(0, SEARCHED_CHARS))?.[0];
  if (found === undefined) return undefined;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(found) && found.length > 10;
  const time = Date.parse(hasZone || found.length === 10 ? found : `${found.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function timeOfNumber(number: number, isExpiry: boolean): number | undefined {
  if (isExpiry) return Math.abs(number * SECOND) <= 8.64e15 ? number * SECOND : undefined;
  if (!Number.isInteger(number)) return undefined;
  return [number * SECOND, number].find((time) => time >= FIRST && time < LAST);
}

// `2026-09-01 10:00:00 UTC`
export const utcText = (time: number): string => {
  const text = new Date(time).toISOString();
  return `${text.slice(0, text.indexOf(".")).replace("T", " ")} UTC`;
};

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

// `3 days ago`, `in 2 hours`
export function distanceText(time: number, now: number): string {
  const distance = time - now;
  const [size, unit] = UNITS.find(([ms]) => Math.abs(distance) >= ms) ?? [SECOND, "second" as const];
  return relative.format(Math.trunc(distance / size), unit);
}

// Returns a value's time in readable form, with its distance from now.
export function timeText(value: Value, now: number, isExpiry = false): string {
  const time = timeOf(value, isExpiry);
  if (time === undefined) return "";
  const text = `${utcText(time)}, ${distanceText(time, now)}`;
  if (!isExpiry) return text;
  return time > now ? `Expires ${text}` : `Expired ${text}. DynamoDB deletes it within a few days`;
}
