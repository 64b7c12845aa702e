import type { Heat, Hooks, ThrottleList } from "./heat_shapes";
import { admin } from "./services";

export interface HeatRange {
  readonly index?: string; // a global index
  readonly from?: number; // seconds of service time; absent: as far back as the history goes
  readonly to?: number; // absent: now
}

export const readHeat = (table: string, range: HeatRange, signal?: AbortSignal): Promise<Heat> =>
  admin(`tables/${table}/heat`, signal, { query: queryOf(range) });

export const readThrottles = (table: string, signal?: AbortSignal): Promise<ThrottleList> =>
  admin(`tables/${table}/throttles`, signal);

export const readHooks = (signal?: AbortSignal): Promise<Hooks> => admin("hooks", signal);

function queryOf(range: HeatRange): string {
  return Object.entries(range)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
