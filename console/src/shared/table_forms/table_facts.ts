import { billingOf, type KeyElement, type TableDescription } from "../../data/requests/table_shapes";
import { countText, plural } from "../../data/values/amounts";

export const keyNames = (schema: readonly KeyElement[], kind: KeyElement["KeyType"]): string[] =>
  schema.filter((key) => key.KeyType === kind).map((key) => key.AttributeName);

// `PK / SK`, and `a + b / c` where several attributes make one side.
export function keysText(schema: readonly KeyElement[]): string {
  const sides = [keyNames(schema, "HASH"), keyNames(schema, "RANGE")];
  return sides.filter((side) => side.length > 0).map((side) => side.join(" + ")).join(" / ");
}

export const indexCount = (table: TableDescription): number =>
  (table.GlobalSecondaryIndexes?.length ?? 0) + (table.LocalSecondaryIndexes?.length ?? 0);

// Short, for the list: `On-demand` or `25 R, 10 W`.
export function billingText(table: TableDescription): string {
  const units = table.ProvisionedThroughput;
  if (billingOf(table) === "PAY_PER_REQUEST" || units === undefined) return "On-demand";
  return `${countText(units.ReadCapacityUnits)} R, ${countText(units.WriteCapacityUnits)} W`;
}

export const itemsText = (count: number): string => plural(count, "item");

export function statusTone(status: string): "good" | "warn" | "bad" {
  if (status === "ACTIVE") return "good";
  return status.endsWith("ING") ? "warn" : "bad";
}

// ACTIVE as Active: capitals shout.
export const statusText = (status: string): string =>
  status.charAt(0) + status.slice(1).toLowerCase().replaceAll("_", " ");
