import { type Recognised, recogniserOf } from "../../../data/model/recognise";
import { sampleRows } from "../../../data/model/sample_items";
import type { ModelDescription } from "../../../data/requests/model_shapes";
import { readUnmetered } from "../../../data/requests/services";
import { fromWireItem } from "../../../data/values/dynamodb_json";
import type { Item } from "../../../data/values/value";

// An item with the entity and the row that it is in the model.
export interface KnownRow extends Recognised {
  readonly item: Item;
}

const ITEMS_READ = 60; // a picture of more is none
const INSTANCES_MAX = 16; // of an entity
const SAMPLE_TIME = 1_796_083_200; // one picture of one model

interface ScanAnswer {
  readonly Items?: readonly unknown[];
}

// The first items of the server's table. The read counts nowhere.
export async function readLiveRows(model: ModelDescription, table: string, signal: AbortSignal): Promise<KnownRow[]> {
  const { answer } = await readUnmetered<ScanAnswer>("Scan", { TableName: table, Limit: ITEMS_READ }, signal);
  return knownRows(model, table, (answer.Items ?? []).map((item) => fromWireItem(item)));
}

// A few items of each entity: two children under each parent.
export function sampleOf(model: ModelDescription, table: string): KnownRow[] {
  const rows = sampleRows(model, (depth) => Math.min(INSTANCES_MAX, 2 ** (depth + 1)), SAMPLE_TIME);
  return knownRows(model, table, rows.filter((row) => row.table === table).map(({ item }) => item));
}

// Items that the model does not know are left out.
export function knownRows(model: ModelDescription, table: string, items: readonly Item[]): KnownRow[] {
  const of = recogniserOf(model, table);
  return items.flatMap((item) => {
    const found = of(item);
    return found === undefined ? [] : [{ ...found, item }];
  });
}
