import { draft } from "../../data/model/draft";
import { BATCH_WRITES_MAX, writeBatch } from "../../data/requests/batch_write";
import { readExamples } from "../../data/requests/models";
import { createTable, waitUntilActive } from "../../data/requests/tables";
import { toWireItem } from "../../data/values/dynamodb_json";
import { ORDERS_TABLE, ordersItems } from "./orders_example";

const MODEL = "orders";

export interface Written {
  readonly done: number;
  readonly of: number;
}

// Creates the table of the orders example, writes its items and opens its model.
export async function writeOrdersExample(
  progress: (written: Written) => void,
  signal: AbortSignal,
): Promise<void> {
  const name = ORDERS_TABLE.TableName;
  await createTable(ORDERS_TABLE, signal);
  await waitUntilActive(name, signal);
  const writes = ordersItems().map((item) => ({ PutRequest: { Item: toWireItem(item) } }));
  for (let at = 0; at < writes.length; at += BATCH_WRITES_MAX) {
    progress({ done: at, of: writes.length });
    await writeBatch(name, writes.slice(at, at + BATCH_WRITES_MAX), signal);
  }
  await openModel(signal).catch(() => undefined); // the table serves without it
}

// A user may work on another model already.
async function openModel(signal: AbortSignal): Promise<void> {
  if (draft.get().text !== "") return;
  const example = (await readExamples(signal)).find(({ name }) => name === MODEL);
  if (example !== undefined) draft.set({ text: example.text });
}
