import { useCallback, useEffect, useRef, useState } from "react";

import { isStopped } from "../data/requests/failure";

const SHOWN_AFTER_MS = 300;

export interface Action {
  readonly running: boolean;
  readonly slow: boolean; // it has run for a while, so the view shows progress
  readonly error: unknown;
  readonly stop: () => void;
  readonly forget: () => void; // forgets the error
}

// Runs work that a user has asked for, one at a time. The work can be stopped, and it stops when
// its component goes.
export function useAction<Arguments extends unknown[]>(
  work: (signal: AbortSignal, ...given: Arguments) => Promise<void>,
): Action & { readonly run: (...given: Arguments) => void } {
  const [state, setState] = useState({ running: false, slow: false, error: undefined as unknown });
  const controller = useRef<AbortController>(undefined);
  const latest = useRef(work);
  latest.current = work;

  const run = useCallback((...given: Arguments) => {
    if (controller.current !== undefined) return;
    const mine = new AbortController();
    controller.current = mine;
    setState({ running: true, slow: false, error: undefined });
    const timer = setTimeout(() => setState((now) => ({ ...now, slow: now.running })), SHOWN_AFTER_MS);
    latest
      .current(mine.signal, ...given)
      .then(
        () => undefined,
        (error: unknown) => (isStopped(error) ? undefined : error),
      )
      .then((error) => {
        clearTimeout(timer);
        controller.current = undefined;
        setState({ running: false, slow: false, error });
      });
  }, []);

  const stop = useCallback(() => controller.current?.abort(), []);
  const forget = useCallback(() => setState((now) => ({ ...now, error: undefined })), []);
  useEffect(() => stop, [stop]);
  return { ...state, run, stop, forget };
}
