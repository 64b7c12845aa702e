import { deleteStored, putNew } from "../editing/update";
import { Failure } from "../requests/failure";
import { dynamodb } from "../requests/services";
import type { TableDescription } from "../requests/table_shapes";
import { fromWireItem, type WireItem } from "../values/dynamodb_json";
import type { Item } from "../values/value";

const AT_ONCE = 4;

// Deletes items one by one, because each answer holds what undo puts back. `deleted` hears of each
// item, also when the work is stopped or fails later. Items that are gone already are left out.
export async function deleteItems(
  table: TableDescription,
  keys: readonly Item[],
  deleted: (item: Item) => void,
  signal: AbortSignal,
): Promise<void> {
  await each(keys, signal, async (key) => {
    const request = deleteStored(table, key);
    const answer = await unlessRefused(dynamodb<{ Attributes?: WireItem }>("DeleteItem", request, signal));
    if (answer !== undefined) deleted(answer.Attributes === undefined ? key : fromWireItem(answer.Attributes));
  });
}

// Writes items whose keys are free. Returns those whose keys are taken.
export async function putFree(
  table: TableDescription,
  items: readonly Item[],
  written: (item: Item) => void,
  signal: AbortSignal,
): Promise<Item[]> {
  const taken: Item[] = [];
  await each(items, signal, async (item) => {
    const answer = await unlessRefused(dynamodb<object>("PutItem", putNew(table, item), signal));
    if (answer === undefined) taken.push(item);
    else written(item);
  });
  return taken;
}

async function each(all: readonly Item[], signal: AbortSignal, work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      signal.throwIfAborted();
      await work(all[next++]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

// A refused condition is an answer here. Returns undefined for it.
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && error.type === "ConditionalCheckFailedException") return undefined;
    throw error;
  }
}
