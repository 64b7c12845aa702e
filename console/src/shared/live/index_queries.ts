import { useQuery } from "@tanstack/react-query";

import { readIndexTraffic } from "../../data/requests/index_traffic";
import { readClock } from "../../data/requests/server_facts";

const TRAFFIC_EVERY = 15_000;

// Metrics follow service time, so the window ends at the server's clock.
export const useIndexTraffic = (table: string, indexes: readonly string[]) =>
  useQuery({
    queryKey: ["index-traffic", table, indexes],
    queryFn: async ({ signal }) => {
      const now = Date.parse((await readClock(signal)).time) / 1000;
      const all = await Promise.all(
        indexes.map(async (index) => [index, await readIndexTraffic(table, index, now, signal)] as const),
      );
      return new Map(all);
    },
    enabled: indexes.length > 0,
    refetchInterval: TRAFFIC_EVERY,
    placeholderData: (before) => before,
  });
