import type { ViewRequest } from "../../data/rows/read_view";
import { fromWire } from "../../data/values/dynamodb_json";
import { previewOf } from "../../data/values/preview";

const VALUE_CHARS = 40;

// A request in one line, with its values in place: `Query app-main: PK = "CUST#c101"`.
export function requestText({ operation, input }: ViewRequest): string {
  const { TableName, IndexName, KeyConditionExpression: key, FilterExpression: filter } = input;
  const names = (input["ExpressionAttributeNames"] ?? {}) as { readonly [name: string]: string };
  const values = (input["ExpressionAttributeValues"] ?? {}) as { readonly [name: string]: unknown };
  const filled = (text: unknown) =>
    String(text).replace(/[#:][a-z]\w*/g, (one) => (one.startsWith("#") ? (names[one] ?? one) : valueText(values[one])));
  const place = IndexName === undefined ? String(TableName) : `${String(TableName)} index ${String(IndexName)}`;
  const parts = [key === undefined ? "" : filled(key), filter === undefined ? "" : `filter ${filled(filter)}`];
  return [`${operation} ${place}`, ...parts.filter(Boolean)].join(" · ");
}

function valueText(wire: unknown): string {
  const value = fromWire(wire);
  const text = previewOf(value, VALUE_CHARS);
  return value.type === "S" ? `"${text}"` : text;
}
