import { useQuery } from "@tanstack/react-query";

import { readHeat, readThrottles } from "../../data/requests/heat";
import { readClock } from "../../data/requests/server_facts";

const SECOND = 1000;
const SHORT_SPAN = 20 * 60; // seconds; shorter spans show seconds
const THROTTLES_EVERY = 5 * SECOND;

// The shown part of the history: its last `span` seconds, or a range that stands still.
export type HeatTimes = { readonly span: number } | { readonly from: number; readonly to: number };

export const isLive = (times: HeatTimes): times is { readonly span: number } => "span" in times;

const pollOf = (times: HeatTimes): number | false =>
  !isLive(times) ? false : times.span <= SHORT_SPAN ? 2 * SECOND : 10 * SECOND;

// The heat of a table or of one of its global indexes.
export const useHeat = (table: string, index: string | undefined, times: HeatTimes) =>
  useQuery({
    queryKey: ["heat", table, index, times],
    queryFn: async ({ signal }) => {
      if (!isLive(times)) return readHeat(table, { index, ...times }, signal);
      const now = Date.parse((await readClock(signal)).time) / SECOND;
      return readHeat(table, { index, from: Math.floor(now - times.span) }, signal);
    },
    refetchInterval: pollOf(times),
    placeholderData: (before) => (before?.table === table && before.index === index ? before : undefined),
  });

export const useThrottles = (table: string) =>
  useQuery({
    queryKey: ["throttles", table],
    queryFn: ({ signal }) => readThrottles(table, signal),
    refetchInterval: THROTTLES_EVERY,
  });
