import { fromWireItem, toWireItem, type WireItem } from "../values/dynamodb_json";
import type { Item } from "../values/value";
import { Failure } from "./failure";
import { dynamodb, readUnmetered } from "./services";

// One stored item by its key, or undefined. The read counts nowhere.
export async function readItem(table: string, key: Item, signal?: AbortSignal): Promise<Item | undefined> {
  const request = { TableName: table, Key: toWireItem(key), ConsistentRead: true };
  const { answer } = await readUnmetered<{ readonly Item?: WireItem }>("GetItem", request, signal);
  return answer.Item === undefined ? undefined : fromWireItem(answer.Item);
}

// The units that a write took: of the table, and of each index that it touched.
export interface UnitsTaken {
  readonly table: number;
  readonly indexes: ReadonlyMap<string, number>;
}

interface Taken {
  readonly CapacityUnits: number;
}

interface ConsumedCapacity {
  readonly Table?: Taken;
  readonly GlobalSecondaryIndexes?: { readonly [index: string]: Taken };
  readonly LocalSecondaryIndexes?: { readonly [index: string]: Taken };
}

export interface Written {
  readonly units: UnitsTaken;
  readonly old?: Item; // where the request asks for it
}

interface WriteAnswer {
  readonly ConsumedCapacity?: ConsumedCapacity;
  readonly Attributes?: WireItem;
}

type Write = "PutItem" | "UpdateItem" | "DeleteItem";

export async function writeItem(operation: Write, request: object, signal?: AbortSignal): Promise<Written> {
  const answer = await dynamodb<WriteAnswer>(operation, { ...request, ReturnConsumedCapacity: "INDEXES" }, signal);
  return {
    units: unitsOf(answer.ConsumedCapacity ?? {}),
    old: answer.Attributes === undefined ? undefined : fromWireItem(answer.Attributes),
  };
}

function unitsOf({ Table, GlobalSecondaryIndexes, LocalSecondaryIndexes }: ConsumedCapacity): UnitsTaken {
  const indexes = Object.entries({ ...GlobalSecondaryIndexes, ...LocalSecondaryIndexes });
  return {
    table: Table?.CapacityUnits ?? 0,
    indexes: new Map(indexes.map(([name, { CapacityUnits }]) => [name, CapacityUnits])),
  };
}

export function sumOfUnits(all: readonly UnitsTaken[]): UnitsTaken {
  const indexes = new Map<string, number>();
  for (const { indexes: some } of all) {
    for (const [name, units] of some) indexes.set(name, (indexes.get(name) ?? 0) + units);
  }
  return { table: all.reduce((sum, { table }) => sum + table, 0), indexes };
}

export const isRefusedCondition = (error: unknown): boolean =>
  error instanceof Failure && error.type === "ConditionalCheckFailedException";
