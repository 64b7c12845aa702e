import { readUnmetered } from "../requests/services";
import type { IndexDescription, KeyElement, TableDescription } from "../requests/table_shapes";
import { wait } from "../requests/wait";
import { toWire, toWireItem, type WireItem, type WireValue } from "../values/dynamodb_json";
import type { Item, Value } from "../values/value";

// The source of an export. Its reads are not counted.
export type Source =
  | { readonly kind: "scan"; readonly index?: string }
  | { readonly kind: "query"; readonly index?: string; readonly condition: Condition }
  | { readonly kind: "keys"; readonly keys: readonly Item[] };

// A Query's condition on keys of one or several attributes.
export interface Condition {
  readonly pk: readonly Value[];
  readonly sk: readonly Value[];
  readonly op: string; // between the last value of `sk` and its attribute
  readonly sk2?: Value;
}

type Pages = AsyncGenerator<readonly WireItem[]>;

interface Page {
  readonly Items: readonly WireItem[];
  readonly LastEvaluatedKey?: WireItem;
}

const SEGMENTS = 4;
const KEYS_AT_ONCE = 100; // of BatchGetItem
const PAUSE_MS = 100;

export const indexOf = (table: TableDescription, name: string): IndexDescription | undefined =>
  [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])].find(
    (index) => index.IndexName === name,
  );

const isGlobal = (table: TableDescription, name: string): boolean =>
  (table.GlobalSecondaryIndexes ?? []).some((index) => index.IndexName === name);

// The readers of a source. They may run side by side.
export function readersOf(table: TableDescription, source: Source, signal: AbortSignal): Pages[] {
  if (source.kind === "keys") return [byKeys(table, source.keys, signal)];
  const request = {
    TableName: table.TableName,
    IndexName: source.index,
    ConsistentRead: source.index === undefined || !isGlobal(table, source.index),
  };
  if (source.kind === "query") {
    return [pages("Query", { ...request, ...queryOf(table, source) }, signal)];
  }
  return Array.from({ length: SEGMENTS }, (_, Segment) =>
    pages("Scan", { ...request, Segment, TotalSegments: SEGMENTS }, signal),
  );
}

async function* pages(operation: "Query" | "Scan", request: object, signal: AbortSignal): Pages {
  let from: WireItem | undefined;
  do {
    const { answer } = await readUnmetered<Page>(operation, { ...request, ExclusiveStartKey: from }, signal);
    yield answer.Items;
    from = answer.LastEvaluatedKey;
  } while (from !== undefined);
}

interface BatchAnswer {
  readonly Responses: { readonly [table: string]: readonly WireItem[] };
  readonly UnprocessedKeys?: { readonly [table: string]: { readonly Keys: readonly WireItem[] } };
}

// Items that were deleted since their keys were selected are left out.
async function* byKeys(table: TableDescription, keys: readonly Item[], signal: AbortSignal): Pages {
  const name = table.TableName;
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    let left: readonly WireItem[] = keys.slice(at, at + KEYS_AT_ONCE).map(toWireItem);
    for (;;) {
      const request = { RequestItems: { [name]: { Keys: left, ConsistentRead: true } } };
      const { answer } = await readUnmetered<BatchAnswer>("BatchGetItem", request, signal);
      const items = answer.Responses[name] ?? [];
      yield items;
      left = answer.UnprocessedKeys?.[name]?.Keys ?? [];
      if (left.length === 0) break;
      if (items.length === 0) await wait(PAUSE_MS, signal);
    }
  }
}

export function queryOf(table: TableDescription, source: Source & { readonly kind: "query" }): object {
  const schema = (source.index === undefined ? undefined : indexOf(table, source.index)?.KeySchema) ?? table.KeySchema;
  const { pk, sk, op, sk2 } = source.condition;
  const names: { [placeholder: string]: string } = {};
  const values: { [placeholder: string]: WireValue } = {};
  const conditions: string[] = [];
  const add = (element: KeyElement | undefined, value: Value, form: (name: string, value: string) => string) => {
    if (element === undefined) return;
    const at = conditions.length;
    names[`#k${at}`] = element.AttributeName;
    values[`:k${at}`] = toWire(value);
    conditions.push(form(`#k${at}`, `:k${at}`));
  };
  const equals = (name: string, value: string) => `${name} = ${value}`;
  const last = (name: string, value: string) => {
    if (op === "begins_with") return `begins_with(${name}, ${value})`;
    if (op !== "between" || sk2 === undefined) return `${name} ${op === "" || op === "between" ? "=" : op} ${value}`;
    values[":end"] = toWire(sk2);
    return `${name} BETWEEN ${value} AND :end`;
  };
  const ofKind = (kind: string) => schema.filter((element) => element.KeyType === kind);
  pk.forEach((value, at) => add(ofKind("HASH")[at], value, equals));
  sk.forEach((value, at) => add(ofKind("RANGE")[at], value, at === sk.length - 1 ? last : equals));
  return {
    KeyConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}
