import type { ClockReading } from "./requests/server_facts";
import { createStore } from "./store";
import { durationText } from "./values/durations";

// A change of service time that this page has seen, by whomever it was made. Times are service
// time in seconds.
export interface ClockChange {
  readonly from: number; // just before the change
  readonly to: number; // just after it; the same if only the pace changed
  readonly text: string; // "3d forward", "frozen"
}

const CHANGES_MAX = 200;
const TOLERANCE_S = 1;
const MACHINE_TOLERANCE_S = 0.05; // the two clocks of a reading are read one after the other

// The oldest first. Charts mark them.
export const clockChanges = createStore<readonly ClockChange[]>([]);

let last: ClockReading | undefined;

// Compares a reading with the one before and notes how the clock was turned in between.
export function noteReading(reading: ClockReading): void {
  const before = last;
  if (before !== undefined && seconds(reading.machineTime) < seconds(before.machineTime)) return; // overtaken
  last = reading;
  const change = before && changeBetween(before, reading);
  if (change !== undefined) clockChanges.set([...clockChanges.get(), change].slice(-CHANGES_MAX));
}

const seconds = (time: string): number => Date.parse(time) / 1000;

export function changeBetween(before: ClockReading, now: ClockReading): ClockChange | undefined {
  const passed = seconds(now.machineTime) - seconds(before.machineTime);
  const paceBefore = before.frozen ? 0 : before.scale;
  const pace = now.frozen ? 0 : now.scale;
  const to = seconds(now.time);
  const slowest = seconds(before.time) + passed * Math.min(paceBefore, pace);
  const fastest = seconds(before.time) + passed * Math.max(paceBefore, pace);
  const tolerance = TOLERANCE_S + MACHINE_TOLERANCE_S * Math.max(paceBefore, pace);
  const jump = to > fastest + tolerance ? to - fastest : to < slowest - tolerance ? to - slowest : 0;
  const texts = [stepText(jump), before.frozen === now.frozen ? "" : now.frozen ? "frozen" : "resumed"];
  if (before.scale !== now.scale) texts.push(`pace ×${now.scale}`);
  const text = texts.filter((one) => one !== "").join(", ");
  return text === "" ? undefined : { from: jump === 0 ? to : to - jump, to, text };
}

const stepText = (jump: number): string =>
  jump === 0 ? "" : `${durationText(Math.abs(jump) * 1000)} ${jump > 0 ? "forward" : "back"}`;
