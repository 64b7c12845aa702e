import type { CapacityMode } from "./heat_shapes";
import { admin } from "./services";
import { send } from "./send";

export interface TableMode {
  readonly table: string;
  readonly mode: CapacityMode | null; // null: as the server
  readonly effective: CapacityMode;
}

export const readMode = (table: string, signal?: AbortSignal): Promise<TableMode> =>
  admin(`tables/${table}/capacity`, signal);

export const setMode = (table: string, mode: CapacityMode | null, signal?: AbortSignal): Promise<unknown> =>
  send({
    method: "POST",
    path: `/_stator/tables/${table}/capacity`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode }),
    signal,
  });
