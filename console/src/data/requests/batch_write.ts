import type { WireItem } from "../values/dynamodb_json";
import { dynamodb } from "./services";
import { wait } from "./wait";

export const BATCH_WRITES_MAX = 25;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 2000;

export type Write = { PutRequest: { Item: WireItem } } | { DeleteRequest: { Key: WireItem } };

interface BatchAnswer {
  readonly UnprocessedItems?: { readonly [table: string]: readonly Write[] };
}

// Writes one batch to its end. The server hands back writes that met the table's capacity; they are
// sent again after a pause that doubles.
export async function writeBatch(table: string, writes: readonly Write[], signal: AbortSignal): Promise<void> {
  let left = writes;
  for (let pause = PAUSE_MS_MIN; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    const request = { RequestItems: { [table]: left } };
    const answer = await dynamodb<BatchAnswer>("BatchWriteItem", request, signal);
    left = answer.UnprocessedItems?.[table] ?? [];
    if (left.length === 0) return;
    await wait(pause, signal);
  }
}
