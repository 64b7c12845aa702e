import { noteReading } from "../clock_changes";
import { send } from "./send";
import type { ClockReading } from "./server_facts";
import { wait } from "./wait";

// The body of POST /_stator/clock (docs/clock.md).
export type ClockTurn =
  | { readonly advance: number; readonly frozen?: boolean } // seconds
  | { readonly set: string }
  | { readonly frozen: boolean }
  | { readonly scale: number }
  | { readonly confirm: true };

export async function turnClock(turn: ClockTurn, signal?: AbortSignal): Promise<ClockReading> {
  const body = JSON.stringify(turn);
  const headers = { "content-type": "application/json" };
  const { text } = await send({ method: "POST", path: "/_stator/clock", headers, body, signal });
  const reading = JSON.parse(text) as ClockReading;
  noteReading(reading);
  return reading;
}

const STEP_SECONDS_MAX = 4 * 365 * 86_400; // less than the five years after which items stay
const LOOK_EVERY_MS = 300;
const QUIET_LOOKS = 3;

// Goes forward in steps, and waits after each until time to live has removed what was due.
export async function advanceInSteps(
  seconds: number,
  signal: AbortSignal,
  report: (done: number) => void,
): Promise<void> {
  for (let left = seconds; left > 0; left -= STEP_SECONDS_MAX) {
    report(seconds - left);
    await turnClock({ advance: Math.min(left, STEP_SECONDS_MAX) }, signal);
    await sweepToEnd(signal);
  }
}

async function sweepToEnd(signal: AbortSignal): Promise<void> {
  let removed = await removedItems(signal);
  for (let quiet = 0; quiet < QUIET_LOOKS; quiet++) {
    await wait(LOOK_EVERY_MS, signal);
    const now = await removedItems(signal);
    if (now !== removed) quiet = -1;
    removed = now;
  }
}

async function removedItems(signal: AbortSignal): Promise<string> {
  const { text } = await send({ method: "GET", path: "/metrics", unsigned: true, signal });
  return /^stator_time_to_live_deleted_items_total (\S+)$/m.exec(text)?.[1] ?? "";
}
