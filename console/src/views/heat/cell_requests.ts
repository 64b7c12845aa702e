import type { KeyAttributes } from "../../data/requests/heat_shapes";
import type { KeyElement, TableDescription } from "../../data/requests/table_shapes";
import { fromWire } from "../../data/values/dynamodb_json";
import type { Narrowing } from "../../shared/view_addresses";
import { valueText } from "./heat_rows";

export const schemaOf = (table: TableDescription, index: string | undefined): readonly KeyElement[] =>
  table.GlobalSecondaryIndexes?.find((one) => one.IndexName === index)?.KeySchema ?? table.KeySchema;

// The attributes of the partition key, in its order.
function hashNames(table: TableDescription, index: string | undefined): string[] {
  return schemaOf(table, index).filter(({ KeyType }) => KeyType === "HASH").map(({ AttributeName }) => AttributeName);
}

const hashOf = (table: TableDescription, index: string | undefined, key: KeyAttributes): [name: string, value: KeyAttributes[string]][] =>
  hashNames(table, index).flatMap((name) => {
    const value = Object.hasOwn(key, name) ? key[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });

export const partitionKeyText = (table: TableDescription, index: string | undefined, key: KeyAttributes): string =>
  hashOf(table, index, key).map(([, value]) => valueText(value)).join(" / ");

// The items view shows the item collection of a key.
export const keyNarrowing = (table: TableDescription, index: string | undefined, key: KeyAttributes): Narrowing => ({
  index,
  pk: hashOf(table, index, key).map(([, value]) => fromWire(value)),
});

// The Query of the key's item collection.
export function keyQuery(table: TableDescription, index: string | undefined, key: KeyAttributes): object {
  const parts = hashOf(table, index, key);
  return {
    TableName: table.TableName,
    ...(index === undefined ? {} : { IndexName: index }),
    KeyConditionExpression: parts.map((_, at) => `#k${at} = :k${at}`).join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(parts.map(([name], at) => [`#k${at}`, name])),
    ExpressionAttributeValues: Object.fromEntries(parts.map(([, value], at) => [`:k${at}`, value])),
  };
}
