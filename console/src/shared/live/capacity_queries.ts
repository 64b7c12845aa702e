import { useQuery } from "@tanstack/react-query";

import { readAlarms } from "../../data/requests/alarms";
import { latencyQueries, unitQueries } from "../../data/requests/capacity_metrics";
import { readMode } from "../../data/requests/capacity_mode";
import { type MetricTimes, type MetricValues, readMetrics } from "../../data/requests/metrics";
import { readScaling } from "../../data/requests/scaling";
import { readClock } from "../../data/requests/server_facts";
import { queryClient } from "./queries";

const SECOND = 1000;
const METRICS_EVERY = 15 * SECOND;
const SCALING_EVERY = 15 * SECOND;
const MODE_EVERY = 10 * SECOND;
const DAY = 86_400;
const PERIODS_A_SHORT_TIME = DAY + 3600; // longer times have periods of a quarter of an hour
const LONG_PERIOD = 900;
const MINUTE = 60;

// The last `span` seconds, or a range that stands still.
export type MetricRange = { readonly span: number } | { readonly from: number; readonly to: number };

export interface CapacityMetrics extends MetricTimes {
  readonly values: MetricValues;
}

// Metrics follow service time. The minute under way is left out, because it is not whole.
async function timesOf(range: MetricRange, signal: AbortSignal): Promise<MetricTimes> {
  const length = "span" in range ? range.span : range.to - range.from;
  const period = length <= PERIODS_A_SHORT_TIME ? MINUTE : LONG_PERIOD;
  const floor = (time: number) => Math.floor(time / period) * period;
  if (!("span" in range)) return { from: floor(range.from), to: floor(range.to + period - 1), period };
  const now = floor(Date.parse((await readClock(signal)).time) / SECOND);
  return { from: now - Math.ceil(range.span / period) * period, to: now, period };
}

export const useCapacityMetrics = (table: string, index: string | undefined, range: MetricRange | undefined) =>
  useQuery({
    queryKey: ["capacity-metrics", table, index, range],
    queryFn: async ({ signal }): Promise<CapacityMetrics> => {
      const times = await timesOf(range!, signal);
      // Latencies are those of the table's operations; indexes have none of their own.
      const [units, latencies] = await Promise.all([
        readMetrics(unitQueries(), { table, index }, times, signal),
        readMetrics(latencyQueries(), { table }, times, signal),
      ]);
      return { ...times, values: new Map([...units, ...latencies]) };
    },
    enabled: range !== undefined,
    refetchInterval: range !== undefined && "span" in range ? METRICS_EVERY : false,
    placeholderData: (before, query) => (query?.queryKey[1] === table && query.queryKey[2] === index ? before : undefined),
  });

export const useScaling = (table: string, index: string | undefined) =>
  useQuery({
    queryKey: ["scaling", table, index],
    queryFn: ({ signal }) => readScaling({ table, index }, signal),
    refetchInterval: SCALING_EVERY,
  });

export const useAlarms = (table: string) =>
  useQuery({ queryKey: ["alarms", table], queryFn: ({ signal }) => readAlarms(table, signal), refetchInterval: SCALING_EVERY });

export const useMode = (table: string) =>
  useQuery({ queryKey: ["mode", table], queryFn: ({ signal }) => readMode(table, signal), refetchInterval: MODE_EVERY });

// Reads what the view shows again, after a change.
export const refreshCapacity = async (): Promise<void> => {
  await Promise.all(
    ["scaling", "alarms", "mode", "table", "heat"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );
};
