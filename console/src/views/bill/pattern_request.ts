import type { PatternBill } from "../../data/requests/bill_shapes";
import type { KeyElement, TableDescription } from "../../data/requests/table_shapes";

// A request of a pattern, to look at and to fill in: keys keep the pattern's `*` where data belongs.
export function patternRequest(pattern: PatternBill, table: TableDescription): { readonly operation: string; readonly input: object } | undefined {
  const rest = pattern.pattern.slice(pattern.operation.length).trim();
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
  const index = indexes.find(({ IndexName }) => rest === IndexName || rest.startsWith(`${IndexName} `));
  const key = index === undefined ? rest : rest.slice(index.IndexName.length).trim();
  const [pk = "", sk] = key.split(/ \/ (.*)/s);
  const schema = index?.KeySchema ?? table.KeySchema;
  const names = { hash: nameOf(schema, "HASH"), range: nameOf(schema, "RANGE") };
  const from = { TableName: table.TableName, ...(index === undefined ? {} : { IndexName: index.IndexName }) };
  switch (pattern.operation) {
    case "Scan":
      return { operation: "Scan", input: from };
    case "Query":
      return { operation: "Query", input: { ...from, ...conditions(names, pk, sk) } };
    case "GetItem":
    case "DeleteItem":
    case "UpdateItem":
      return { operation: pattern.operation, input: { ...from, Key: keyOf(names, pk, sk) } };
    case "PutItem":
      return { operation: "PutItem", input: { ...from, Item: keyOf(names, pk, sk) } };
    default:
      return undefined; // parts of batches and transactions are not requests of their own
  }
}

interface Names {
  readonly hash: string | undefined;
  readonly range: string | undefined;
}

const nameOf = (schema: readonly KeyElement[], kind: "HASH" | "RANGE"): string | undefined =>
  schema.find(({ KeyType }) => KeyType === kind)?.AttributeName;

const value = (template: string) => ({ S: template });

const keyOf = ({ hash, range }: Names, pk: string, sk: string | undefined): object => ({
  ...(hash === undefined ? {} : { [hash]: value(pk) }),
  ...(range === undefined || sk === undefined ? {} : { [range]: value(sk) }),
});

// ` / =A` is one value, ` / A*` a prefix, ` / A..` a range.
function conditions({ hash, range }: Names, pk: string, sk: string | undefined): object {
  const hasRange = range !== undefined && sk !== undefined;
  const condition = !hasRange ? "" : sk.startsWith("=") ? " AND #s = :s" : sk.endsWith("..") ? " AND #s >= :s" : " AND begins_with(#s, :s)";
  const text = sk?.replace(/^=/, "").replace(/(\.\.|\*)$/, "") ?? "";
  return {
    KeyConditionExpression: `#p = :p${condition}`,
    ExpressionAttributeNames: { "#p": hash ?? "", ...(hasRange ? { "#s": range } : {}) },
    ExpressionAttributeValues: { ":p": value(pk), ...(hasRange ? { ":s": value(text) } : {}) },
  };
}
