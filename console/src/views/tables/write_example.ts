import { BATCH_WRITES_MAX, writeBatch } from "../../data/requests/batch_write";
import { createTable, waitUntilActive } from "../../data/requests/tables";
import { toWireItem } from "../../data/values/dynamodb_json";
import { ORDERS_TABLE, ordersItems } from "./orders_example";

export interface Written {
  readonly done: number;
  readonly of: number;
}

// Creates the table of the orders example and writes its items.
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
}
