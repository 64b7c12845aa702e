import type { OperationRequest } from "../code/request";

// The operations that the builder offers.
export const OPERATIONS = [
  "GetItem",
  "Query",
  "Scan",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "BatchGetItem",
  "BatchWriteItem",
  "TransactGetItems",
  "TransactWriteItems",
] as const;

export type Operation = (typeof OPERATIONS)[number];

// An input of DynamoDB's JSON, by its parameters.
export type Input = { readonly [parameter: string]: unknown };

export interface BuiltRequest extends OperationRequest {
  readonly operation: Operation;
  readonly input: Input;
}

const READS = new Set<Operation>(["GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems"]);

export const isRead = (operation: Operation): boolean => READS.has(operation);
export const isPaged = (operation: Operation): boolean => operation === "Query" || operation === "Scan";

export const operationOf = (name: string): Operation | undefined => OPERATIONS.find((one) => one === name);

export function isObject(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const objectOf = (value: unknown): Input => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

// The first input of an operation on a table.
export function emptyInput(operation: Operation, table: string): Input {
  switch (operation) {
    case "PutItem":
      return { TableName: table, Item: {} };
    case "GetItem":
    case "UpdateItem":
    case "DeleteItem":
      return { TableName: table, Key: {} };
    case "BatchGetItem":
      return { RequestItems: table === "" ? {} : { [table]: { Keys: [{}] } } };
    case "BatchWriteItem":
      return { RequestItems: table === "" ? {} : { [table]: [{ PutRequest: { Item: {} } }] } };
    case "TransactGetItems":
      return { TransactItems: [{ Get: { TableName: table, Key: {} } }] };
    case "TransactWriteItems":
      return { TransactItems: [{ Put: { TableName: table, Item: {} } }] };
    default:
      return { TableName: table };
  }
}

// The first table that a request names.
export function tableOf({ input }: BuiltRequest): string {
  if (typeof input["TableName"] === "string") return input["TableName"];
  const [table] = Object.keys(objectOf(input["RequestItems"]));
  if (table !== undefined) return table;
  const [action] = Object.values(objectOf(listOf(input["TransactItems"])[0]));
  return textOf(objectOf(action)["TableName"]);
}
