import type { WireItem } from "../values/dynamodb_json";
import { BATCH_WRITES_MAX, writeBatch } from "./batch_write";
import { readUnmetered } from "./services";
import type { TableDescription } from "./table_shapes";

const BATCHES_AT_ONCE = 4;

interface KeysPage {
  readonly Items: readonly WireItem[];
  readonly LastEvaluatedKey?: WireItem;
}

// Deletes the items that a scan finds, page by page, and reports the number deleted so far.
// Writers may add items meanwhile; those behind the scan stay.
export async function emptyTable(
  table: TableDescription,
  progress: (deleted: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  let from: WireItem | undefined;
  do {
    const { answer: page } = await readUnmetered<KeysPage>("Scan", keysOnly(table, from), signal);
    await eachBatch(page.Items, async (keys) => {
      await writeBatch(table.TableName, keys.map((Key) => ({ DeleteRequest: { Key } })), signal);
      deleted += keys.length;
      progress(deleted);
    });
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return deleted;
}

function keysOnly(table: TableDescription, from: WireItem | undefined): object {
  const names = table.KeySchema.map((key, at) => [`#k${at}`, key.AttributeName] as const);
  return {
    TableName: table.TableName,
    ProjectionExpression: names.map(([placeholder]) => placeholder).join(", "),
    ExpressionAttributeNames: Object.fromEntries(names),
    ExclusiveStartKey: from,
  };
}

async function eachBatch<T>(all: readonly T[], run: (batch: readonly T[]) => Promise<void>): Promise<void> {
  let at = 0;
  const work = async () => {
    while (at < all.length) {
      const batch = all.slice(at, at + BATCH_WRITES_MAX);
      at += BATCH_WRITES_MAX;
      await run(batch);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
}
