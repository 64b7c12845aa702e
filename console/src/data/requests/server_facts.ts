import { noteReading } from "../clock_changes";
import type { Bill } from "./bill_shapes";
import { admin } from "./services";
import { send } from "./send";
import { Failure } from "./failure";

export interface Health {
  readonly status: "ok" | "cannot-write" | "damaged";
  readonly reason?: string;
  readonly expiry?: "held";
  readonly version: string;
}

export interface ClockReading {
  readonly time: string;
  readonly machineTime: string;
  readonly frozen: boolean;
  readonly scale: number;
  readonly expiry?: "held";
}

export interface IndexProgress {
  readonly laggedRecords?: number; // commits of the server that its indexes have yet to take in
  readonly indexes: readonly {
    readonly table: string;
    readonly index: string;
    readonly status: string;
    readonly rows?: number;
    readonly rowsEstimated?: number;
    readonly percent?: number;
  }[];
}

// A server in trouble answers 503 with its health.
export const readHealth = (signal?: AbortSignal): Promise<Health> =>
  admin("health", signal, { accepted: [503] });

export async function readClock(signal?: AbortSignal): Promise<ClockReading> {
  const reading = await admin<ClockReading>("clock", signal);
  noteReading(reading);
  return reading;
}
export const readBill = (signal?: AbortSignal): Promise<Bill> => admin("bill", signal);
export const readIndexProgress = (signal?: AbortSignal): Promise<IndexProgress> => admin("indexes", signal);

export interface Settings {
  readonly region: string;
  readonly memory: boolean;
  readonly capacity: "off" | "observe" | "enforce";
  readonly "unit-decreases-max": number; // of a table or an index in a day
}
export const readSettings = (signal?: AbortSignal): Promise<Settings> => admin("settings", signal);

// When the server started, in seconds. It tells one run of the server from the next.
export async function readStart(signal?: AbortSignal): Promise<number> {
  const { text, status } = await send({ method: "GET", path: "/metrics", unsigned: true, signal });
  const line = /^process_start_time_seconds (\S+)$/m.exec(text);
  if (line === null) throw new Failure("NoStartTime", "The metrics lack the start time.", status, "");
  return Number(line[1]);
}
