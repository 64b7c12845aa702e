import { type Input, isObject, listOf, objectOf, type Operation, textOf } from "./operations";

// The actions of a batch or a transaction, each with the input of an operation on one item.
export const PART_KINDS = ["Get", "Put", "Update", "Delete", "ConditionCheck"] as const;
export type PartKind = (typeof PART_KINDS)[number];

export interface Part {
  readonly kind: PartKind;
  readonly input: Input;
}

const KINDS: { readonly [operation in Operation]?: readonly PartKind[] } = {
  BatchGetItem: ["Get"],
  BatchWriteItem: ["Put", "Delete"],
  TransactGetItems: ["Get"],
  TransactWriteItems: ["Put", "Update", "Delete", "ConditionCheck"],
};

// The kinds that an operation of several items takes; none for the others.
export const kindsOf = (operation: Operation): readonly PartKind[] => KINDS[operation] ?? [];

export const emptyPart = (kind: PartKind, table: string): Part => ({
  kind,
  input: { TableName: table, ...(kind === "Put" ? { Item: {} } : { Key: {} }) },
});

// The attributes and the consistency that a BatchGetItem asks of each table, beside the keys.
export const tableSpecsOf = (input: Input): [table: string, spec: Input][] =>
  tablesOf(input).map(([table, spec]) => [table, objectOf(spec)]);

export const withTableSpec = (input: Input, table: string, spec: Input): Input => ({
  ...input,
  RequestItems: Object.fromEntries(tablesOf(input).map(([name, own]) => [name, name === table ? spec : own])),
});

// Entries that have another form are left out; the form says so.
export function partsOf(operation: Operation, input: Input): Part[] {
  if (operation === "BatchGetItem") return tablesOf(input).flatMap(([table, spec]) => keysOf(table, spec));
  if (operation === "BatchWriteItem") return tablesOf(input).flatMap(([table, spec]) => writesOf(table, spec));
  return listOf(input["TransactItems"]).flatMap((entry) => {
    const [member, ...others] = Object.entries(objectOf(entry));
    const kind = PART_KINDS.find((one) => one === member?.[0]);
    if (kind === undefined || others.length > 0 || !isObject(member?.[1])) return [];
    return [{ kind, input: member[1] }];
  });
}

const tablesOf = (input: Input): [string, unknown][] => Object.entries(objectOf(input["RequestItems"]));

const keysOf = (table: string, spec: unknown): Part[] =>
  listOf(objectOf(spec)["Keys"]).map((Key) => ({ kind: "Get", input: { TableName: table, Key } }));

function writesOf(table: string, spec: unknown): Part[] {
  return listOf(spec).flatMap((entry): Part[] => {
    const { PutRequest, DeleteRequest } = objectOf(entry);
    if (isObject(PutRequest)) return [{ kind: "Put", input: { TableName: table, Item: PutRequest["Item"] } }];
    if (isObject(DeleteRequest)) return [{ kind: "Delete", input: { TableName: table, Key: DeleteRequest["Key"] } }];
    return [];
  });
}

// The input with these parts. What `before` has beside them stays.
export function inputOfParts(operation: Operation, parts: readonly Part[], before: Input): Input {
  if (operation !== "BatchGetItem" && operation !== "BatchWriteItem") {
    return { ...before, TransactItems: parts.map(({ kind, input }) => ({ [kind]: input })) };
  }
  const tables = new Map<string, Part[]>();
  for (const part of parts) {
    const table = textOf(part.input["TableName"]);
    tables.set(table, [...(tables.get(table) ?? []), part]);
  }
  const specs = objectOf(before["RequestItems"]);
  const entries = [...tables].map(([table, own]) => [
    table,
    operation === "BatchGetItem"
      ? { ...objectOf(specs[table]), Keys: own.map(({ input }) => input["Key"] ?? {}) }
      : own.map(({ kind, input }) =>
          kind === "Put" ? { PutRequest: { Item: input["Item"] ?? {} } } : { DeleteRequest: { Key: input["Key"] ?? {} } },
        ),
  ]);
  return { ...before, RequestItems: Object.fromEntries(entries) };
}
