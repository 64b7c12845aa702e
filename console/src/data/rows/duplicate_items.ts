import type { TableDescription } from "../requests/table_shapes";
import { keysOf } from "../requests/key_schema";
import { readersOf } from "../transfer/export_source";
import { fromWireItem } from "../values/dynamodb_json";
import type { Item, Value } from "../values/value";

// The whole items of these keys, also where an index showed a part of them. Nothing is counted.
export async function readWhole(table: TableDescription, keys: readonly Item[], signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = [];
  for (const reader of readersOf(table, { kind: "keys", keys }, signal)) {
    for await (const page of reader) items.push(...page.map((item) => fromWireItem(item)));
  }
  return items;
}

// The attribute that tells copies from their originals: the last one of the key.
export function copiedAttribute(table: TableDescription): { readonly name: string; readonly type: string } {
  const { hash, range } = keysOf(table);
  const name = [...hash, ...range].at(-1)!;
  return { name, type: table.AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType ?? "S" };
}

// A copy with a longer text or a larger number in its key.
export function copyOf(item: Item, attribute: string, added: string): Item {
  const value = item.get(attribute);
  return new Map(item).set(attribute, addedTo(value, added));
}

function addedTo(value: Value | undefined, added: string): Value {
  if (value?.type === "N") return { type: "N", value: sumText(value.value, added) };
  if (value?.type === "B") return { type: "B", value: Uint8Array.of(...value.value, ...new TextEncoder().encode(added)) };
  return { type: "S", value: `${value?.type === "S" ? value.value : ""}${added}` };
}

// Integers of any length are added exactly, other numbers as doubles.
function sumText(number: string, added: string): string {
  const isWhole = /^-?\d+$/.test(number) && /^-?\d+$/.test(added);
  return isWhole ? String(BigInt(number) + BigInt(added)) : String(Number(number) + Number(added));
}
