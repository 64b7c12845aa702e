import { fromWireItem, type WireItem } from "../values/dynamodb_json";
import type { Item } from "../values/value";
import { readUnmetered } from "./services";

export interface Page {
  readonly items: readonly Item[];
  readonly next?: WireItem;
}

// One page of a table, which counts nowhere.
export async function scanPage(
  table: string,
  from: WireItem | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<Page> {
  const request = { TableName: table, ExclusiveStartKey: from, Limit: limit };
  const { answer } = await readUnmetered<{
    readonly Items?: readonly WireItem[];
    readonly LastEvaluatedKey?: WireItem;
  }>("Scan", request, signal);
  return { items: (answer.Items ?? []).map((item) => fromWireItem(item)), next: answer.LastEvaluatedKey };
}
