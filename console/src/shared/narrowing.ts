import { parse } from "lossless-json";

import { FILTER_OPS, type FilterOp, type FilterPart, takesValue } from "../data/requests/filter";
import { fromWire, toWire } from "../data/values/dynamodb_json";
import type { Value } from "../data/values/value";
import type { KeyCondition, Narrowing } from "./view_addresses";

export const KEY_CONDITIONS: readonly KeyCondition[] = ["=", "begins_with", "between", "<", "<=", ">", ">="];

// Reads the members that `itemsAddress` writes. Errors: throws if they are not DynamoDB JSON.
export function narrowingOf(members: URLSearchParams): Narrowing {
  const pk = members.get("pk");
  const sk = members.get("sk");
  const sk2 = members.get("sk2");
  const op = members.get("op");
  return {
    index: members.get("index") ?? undefined,
    pk: pk === null ? undefined : valuesOf(pk),
    sk: sk === null ? undefined : valuesOf(sk),
    op: KEY_CONDITIONS.find((one) => one === op),
    sk2: sk2 === null ? undefined : fromWire(parse(sk2)),
  };
}

function valuesOf(text: string): Value[] {
  const parsed = parse(text);
  if (!Array.isArray(parsed)) throw new Error("a list of values is expected");
  return parsed.map((one) => fromWire(one));
}

// The member of an address that holds a filter. `filter` is the list of tables' own.
export const FILTER_MEMBER = "where";

// A filter in the address: `[["status", "=", {"S": "open"}]]`. Errors: throws if it is something else.
export function filterOf(text: string): FilterPart[] {
  if (text === "") return [];
  const parsed = parse(text);
  if (!Array.isArray(parsed)) throw new Error("a list of conditions is expected");
  return parsed.map((one: unknown) => {
    if (!Array.isArray(one) || typeof one[0] !== "string") throw new Error("a condition is expected");
    const op = FILTER_OPS.find(([name]) => name === one[1])?.[0];
    if (op === undefined) throw new Error("an operator is expected");
    const value = takesValue(op) ? fromWire(one[2]) : undefined;
    return { attribute: one[0], op, value, end: op === "between" ? fromWire(one[3]) : undefined };
  });
}

export const filterText = (parts: readonly FilterPart[]): string =>
  parts.length === 0 ? "" : JSON.stringify(parts.map(memberOf));

const memberOf = ({ attribute, op, value, end }: FilterPart): [string, FilterOp, ...object[]] => [
  attribute,
  op,
  ...(value === undefined ? [] : [toWire(value)]),
  ...(end === undefined ? [] : [toWire(end)]),
];
