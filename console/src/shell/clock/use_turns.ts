import { useState } from "react";

import { advanceInSteps, type ClockTurn, turnClock } from "../../data/requests/clock";
import { EXPIRY_AGE_MAX_S, itemsLeftBehind, type LeftBehind } from "../../data/requests/left_behind";
import { type ClockReading, readClock } from "../../data/requests/server_facts";
import { queryClient } from "../../shared/live/queries";
import { useAction } from "../../shared/use_action";

// A step by a duration, or to a time.
export type Forward = { readonly seconds: number } | { readonly until: Date };

// A step that would leave items behind for ever. The user decides.
export interface Warned {
  readonly turn: ClockTurn;
  readonly seconds: number;
  readonly left: LeftBehind;
  readonly held: boolean; // expiry is held, so smaller steps do not help
}

const YEAR_S = 365 * 86_400;

// The actions of the clock's forms, one at a time.
export function useTurns() {
  const [warned, warn] = useState<Warned>();
  const [stepped, setStepped] = useState<number>();

  const action = useAction(async (signal, turn: ClockTurn) => {
    warn(undefined);
    show(await turnClock(turn, signal));
  });
  const forward = useAction(async (signal, step: Forward) => {
    warn(undefined);
    const found = await warningFor(step, await readClock(signal), signal);
    if (found.left.tables.length > 0) warn(found);
    else show(await turnClock(found.turn, signal));
  });
  const inSteps = useAction(async (signal, seconds: number) => {
    warn(undefined);
    try {
      await advanceInSteps(seconds, signal, (done) => setStepped(Math.round(done / YEAR_S)));
    } finally {
      setStepped(undefined);
      show(await readClock());
    }
  });
  const actions = [action, forward, inSteps];
  const running = actions.some((one) => one.running);
  // Buttons stay enabled meanwhile: one that is disabled would lose the focus.
  const alone = <Given extends unknown[]>(run: (...given: Given) => void) => (...given: Given) => running || run(...given);
  return {
    turn: alone(action.run),
    forward: alone(forward.run),
    inSteps: alone(inSteps.run),
    warned,
    dismiss: () => warn(undefined),
    stepped,
    slow: actions.some((one) => one.slow),
    error: actions.find((one) => one.error !== undefined)?.error,
    stop: () => actions.forEach((one) => one.stop()),
  };
}

export type Turns = ReturnType<typeof useTurns>;

const NOTHING_LEFT: LeftBehind = { tables: [], items: 0, complete: true };

async function warningFor(step: Forward, reading: ClockReading, signal: AbortSignal): Promise<Warned> {
  const held = reading.expiry === "held";
  const now = Date.parse(reading.time) / 1000;
  const seconds = "seconds" in step ? step.seconds : step.until.getTime() / 1000 - now;
  const turn = "seconds" in step ? { advance: seconds } : { set: step.until.toISOString() };
  const far = seconds > EXPIRY_AGE_MAX_S || held;
  return { turn, seconds, held, left: far ? await itemsLeftBehind(now, now + seconds, signal) : NOTHING_LEFT };
}

// Shows the reading, and reads everything again: items may have expired.
function show(reading: ClockReading): void {
  queryClient.setQueryData(["clock"], reading);
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "clock" });
}
