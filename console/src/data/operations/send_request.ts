import { explained } from "../requests/services";
import type { Item } from "../values/value";
import { fromWireItem } from "../values/dynamodb_json";
import { type Explanation, explanationOf } from "./explanation";
import { type BuiltRequest, type Input, isObject, isPaged, isRead, listOf, objectOf, textOf } from "./operations";
import { sentText } from "./request_text";
import { type Consumed, consumedOf } from "./units";

const CAPACITY = "ReturnConsumedCapacity";

export interface Outcome {
  readonly request: BuiltRequest;
  readonly answer: Input;
  readonly explanation: Explanation | undefined;
  readonly consumed: readonly Consumed[];
  readonly isMetered: boolean;
  readonly began: number; // tells outcomes apart
  readonly milliseconds: number;
}

// Sends a request once. It asks for the units by index too, and hides them if the user did not ask.
// Errors: throws Failure.
export async function sendRequest(request: BuiltRequest, isMetered: boolean, signal: AbortSignal): Promise<Outcome> {
  const { operation, input } = request;
  const asks = input[CAPACITY] !== undefined;
  const body = sentText(asks ? input : { ...input, [CAPACITY]: "INDEXES" });
  const metered = isMetered || !isRead(operation);
  const began = performance.now();
  const { answer: whole, explanation } = await explained<Input>(operation, body, signal, { metered });
  const milliseconds = performance.now() - began;
  const { ConsumedCapacity, ...rest } = whole;
  return {
    request,
    answer: asks ? whole : rest,
    explanation: explanationOf(explanation),
    consumed: consumedOf(ConsumedCapacity),
    isMetered: metered,
    began,
    milliseconds,
  };
}

// The request that an answer leads to: the next page, or what a batch left unprocessed.
export function followUpOf({ request, answer }: Pick<Outcome, "request" | "answer">) {
  const last = answer["LastEvaluatedKey"];
  if (isPaged(request.operation) && last !== undefined) {
    return { label: "Next page", request: { ...request, input: { ...request.input, ExclusiveStartKey: last } } };
  }
  const rest = objectOf(answer["UnprocessedKeys"] ?? answer["UnprocessedItems"]);
  if (Object.keys(rest).length === 0) return undefined;
  return { label: "Send what was left unprocessed", request: { ...request, input: { ...request.input, RequestItems: rest } } };
}

// Items of an answer with the table that each is in.
export interface FoundItems {
  readonly table: string;
  readonly items: readonly Item[];
}

export function itemsOf({ request, answer }: Pick<Outcome, "request" | "answer">): FoundItems[] {
  const { operation, input } = request;
  const own = textOf(input["TableName"]);
  switch (operation) {
    case "BatchGetItem":
      return Object.entries(objectOf(answer["Responses"])).map(([table, items]) => ({ table, items: read(items) }));
    case "TransactGetItems":
      return grouped(listOf(answer["Responses"]).map((one, at) => [gotTable(input, at), objectOf(one)["Item"]] as const));
    case "Query":
    case "Scan":
      return [{ table: own, items: read(answer["Items"]) }];
    case "GetItem":
      return [{ table: own, items: read([answer["Item"]]) }];
    default:
      return [{ table: own, items: read([answer["Attributes"]]) }].filter(({ items }) => items.length > 0);
  }
}

const read = (items: unknown): Item[] => listOf(items).filter(isObject).map((one) => fromWireItem(one));

const gotTable = (input: Input, at: number): string =>
  textOf(objectOf(objectOf(listOf(input["TransactItems"])[at])["Get"])["TableName"]);

function grouped(found: readonly (readonly [string, unknown])[]): FoundItems[] {
  const tables = new Map<string, Item[]>();
  for (const [table, item] of found) tables.set(table, [...(tables.get(table) ?? []), ...read([item])]);
  return [...tables].map(([table, items]) => ({ table, items }));
}

// Why a transaction was cancelled, action by action.
export interface Reason {
  readonly number: number;
  readonly code: string;
  readonly message: string;
  readonly item: Item | undefined;
}

export const reasonsOf = (failure: unknown): Reason[] =>
  listOf(bodyOf(failure)["CancellationReasons"]).map((one, at) => {
    const { Code, Message, Item: item } = objectOf(one);
    return { number: at + 1, code: textOf(Code), message: textOf(Message), item: isObject(item) ? fromWireItem(item) : undefined };
  });

// The item that a failed condition met, if the request asked for it.
export function metItem(failure: unknown): Item | undefined {
  const { Item: item } = bodyOf(failure);
  return isObject(item) ? fromWireItem(item) : undefined;
}

// The members of an error besides type and message. Another server's answer may be no JSON.
function bodyOf(failure: unknown): Input {
  if (!(failure instanceof Error) || !("body" in failure)) return {};
  try {
    return objectOf(JSON.parse(String(failure.body)));
  } catch {
    return {};
  }
}
