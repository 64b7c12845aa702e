import { fromWireItem } from "../values/dynamodb_json";
import { cppItem, cppList, cppPairs, cppText } from "./cpp_literals";
import type { Group, Piece } from "./layout";
import { brackets } from "./literals";

// The requests of libstator (client/types.h): each member in the order of its struct.

export class NotInLibstator extends Error {}

type Write = (value: unknown) => Piece;
type Members = readonly (readonly [parameter: string, member: string, write: Write])[];

const refuse = (): never => {
  throw new NotInLibstator();
};

const text: Write = (value) => (typeof value === "string" ? cppText(value) : refuse());
const whole: Write = (value) => (Number.isSafeInteger(value) ? String(value) : refuse());
const flag: Write = (value) => (typeof value === "boolean" ? String(value) : refuse());
const item: Write = (value) => cppItem(fromWireItem(value));
const names: Write = (value) =>
  cppPairs(membersOf(value).map(([name, one]) => [name, typeof one === "string" ? one : refuse()] as const));
const listOf = (write: Write): Write => (value) => (Array.isArray(value) ? cppList(value.map(write)) : refuse());
const mapOf = (write: Write): Write => (value) =>
  cppList(membersOf(value).map(([name, one]) => cppList([cppText(name), write(one)])));

// An enum of C++: UPDATED_OLD is ReturnValues::kUpdatedOld.
const choice = (type: string, texts: readonly string[], renamed: { readonly [text: string]: string } = {}): Write =>
  (value) => (typeof value === "string" && texts.includes(value) ? `${type}::k${renamed[value] ?? pascal(value)}` : refuse());
const pascal = (text: string): string =>
  text.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const OLD_ON_FAILURE = choice("ReturnOldItem", ["NONE", "ALL_OLD"], { NONE: "No", ALL_OLD: "Yes" });
const SELECT = choice("Select", ["ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT"]);
const RETURN_VALUES = choice("ReturnValues", ["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"]);

const TABLE = ["TableName", "table", text] as const;
const KEY = ["Key", "key", item] as const;
const PROJECTION = ["ProjectionExpression", "projection", text] as const;
const NAMES = ["ExpressionAttributeNames", "names", names] as const;
const VALUES = ["ExpressionAttributeValues", "values", item] as const;
const CONDITION = ["ConditionExpression", "condition", text] as const;
const UPDATE = ["UpdateExpression", "update", text] as const;
const CONSISTENT = ["ConsistentRead", "consistent_read", flag] as const;
const OLD = ["ReturnValuesOnConditionCheckFailure", "return_old_on_failure", OLD_ON_FAILURE] as const;
const CAPACITY = [
  "ReturnConsumedCapacity",
  "return_capacity",
  choice("ReturnConsumedCapacity", ["NONE", "INDEXES", "TOTAL"]),
] as const;
const METRICS = [
  "ReturnItemCollectionMetrics",
  "return_collection_metrics",
  choice("ReturnItemCollectionMetrics", ["NONE", "SIZE"]),
] as const;
const AFTER_WRITE: Members = [["ReturnValues", "return_values", RETURN_VALUES], OLD, CAPACITY, METRICS];
const PAGE: Members = [PROJECTION, NAMES, VALUES, ["Limit", "limit", whole], ["ExclusiveStartKey", "exclusive_start_key", item]];
const FILTER = ["FilterExpression", "filter", text] as const;
const INDEX = ["IndexName", "index", text] as const;
const SELECTED = ["Select", "select", SELECT] as const;

const CHECKED: Members = [CONDITION, NAMES, VALUES, OLD];
const TRANSACTED: { readonly [action: string]: { readonly type: string; readonly members: Members } } = {
  Put: { type: "TransactPut", members: [TABLE, ["Item", "item", item], ...CHECKED] },
  Update: { type: "TransactUpdate", members: [TABLE, KEY, UPDATE, ...CHECKED] },
  Delete: { type: "TransactDelete", members: [TABLE, KEY, ...CHECKED] },
  ConditionCheck: { type: "ConditionCheck", members: [TABLE, KEY, ...CHECKED] },
};
const BATCHED: typeof TRANSACTED = {
  PutRequest: { type: "BatchPut", members: [["Item", "item", item]] },
  DeleteRequest: { type: "BatchDelete", members: [["Key", "key", item]] },
};
const TRANSACT_GET: typeof TRANSACTED = {
  Get: { type: "TransactGet", members: [TABLE, KEY, PROJECTION, NAMES] },
};

const variant = (types: typeof TRANSACTED): Write => (value) => {
  const [entry, ...others] = membersOf(value);
  const found = entry === undefined ? undefined : types[entry[0]];
  if (entry === undefined || found === undefined || others.length > 0) return refuse();
  return struct(entry[1], found.members, found.type);
};

const BATCH_GET: Members = [["Keys", "keys", listOf(item)], PROJECTION, NAMES, CONSISTENT];

const REQUESTS: { readonly [operation: string]: Members } = {
  GetItem: [TABLE, KEY, PROJECTION, NAMES, CONSISTENT, CAPACITY],
  PutItem: [TABLE, ["Item", "item", item], CONDITION, NAMES, VALUES, ...AFTER_WRITE],
  UpdateItem: [TABLE, KEY, UPDATE, CONDITION, NAMES, VALUES, ...AFTER_WRITE],
  DeleteItem: [TABLE, KEY, CONDITION, NAMES, VALUES, ...AFTER_WRITE],
  Query: [
    TABLE,
    INDEX,
    ["KeyConditionExpression", "key_condition", text],
    FILTER,
    ...PAGE,
    ["ScanIndexForward", "scan_index_forward", flag],
    CONSISTENT,
    SELECTED,
    CAPACITY,
  ],
  Scan: [
    TABLE,
    INDEX,
    FILTER,
    ...PAGE,
    ["Segment", "segment", whole],
    ["TotalSegments", "total_segments", whole],
    CONSISTENT,
    SELECTED,
    CAPACITY,
  ],
  BatchGetItem: [["RequestItems", "tables", mapOf((one) => struct(one, BATCH_GET))], CAPACITY],
  BatchWriteItem: [["RequestItems", "tables", mapOf(listOf(variant(BATCHED)))], CAPACITY, METRICS],
  TransactGetItems: [["TransactItems", "gets", listOf((one) => variant(TRANSACT_GET)(one))], CAPACITY],
  TransactWriteItems: [
    ["TransactItems", "actions", listOf(variant(TRANSACTED))],
    ["ClientRequestToken", "client_request_token", text],
    CAPACITY,
    METRICS,
  ],
};

// Errors: throws NotInLibstator, or NotDynamoDbJson, for a request that the structs cannot express.
export const cppRequest = (operation: string, input: object): Piece =>
  struct(input, REQUESTS[operation] ?? refuse());

function struct(value: unknown, members: Members, type = ""): Group {
  const given = new Map(membersOf(value));
  const parts = members
    .filter(([parameter]) => given.has(parameter))
    .map(([parameter, member, write]) => ({ name: `.${member} = `, value: write(given.get(parameter)) }));
  if (parts.length < given.size) refuse();
  return brackets(`${type}{`, "}", parts, { endsWithComma: false });
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : refuse();
}
