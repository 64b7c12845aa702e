import type { ClockReading } from "../data/requests/server_facts";
import { durationText } from "../data/values/durations";

const SECOND = 1000;
const AHEAD_MS_MIN = 2 * SECOND; // a reading takes a moment to arrive

// The service time at `now`, from a reading that arrived at `readAt`.
export function timeNow(reading: ClockReading, readAt: number, now: number): Date {
  const passed = reading.frozen ? 0 : (now - readAt) * reading.scale;
  return new Date(Date.parse(reading.time) + passed);
}

export const clockText = (time: Date): string => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;

// How the clock differs from the machine's.
export function clockMarks(reading: ClockReading): string[] {
  const ahead = Date.parse(reading.time) - Date.parse(reading.machineTime);
  return [
    reading.frozen ? "frozen" : "",
    reading.scale === 1 ? "" : `×${reading.scale}`,
    Math.abs(ahead) < AHEAD_MS_MIN ? "" : `${durationText(Math.abs(ahead))} ${ahead > 0 ? "ahead" : "behind"}`,
    reading.expiry === "held" ? "expiry held" : "",
  ].filter((mark) => mark !== "");
}

// A time as people write it, in UTC: `2027-01-01`, `2027-01-01 08:30`, `2027-01-01T08:30:00Z`.
export function parseTime(text: string): Date | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?\s*(?:Z|UTC)?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, day, minutes = "00:00", seconds = ":00"] = match;
  const time = new Date(`${day}T${minutes}${seconds}Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day!) ? undefined : time;
}
