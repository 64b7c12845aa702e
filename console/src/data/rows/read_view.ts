import { type FilterPart, filterExpression } from "../requests/filter";
import { readUnmetered } from "../requests/services";
import type { TableDescription } from "../requests/table_shapes";
import { type Condition, indexOf, queryOf } from "../transfer/export_source";
import { fromWireItem, type WireItem } from "../values/dynamodb_json";
import type { Part, ReadPart } from "./row_loader";

// The source of the shown rows: a table or an index, a Query of it, and a filter.
export interface View {
  readonly table: TableDescription;
  readonly index?: string;
  readonly condition?: Condition; // absent: a Scan
  readonly filter: readonly FilterPart[];
}

export interface ViewRequest {
  readonly operation: "Query" | "Scan";
  readonly input: { readonly [member: string]: unknown };
}

interface Answer {
  readonly Items?: readonly WireItem[];
  readonly Count: number;
  readonly ScannedCount: number;
  readonly LastEvaluatedKey?: WireItem;
  readonly ConsumedCapacity?: { readonly CapacityUnits: number };
}

// The items and units that the requests of a view have read so far.
export interface Cost {
  readonly requests: number;
  readonly scanned: number;
  readonly returned: number;
  readonly units: number;
}

export const NO_COST: Cost = { requests: 0, scanned: 0, returned: 0, units: 0 };

// The request as a program would send it.
export function requestOf({ table, index, condition, filter }: View): ViewRequest {
  const key = condition === undefined ? {} : (queryOf(table, { kind: "query", index, condition }) as QueryMembers);
  const { text, names, values } = filterExpression(filter);
  const input = {
    TableName: table.TableName,
    ...(index === undefined ? {} : { IndexName: index }),
    ...key,
    ...(filter.length === 0 ? {} : { FilterExpression: text }),
    ...given("ExpressionAttributeNames", { ...key.ExpressionAttributeNames, ...names }),
    ...given("ExpressionAttributeValues", { ...key.ExpressionAttributeValues, ...values }),
  };
  return { operation: condition === undefined ? "Scan" : "Query", input };
}

interface QueryMembers {
  readonly ExpressionAttributeNames?: object;
  readonly ExpressionAttributeValues?: object;
}

const given = (member: string, value: object): object => (Object.keys(value).length === 0 ? {} : { [member]: value });

// The number of rows, where the server knows it.
export function rowCount({ table, index, condition, filter }: View): number | undefined {
  if (condition !== undefined || filter.length > 0) return undefined;
  return index === undefined ? table.ItemCount : indexOf(table, index)?.ItemCount;
}

// Reads parts of a view without being counted. `spend` hears what each of them would cost.
export function readerOf(view: View, spend: (cost: Cost) => void): ReadPart {
  const { operation, input } = requestOf(view);
  return async ({ from, segment, limit, countOnly }, signal) => {
    const request = {
      ...input,
      ...segment,
      Limit: limit,
      ExclusiveStartKey: from,
      Select: countOnly ? "COUNT" : undefined,
      ReturnConsumedCapacity: "TOTAL",
    };
    const { answer, explanation } = await readUnmetered<Answer>(operation, request, signal);
    if (!countOnly) spend(costOf(answer));
    return partOf(answer, view.filter.length > 0 ? undefined : restOf(explanation, limit));
  };
}

const costOf = (answer: Answer): Cost => ({
  requests: 1,
  scanned: answer.ScannedCount,
  returned: answer.Count,
  units: answer.ConsumedCapacity?.CapacityUnits ?? 0,
});

const partOf = (answer: Answer, rest: number | undefined): Part => ({
  items: (answer.Items ?? []).map((item) => fromWireItem(item)),
  count: answer.Count,
  scanned: answer.ScannedCount,
  next: answer.LastEvaluatedKey,
  rest,
});

// The explanation counts the pages behind this one, each with `limit` items.
function restOf(explanation: string | undefined, limit: number): number | undefined {
  try {
    const { pagesToGo } = JSON.parse(explanation ?? "{}") as { pagesToGo?: unknown };
    return typeof pagesToGo === "number" && pagesToGo > 0 ? pagesToGo * limit : undefined;
  } catch {
    return undefined;
  }
}
