import { parse, stringify } from "lossless-json";

import { fromWireItem, toWireItem } from "./dynamodb_json";
import type { Item } from "./value";

const INDENT = 2;

export function itemToText(item: Item): string {
  return stringify(toWireItem(item), undefined, INDENT) ?? "{}";
}

// lossless-json refuses two members of one name, which JSON.parse would merge.
// Errors: throws NotDynamoDbJson, or lossless-json's SyntaxError.
export function textToItem(text: string): Item {
  return fromWireItem(parse(text));
}
