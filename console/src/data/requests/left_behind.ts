import type { WireItem } from "../values/dynamodb_json";
import { readUnmetered } from "./services";
import { eachTable, listTables, readTimeToLive } from "./tables";

// Time to live removes no item that expired more than five years ago (docs/clock.md).
export const EXPIRY_AGE_MAX_S = 5 * 365 * 86_400;

const PAGES_MAX = 20; // of a megabyte each, over all tables

export interface LeftBehind {
  readonly tables: readonly string[]; // that have such items, or may have
  readonly items: number;
  readonly complete: boolean; // false: the tables are too large to count
}

// Counts the items that a jump of service time from `now` to `then` would leave behind for ever.
export async function itemsLeftBehind(now: number, then: number, signal: AbortSignal): Promise<LeftBehind> {
  const range = { from: now - EXPIRY_AGE_MAX_S, to: then - EXPIRY_AGE_MAX_S };
  const expiring = await expiringTables(signal);
  const tables: string[] = [];
  let items = 0;
  let pages = PAGES_MAX;
  let complete = true;
  for (const { name, attribute } of expiring) {
    const found = await countBetween(name, attribute, range, pages, signal);
    pages -= found.pages;
    items += found.items;
    complete &&= found.complete;
    if (found.items > 0 || !found.complete) tables.push(name);
  }
  return { tables, items, complete };
}

interface Expiring {
  readonly name: string;
  readonly attribute: string;
}

async function expiringTables(signal: AbortSignal): Promise<Expiring[]> {
  const read = async (name: string): Promise<Expiring | undefined> => {
    const { TimeToLiveStatus: status, AttributeName: attribute } = await readTimeToLive(name, signal);
    return status.startsWith("ENABL") && attribute !== undefined ? { name, attribute } : undefined;
  };
  return (await eachTable(await listTables(signal), read)).filter((one) => one !== undefined);
}

interface Page {
  readonly Count: number;
  readonly LastEvaluatedKey?: WireItem;
}

async function countBetween(
  table: string,
  attribute: string,
  range: { readonly from: number; readonly to: number },
  pagesMax: number,
  signal: AbortSignal,
): Promise<{ items: number; pages: number; complete: boolean }> {
  let items = 0;
  let from: WireItem | undefined;
  for (let pages = 0; pages < pagesMax; pages++) {
    const { answer } = await readUnmetered<Page>(
      "Scan",
      {
        TableName: table,
        Select: "COUNT",
        ExclusiveStartKey: from,
        FilterExpression: "#expiry BETWEEN :from AND :to",
        ExpressionAttributeNames: { "#expiry": attribute },
        ExpressionAttributeValues: { ":from": whole(range.from), ":to": whole(range.to) },
      },
      signal,
    );
    items += answer.Count;
    from = answer.LastEvaluatedKey;
    if (from === undefined) return { items, pages: pages + 1, complete: true };
  }
  return { items, pages: pagesMax, complete: false };
}

const whole = (seconds: number) => ({ N: String(Math.round(seconds)) });
