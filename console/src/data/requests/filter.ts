import { toWire, type WireValue } from "../values/dynamodb_json";
import type { Value } from "../values/value";

// A condition on an attribute beyond the key. DynamoDB reads items first and discards them then.
export interface FilterPart {
  readonly attribute: string;
  readonly op: FilterOp;
  readonly value?: Value;
  readonly end?: Value; // of `between`
}

export const FILTER_OPS = [
  ["=", "="],
  ["<>", "is not"],
  ["<", "<"],
  ["<=", "≤"],
  [">", ">"],
  [">=", "≥"],
  ["between", "between"],
  ["begins_with", "begins with"],
  ["contains", "contains"],
  ["attribute_exists", "exists"],
  ["attribute_not_exists", "is absent"],
] as const;

export type FilterOp = (typeof FILTER_OPS)[number][0];

export const takesValue = (op: FilterOp): boolean => !op.startsWith("attribute_");

export interface Expression {
  readonly text: string;
  readonly names: { readonly [placeholder: string]: string };
  readonly values: { readonly [placeholder: string]: WireValue };
}

// All parts joined with AND. Placeholders begin with `f`.
export function filterExpression(parts: readonly FilterPart[]): Expression {
  const names: { [placeholder: string]: string } = {};
  const values: { [placeholder: string]: WireValue } = {};
  const texts = parts.map(({ attribute, op, value, end }, at) => {
    const name = `#f${at}`;
    names[name] = attribute;
    if (!takesValue(op) || value === undefined) return `${op}(${name})`;
    values[`:f${at}`] = toWire(value);
    if (op === "between" && end !== undefined) {
      values[`:e${at}`] = toWire(end);
      return `${name} BETWEEN :f${at} AND :e${at}`;
    }
    return op === "begins_with" || op === "contains" ? `${op}(${name}, :f${at})` : `${name} ${op} :f${at}`;
  });
  return { text: texts.join(" AND "), names, values };
}
