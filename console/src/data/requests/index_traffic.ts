import { readMetrics } from "./metrics";

// The traffic of a global index.
export interface IndexTraffic {
  readonly readUnits: number; // a second, over the last whole minute
  readonly writeUnits: number;
  readonly throttles: number; // in the last hour
}

const MINUTE = 60;
const HOUR = 3600;

const QUERIES = [
  ["read", "ConsumedReadCapacityUnits"],
  ["write", "ConsumedWriteCapacityUnits"],
  ["readThrottles", "ReadThrottleEvents"],
  ["writeThrottles", "WriteThrottleEvents"],
].map(([id, metric]) => ({ id: id!, metric: metric!, stat: "Sum" }));

// `now` is service time in seconds.
export async function readIndexTraffic(
  table: string,
  index: string,
  now: number,
  signal?: AbortSignal,
): Promise<IndexTraffic> {
  const minute = Math.floor(now / MINUTE) * MINUTE;
  const times = { from: minute - HOUR + MINUTE, to: minute + MINUTE, period: MINUTE };
  const values = await readMetrics(QUERIES, { table, index }, times, signal);
  const rate = (id: string): number => (values.get(id)?.get(minute - MINUTE) ?? 0) / MINUTE;
  const sum = (id: string): number => [...(values.get(id)?.values() ?? [])].reduce((all, one) => all + one, 0);
  return {
    readUnits: rate("read"),
    writeUnits: rate("write"),
    throttles: sum("readThrottles") + sum("writeThrottles"),
  };
}
