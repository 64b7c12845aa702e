import { parse } from "lossless-json";

import type { TableDescription } from "../../data/requests/table_shapes";
import { indexOf, type Source } from "../../data/transfer/export_source";
import { fromWire } from "../../data/values/dynamodb_json";
import { previewText } from "../../data/values/preview_text";
import type { Value } from "../../data/values/value";
import type { Selection } from "../../shared/selection";

const SCAN = "scan:";
export const SELECTION = "selection";
export const QUERY = "";

type Query = Source & { readonly kind: "query" };

// The part of an address's query that says what is exported. Errors: throws if it is no Query.
function queryOf(members: URLSearchParams): Query | undefined {
  const pk = members.get("pk");
  if (pk === null) return undefined;
  const sk2 = members.get("sk2");
  const condition = {
    pk: valuesOf(pk),
    sk: valuesOf(members.get("sk") ?? "[]"),
    op: members.get("op") ?? "=",
    sk2: sk2 === null ? undefined : fromWire(parse(sk2)),
  };
  return { kind: "query", index: members.get("index") ?? undefined, condition };
}

function valuesOf(text: string): Value[] {
  const parsed = parse(text);
  if (!Array.isArray(parsed)) throw new Error("a list of values is expected");
  return parsed.map((one) => fromWire(one));
}

export interface Choices {
  readonly choices: readonly (readonly [from: string, text: string])[];
  readonly chosen: string;
  readonly source: Source | undefined; // undefined: `problem` says why
  readonly problem: string;
}

// The possible exports, and the choice of the address.
export function choicesOf(table: TableDescription, address: string, selected: Selection | undefined): Choices {
  const members = new URLSearchParams(address);
  const given = members.get("from") ?? QUERY;
  let query: Query | undefined;
  let problem = "";
  try {
    query = queryOf(members);
  } catch {
    problem = "The query in the address cannot be read.";
  }
  const isSelected = selected !== undefined && selected.table === table.TableName;
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
  const choices: (readonly [string, string])[] = [
    [SCAN, "The table"],
    ...indexes.map(({ IndexName }) => [SCAN + IndexName, `Index ${IndexName}`] as const),
    ...(query === undefined ? [] : [[QUERY, queryText(table, query)] as const]),
    ...(isSelected ? [[SELECTION, `${selected.keys.length} selected items`] as const] : []),
  ];
  const chosen = given === QUERY && query === undefined ? SCAN + (members.get("index") ?? "") : given;
  if (!choices.some(([from]) => from === chosen)) problem ||= problemOf(chosen);
  const source = problem !== "" ? undefined : sourceOf(chosen, query, selected);
  if (source?.kind === "query" && source.index !== undefined && indexOf(table, source.index) === undefined) {
    return { choices, chosen, source: undefined, problem: problemOf(SCAN + source.index) };
  }
  return { choices, chosen, source, problem };
}

function sourceOf(chosen: string, query: Query | undefined, selected: Selection | undefined): Source | undefined {
  if (chosen === SELECTION) return { kind: "keys", keys: selected?.keys ?? [] };
  if (chosen === QUERY) return query;
  const index = chosen.slice(SCAN.length);
  return { kind: "scan", index: index === "" ? undefined : index };
}

function problemOf(chosen: string): string {
  if (chosen === SELECTION) return "Nothing is selected any more. Select items again in the items view.";
  if (chosen.startsWith(SCAN)) return `The table has no index called ${chosen.slice(SCAN.length)}.`;
  return "The address does not say what to export.";
}

const OPERATORS: { readonly [op: string]: string } = { begins_with: "begins with", between: "between" };

// A Query in one line: `pk = c1, sk begins with ORDER#`.
export function queryText(table: TableDescription, { index, condition }: Query): string {
  const schema = (index === undefined ? undefined : indexOf(table, index)?.KeySchema) ?? table.KeySchema;
  const names = (kind: string) => schema.filter((key) => key.KeyType === kind).map((key) => key.AttributeName);
  const { pk, sk, op, sk2 } = condition;
  const part = (name: string, value: Value, by: string, end?: Value) =>
    `${name} ${OPERATORS[by] ?? by} ${previewText(value)}${end === undefined ? "" : ` and ${previewText(end)}`}`;
  const parts = [
    ...pk.map((value, at) => part(names("HASH")[at] ?? "?", value, "=")),
    ...sk.map((value, at) => {
      const isLast = at === sk.length - 1;
      return part(names("RANGE")[at] ?? "?", value, isLast ? op : "=", isLast && op === "between" ? sk2 : undefined);
    }),
  ];
  return `Query ${index === undefined ? "" : `${index} `}${parts.join(", ")}`;
}
