import { type FilterOp, type FilterPart, takesValue } from "../../data/requests/filter";
import { keysOf } from "../../data/requests/key_schema";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { KeyCondition, Narrowing } from "../../shared/view_addresses";
import { type TypedType, typedProblem, typedText, typedValue, typeOf } from "./typed_value";

// The form's content while a user types.
export interface NarrowDraft {
  readonly index: string; // empty: the table
  readonly pk: readonly string[];
  readonly sk: readonly string[];
  readonly op: KeyCondition;
  readonly sk2: string;
  readonly filter: readonly FilterDraft[];
}

export interface FilterDraft {
  readonly attribute: string;
  readonly op: FilterOp;
  readonly type: TypedType;
  readonly value: string;
  readonly end: string;
}

export const NEW_FILTER: FilterDraft = { attribute: "", op: "=", type: "S", value: "", end: "" };

export interface KeyField {
  readonly name: string;
  readonly type: TypedType;
}

export const emptyDraft = (index: string, filter: readonly FilterDraft[]): NarrowDraft => ({
  index,
  pk: [],
  sk: [],
  op: "=",
  sk2: "",
  filter,
});

export function draftOf({ index = "", pk = [], sk = [], op = "=", sk2 }: Narrowing, filter: readonly FilterPart[]): NarrowDraft {
  return {
    index,
    pk: pk.map(typedText),
    sk: sk.map(typedText),
    op,
    sk2: typedText(sk2),
    filter: filter.map(({ attribute, op: by, value, end }) => ({
      attribute,
      op: by,
      type: typeOf(value),
      value: typedText(value),
      end: typedText(end),
    })),
  };
}

export function keyFields(table: TableDescription, index: string): { pk: readonly KeyField[]; sk: readonly KeyField[] } {
  const { hash, range } = keysOf(table, index === "" ? undefined : index);
  const types = new Map(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  const field = (name: string): KeyField => ({ name, type: types.get(name) ?? "S" });
  return { pk: hash.map(field), sk: range.map(field) };
}

// Returns what is wrong with a field of the key, or an empty text. Key attributes are never empty.
export const keyFieldProblem = ({ type }: KeyField, text: string): string =>
  text === "" ? "A value is missing" : typedProblem(type, text);

// The values of the sort key up to the first empty one: a Query takes them from left to right.
const givenOf = (texts: readonly string[], count: number): readonly string[] => {
  const given = texts.slice(0, count);
  const empty = given.findIndex((text) => text === "");
  return empty < 0 ? given : given.slice(0, empty);
};

export function problemOf(table: TableDescription, draft: NarrowDraft): string {
  const { pk, sk } = keyFields(table, draft.index);
  const hasKey = [...draft.pk, ...draft.sk].some((text) => text !== "");
  if (hasKey && pk.some((field, at) => keyFieldProblem(field, draft.pk[at] ?? "") !== "")) return "The partition key needs its value.";
  const given = givenOf(draft.sk, sk.length);
  if (draft.sk.slice(given.length).some((text) => text !== "")) return "The attributes of the sort key are given from left to right.";
  if (given.some((text, at) => keyFieldProblem(sk[at]!, text) !== "")) return "The sort key has another type.";
  const last = sk[given.length - 1];
  if (last !== undefined && draft.op === "between" && keyFieldProblem(last, draft.sk2) !== "") return "The upper end is missing.";
  if (last?.type === "N" && draft.op === "begins_with") return "A number does not begin with another one.";
  const wrong = draft.filter.some((one) => filterProblem(one) !== "");
  return wrong ? "A condition of the filter is not complete." : "";
}

export function filterProblem({ attribute, op, type, value, end }: FilterDraft): string {
  if (attribute === "") return "The attribute's name is missing";
  if (!takesValue(op)) return "";
  return typedProblem(type, value) || (op === "between" ? typedProblem(type, end) : "");
}

// REQUIRES: the draft has no problem.
export function narrowingIn(table: TableDescription, draft: NarrowDraft): { narrowing: Narrowing; filter: FilterPart[] } {
  const { pk, sk } = keyFields(table, draft.index);
  const index = draft.index === "" ? undefined : draft.index;
  const filter = draft.filter.map(({ attribute, op, type, value, end }) => ({
    attribute,
    op,
    value: takesValue(op) ? typedValue(type, value) : undefined,
    end: op === "between" ? typedValue(type, end) : undefined,
  }));
  if (draft.pk.every((text) => text === "")) return { narrowing: { index }, filter };
  const given = givenOf(draft.sk, sk.length);
  const last = sk[given.length - 1];
  const narrowing: Narrowing = {
    index,
    pk: pk.map(({ type }, at) => typedValue(type, draft.pk[at]!)),
    ...(last === undefined ? {} : { sk: given.map((text, at) => typedValue(sk[at]!.type, text)), op: draft.op }),
    ...(last !== undefined && draft.op === "between" ? { sk2: typedValue(last.type, draft.sk2) } : {}),
  };
  return { narrowing, filter };
}
