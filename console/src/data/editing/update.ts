import type { TableDescription } from "../requests/table_shapes";
import { toWire, toWireItem } from "../values/dynamodb_json";
import type { Item, Value } from "../values/value";
import type { Change } from "./changes";
import type { Path } from "../values/path";

// Requests that save an item. Every name is a placeholder, so reserved words need no care.

const EXPRESSION_BYTES_MAX = 4000; // DynamoDB takes 4096
const CHANGES_MAX = 140; // each takes up to two of the 300 operators of a condition

export const keyOf = (item: Item, table: TableDescription): Item =>
  new Map(
    table.KeySchema.flatMap(({ AttributeName }) => {
      const value = item.get(AttributeName);
      return value === undefined ? [] : [[AttributeName, value] as const];
    }),
  );

// Writes an item whose key must be free.
export const putNew = (table: TableDescription, item: Item): object => ({
  TableName: table.TableName,
  Item: toWireItem(item),
  ConditionExpression: "attribute_not_exists(#k)",
  ExpressionAttributeNames: { "#k": table.KeySchema[0]!.AttributeName },
});

// Deletes an item that must be there. The answer has the item, for undo.
export const deleteStored = (table: TableDescription, key: Item): object => ({
  TableName: table.TableName,
  Key: toWireItem(key),
  ConditionExpression: "attribute_exists(#k)",
  ExpressionAttributeNames: { "#k": table.KeySchema[0]!.AttributeName },
  ReturnValues: "ALL_OLD",
});

// Updates that make the changes, on the condition that every old value is still stored. One request
// takes many changes, but not any number of them.
export function updatesOf(table: TableDescription, key: Item, changes: readonly Change[]): Update[] {
  const updates: Update[] = [];
  let rest = changes;
  while (rest.length > 0) {
    let count = Math.min(rest.length, CHANGES_MAX);
    let request = updateOf(table, key, rest.slice(0, count));
    while (count > 1 && isTooLong(request)) {
      count = Math.ceil(count / 2);
      request = updateOf(table, key, rest.slice(0, count));
    }
    updates.push({ request, changes: rest.slice(0, count) });
    rest = rest.slice(count);
  }
  return updates;
}

export interface Update {
  readonly request: UpdateRequest;
  readonly changes: readonly Change[];
}

export interface UpdateRequest {
  readonly TableName: string;
  readonly Key: object;
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: { readonly [name: string]: string };
  readonly ExpressionAttributeValues?: object;
}

const isTooLong = ({ UpdateExpression, ConditionExpression }: UpdateRequest): boolean =>
  Math.max(UpdateExpression.length, ConditionExpression.length) > EXPRESSION_BYTES_MAX;

function updateOf(table: TableDescription, key: Item, changes: readonly Change[]): UpdateRequest {
  const words = placeholders();
  const sets: string[] = [];
  const removals: string[] = [];
  const conditions = [`attribute_exists(${words.path([table.KeySchema[0]!.AttributeName])})`];
  for (const { path, before, after } of changes) {
    const place = words.path(path);
    if (after === undefined) removals.push(place);
    else sets.push(`${place} = ${words.value(after)}`);
    conditions.push(before === undefined ? `attribute_not_exists(${place})` : `${place} = ${words.value(before)}`);
  }
  const clauses = [clause("SET", sets), clause("REMOVE", removals)].filter((text) => text !== "");
  return {
    TableName: table.TableName,
    Key: toWireItem(key),
    UpdateExpression: clauses.join(" "),
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: words.names(),
    ...(words.hasValues() && { ExpressionAttributeValues: words.values() }),
  };
}

const clause = (word: string, actions: readonly string[]): string =>
  actions.length === 0 ? "" : `${word} ${actions.join(", ")}`;

function placeholders() {
  const names = new Map<string, string>();
  const values: Value[] = [];
  const nameOf = (name: string): string => {
    const known = names.get(name) ?? `#${names.size}`;
    names.set(name, known);
    return known;
  };
  return {
    path: (path: Path): string =>
      path.map((step, at) => (typeof step === "number" ? `[${step}]` : (at === 0 ? "" : ".") + nameOf(step))).join(""),
    value: (value: Value): string => `:${values.push(value) - 1}`,
    names: () => Object.fromEntries([...names].map(([name, word]) => [word, name])),
    values: () => Object.fromEntries(values.map((value, at) => [`:${at}`, toWire(value)])),
    hasValues: () => values.length > 0,
  };
}
