import type { ClockReading } from "../data/requests/server_facts";

const SECOND = 1000;
const AHEAD_MS_MIN = 2 * SECOND; // a reading takes a moment to arrive
const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "m"],
  [1000, "s"],
] as const;

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
    Math.abs(ahead) < AHEAD_MS_MIN ? "" : `${spanText(Math.abs(ahead))} ${ahead > 0 ? "ahead" : "behind"}`,
    reading.expiry === "held" ? "expiry held" : "",
  ].filter((mark) => mark !== "");
}

function spanText(ms: number): string {
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? UNITS[UNITS.length - 1]!;
  return `${Math.floor(ms / size)}${name}`;
}
