import { QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";

import { isMissing } from "../../data/requests/failure";
import {
  readBill,
  readClock,
  readHealth,
  readIndexProgress,
  readSettings,
  readStart,
} from "../../data/requests/server_facts";
import { describeTable, eachTable, listTables, readTags, readTimeToLive } from "../../data/requests/tables";
import type { TableDescription } from "../../data/requests/table_shapes";
import { readTraffic } from "../../data/requests/traffic";

// The console's reads. TanStack Query polls them while the page is visible, and never retries.

const SECOND = 1000;
const HEALTH_EVERY = 3 * SECOND;
const CLOCK_EVERY = 10 * SECOND;
const TABLES_EVERY = 5 * SECOND;
// Describing a table takes the server well under a millisecond. The pause bounds the share of it.
const TABLE_PAUSE = 20;
const TABLE_EVERY = 4 * SECOND;
const CHANGING_EVERY = SECOND;
const TRAFFIC_EVERY = 15 * SECOND;
const BILL_EVERY = 30 * SECOND;
const START_EVERY = 60 * SECOND;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: "always", refetchOnWindowFocus: true, staleTime: SECOND },
  },
});

export const useHealth = () =>
  useQuery({ queryKey: ["health"], queryFn: ({ signal }) => readHealth(signal), refetchInterval: HEALTH_EVERY });

export const useClock = () =>
  useQuery({ queryKey: ["clock"], queryFn: ({ signal }) => readClock(signal), refetchInterval: CLOCK_EVERY });

export const useStart = () =>
  useQuery({ queryKey: ["start"], queryFn: ({ signal }) => readStart(signal), refetchInterval: START_EVERY });

export const useSettings = () =>
  useQuery({ queryKey: ["settings"], queryFn: ({ signal }) => readSettings(signal), staleTime: Infinity });

export const useBill = () =>
  useQuery({ queryKey: ["bill"], queryFn: ({ signal }) => readBill(signal), refetchInterval: BILL_EVERY });

// Every table with its description, by name.
export const useTables = () =>
  useQuery({
    queryKey: ["tables"],
    queryFn: async ({ signal }) => describeAll(await listTables(signal), signal),
    refetchInterval: (query) => TABLES_EVERY + TABLE_PAUSE * (query.state.data?.length ?? 0),
  });

async function describeAll(names: readonly string[], signal: AbortSignal): Promise<TableDescription[]> {
  const described = await eachTable(names, (name) =>
    describeTable(name, signal).catch((error: unknown) => {
      if (isMissing(error)) return undefined; // deleted since it was listed
      throw error;
    }),
  );
  return described.filter((table) => table !== undefined);
}

export const isChanging = (table: TableDescription): boolean =>
  table.TableStatus !== "ACTIVE" ||
  (table.GlobalSecondaryIndexes ?? []).some((index) => index.IndexStatus !== "ACTIVE");

export function useTable(name: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ["table", name],
    queryFn: ({ signal }) => describeTable(name, signal),
    initialData: () =>
      client.getQueryData<TableDescription[]>(["tables"])?.find((table) => table.TableName === name),
    initialDataUpdatedAt: 0,
    refetchInterval: (query) =>
      query.state.data !== undefined && isChanging(query.state.data) ? CHANGING_EVERY : TABLE_EVERY,
  });
}

export const useTimeToLive = (name: string) =>
  useQuery({ queryKey: ["ttl", name], queryFn: ({ signal }) => readTimeToLive(name, signal) });

export const useTags = (arn: string) =>
  useQuery({ queryKey: ["tags", arn], queryFn: ({ signal }) => readTags(arn, signal), enabled: arn !== "" });

export const useIndexProgress = (enabled: boolean) =>
  useQuery({
    queryKey: ["indexes"],
    queryFn: ({ signal }) => readIndexProgress(signal),
    refetchInterval: CHANGING_EVERY,
    enabled,
  });

// Metrics follow service time, so the window ends at the server's clock.
export function useTraffic(tables: readonly TableDescription[]) {
  const names = tables.map((table) => table.TableName);
  return useQuery({
    queryKey: ["traffic", names],
    queryFn: async ({ signal }) =>
      readTraffic(tables, Date.parse((await readClock(signal)).time) / SECOND, signal),
    enabled: tables.length > 0,
    refetchInterval: TRAFFIC_EVERY,
    placeholderData: (before) => before,
  });
}

// Reads everything about tables again, after a change.
export const refreshTables = async (): Promise<void> => {
  await Promise.all(
    ["tables", "table", "ttl", "tags", "indexes"].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
};
