import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { Tail, type TailStart, type TailState } from "../../data/streams/tail";

const LIVE_EVERY_MS = 1000;
const QUIET_EVERY_MS = 2000;
const QUIET_AFTER = 30; // reads without a record
const BEHIND_EVERY_MS = 30;

let tails = 0;

export interface RunningTail {
  readonly state: TailState;
  readonly error: unknown;
  readonly readOn: () => void;
  readonly forget: () => void;
}

// Reads a stream from `start` on while the page is visible.
export function useTail(arn: string, start: TailStart, paused: boolean): RunningTail {
  const client = useQueryClient();
  const startText = JSON.stringify(start);
  const { key, tail } = useMemo(
    () => ({ key: ["tail", ++tails], tail: new Tail(arn, JSON.parse(startText) as TailStart) }),
    [arn, startText],
  );
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => tail.step(signal),
    enabled: !paused,
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state: { data: last, error: failure } }) => pauseAfter(last, failure),
  });
  return {
    state: data ?? tail.state,
    error,
    readOn: () => {
      tail.readOn();
      void refetch();
    },
    forget: () => {
      tail.forget();
      client.setQueryData(key, tail.state);
    },
  };
}

function pauseAfter(last: TailState | undefined, failure: unknown): number | false {
  if (last === undefined || failure !== null) return LIVE_EVERY_MS;
  if (last.full) return false;
  if (last.behind) return BEHIND_EVERY_MS;
  return last.quiet < QUIET_AFTER ? LIVE_EVERY_MS : QUIET_EVERY_MS;
}
