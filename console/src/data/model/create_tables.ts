import { BATCH_WRITES_MAX, writeBatch } from "../requests/batch_write";
import type { ModelDescription } from "../requests/model_shapes";
import { readClock } from "../requests/server_facts";
import type { CreateTableRequest } from "../requests/table_shapes";
import { createTable, setTimeToLive, waitUntilActive } from "../requests/tables";
import { toWireItem } from "../values/dynamodb_json";
import { sampleRows } from "./sample_items";

export interface Creation {
  readonly what: string;
  readonly done: number;
  readonly of: number;
}

// Creates those tables of a model that do not exist, switches on their time to live, and fills them
// with `each` sample items of every entity.
export async function createModelTables(
  model: ModelDescription,
  existing: ReadonlySet<string>,
  each: number,
  progress: (creation: Creation) => void,
  signal: AbortSignal,
): Promise<void> {
  const tables = model.tables.filter((table) => !existing.has(table.name));
  for (const [done, table] of tables.entries()) {
    progress({ what: "tables", done, of: tables.length });
    await createTable(table.createTable as CreateTableRequest, signal);
    await waitUntilActive(table.name, signal);
    const attribute = expiryOf(model, table.name);
    if (attribute !== undefined) await setTimeToLive(table.name, attribute, true, signal);
  }
  if (each > 0) await fillTables(model, new Set(tables.map((table) => table.name)), each, progress, signal);
}

function expiryOf(model: ModelDescription, table: string): string | undefined {
  const attributes = model.entities.filter((entity) => entity.table === table).flatMap((entity) => entity.attributes);
  return attributes.find(({ kind }) => /^ttl\b/.test(kind))?.name;
}

// Writes `each` sample items of every entity of the tables.
export async function fillTables(
  model: ModelDescription,
  tables: ReadonlySet<string>,
  each: number,
  progress: (creation: Creation) => void,
  signal: AbortSignal,
): Promise<void> {
  const now = Math.floor(Date.parse((await readClock(signal)).time) / 1000);
  const rows = sampleRows(model, each, now).filter((row) => tables.has(row.table));
  let done = 0;
  for (const table of tables) {
    const writes = rows.filter((row) => row.table === table).map((row) => ({ PutRequest: { Item: toWireItem(row.item) } }));
    for (let at = 0; at < writes.length; at += BATCH_WRITES_MAX) {
      progress({ what: "items", done, of: rows.length });
      const batch = writes.slice(at, at + BATCH_WRITES_MAX);
      await writeBatch(table, batch, signal);
      done += batch.length;
    }
  }
}
