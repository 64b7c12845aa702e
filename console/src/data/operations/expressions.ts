import { inlined, lifted, type Placeholders } from "../expressions/lift";
import { fromWire, NotDynamoDbJson, toWire } from "../values/dynamodb_json";
import type { Value } from "../values/value";
import { type Input, objectOf } from "./operations";

// The expressions of an input as users type them: with names and values in place of placeholders.
export type ExpressionMember =
  | "KeyConditionExpression"
  | "FilterExpression"
  | "ProjectionExpression"
  | "UpdateExpression"
  | "ConditionExpression";

const MEMBERS: readonly ExpressionMember[] = [
  "KeyConditionExpression",
  "FilterExpression",
  "ProjectionExpression",
  "UpdateExpression",
  "ConditionExpression",
];
const NAMES = "ExpressionAttributeNames";
const VALUES = "ExpressionAttributeValues";

export function placeholdersOf(input: Input): Placeholders {
  const names = new Map<string, string>();
  for (const [name, text] of Object.entries(objectOf(input[NAMES]))) if (typeof text === "string") names.set(name, text);
  const values = new Map<string, Value>();
  for (const [name, wire] of Object.entries(objectOf(input[VALUES]))) {
    const value = valueOf(wire);
    if (value !== undefined) values.set(name, value);
  }
  return { names, values };
}

// undefined: the request has something there that is no value.
export function valueOf(wire: unknown): Value | undefined {
  try {
    return fromWire(wire);
  } catch (error) {
    if (error instanceof NotDynamoDbJson) return undefined;
    throw error;
  }
}

export function typedExpression(input: Input, member: ExpressionMember): string {
  const expression = input[member];
  return typeof expression === "string" ? inlined(expression, placeholdersOf(input)) : "";
}

// The input with another expression. Placeholders that nothing uses any more go.
// Errors: throws ExpressionProblem.
export function withExpression(input: Input, member: ExpressionMember, typed: string): Input {
  const known = placeholdersOf(input);
  const used = new Set(
    MEMBERS.filter((other) => other !== member).flatMap((other) => String(input[other] ?? "").match(/[#:]\w+/g) ?? []),
  );
  const kept = {
    names: new Map([...known.names].filter(([name]) => used.has(name))),
    values: new Map([...known.values].filter(([name]) => used.has(name))),
  };
  const result = lifted(typed, kept, known);
  const names = new Map([...kept.names, ...result.names]);
  const values = new Map([...kept.values, ...result.values]);
  const { [member]: _, [NAMES]: _names, [VALUES]: _values, ...rest } = input;
  const expression = result.expression.trim();
  return inOrder({
    ...rest,
    ...(expression === "" ? {} : { [member]: expression }),
    ...(names.size === 0 ? {} : { [NAMES]: Object.fromEntries(names) }),
    ...(values.size === 0 ? {} : { [VALUES]: Object.fromEntries([...values].map(([name, value]) => [name, toWire(value)])) }),
  });
}

const ORDER = [
  "TableName",
  "IndexName",
  "Key",
  "Item",
  ...MEMBERS,
  NAMES,
  VALUES,
  "Limit",
  "ExclusiveStartKey",
  "ScanIndexForward",
  "Segment",
  "TotalSegments",
  "ConsistentRead",
  "Select",
  "ReturnValues",
];

// Members in the order in which people read them. Members that are undefined go.
export function inOrder(input: Input): Input {
  const rank = (name: string): number => {
    const at = ORDER.indexOf(name);
    return at < 0 ? ORDER.length : at;
  };
  const members = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.sort(([a], [b]) => rank(a) - rank(b)));
}
