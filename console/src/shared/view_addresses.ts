import { stringify } from "lossless-json";

import { toWire, toWireItem } from "../data/values/dynamodb_json";
import type { Item, Value } from "../data/values/value";
import { tableAddress } from "./address";

// Views lead to each other by these addresses, and read the members of their queries back. Values
// are DynamoDB JSON, so they keep their types.

export type KeyCondition = "=" | "begins_with" | "between" | "<" | "<=" | ">" | ">=";

// The content of the items view: the whole table, an index, a collection, or a part of it. Keys of
// several attributes give several values, in the key's order.
export interface Narrowing {
  readonly index?: string;
  readonly pk?: readonly Value[];
  readonly sk?: readonly Value[];
  readonly op?: KeyCondition; // between the last value of `sk` and its attribute
  readonly sk2?: Value; // the upper end of `between`
}

export const itemsAddress = (table: string, narrowing: Narrowing = {}): string =>
  narrowedAddress(`${tableAddress(table)}/items`, narrowing);

// A file of what the items view would show.
export const exportAddress = (table: string, narrowing: Narrowing = {}): string =>
  narrowedAddress(`${tableAddress(table)}/export`, narrowing);

// A file of the items whose keys `selection` in shared/selection.ts holds.
export const exportSelectionAddress = (table: string): string =>
  address(`${tableAddress(table)}/export`, { from: "selection" });

export const importAddress = (table: string): string => `${tableAddress(table)}/import`;

function narrowedAddress(path: string, { index, pk, sk, op, sk2 }: Narrowing): string {
  return address(path, {
    index,
    pk: pk && textOf(pk.map(toWire)),
    sk: sk && textOf(sk.map(toWire)),
    op,
    sk2: sk2 && textOf(toWire(sk2)),
  });
}

// One item by its primary key.
export const itemAddress = (table: string, key: Item): string =>
  address(`${tableAddress(table)}/item`, { key: textOf(toWireItem(key)) });

// A form for a new item, empty or with the values of another one.
export const newItemAddress = (table: string, from?: Item): string =>
  address(`${tableAddress(table)}/item`, { from: from && textOf(toWireItem(from)) });

// A request to look at, change and send: an operation's name and its input in DynamoDB JSON.
export const operationAddress = (operation: string, input: object): string =>
  address("/operations", { request: textOf({ operation, input }) });

// A pattern of the model in Operations, where its arguments are filled in.
export const patternAddress = (pattern: string): string => address("/operations", { show: "model", pattern });

// The indexes of a table, with one of them open.
export const indexesAddress = (table: string, index?: string): string =>
  address(`${tableAddress(table)}/indexes`, { index });

export const streamAddress = (table: string): string => `${tableAddress(table)}/stream`;

export const capacityAddress = (table: string, index?: string): string =>
  address(`${tableAddress(table)}/capacity`, { index });

// The heat map. `from` and `to` are service times in seconds since 1970.
export interface HeatPlace {
  readonly index?: string;
  readonly access?: "read" | "write";
  readonly rows?: "partitions" | "keys" | "prefixes";
  readonly from?: number;
  readonly to?: number;
}

export const heatAddress = (table: string, { from, to, ...place }: HeatPlace = {}): string =>
  address(`${tableAddress(table)}/heat`, { ...place, from: from?.toString(), to: to?.toString() });

// The bill, with one table or one pattern of requests open.
export const billAddress = (open: { readonly table?: string; readonly pattern?: string } = {}): string =>
  address("/bill", open);

export const adviceAddress = (): string => "/advice";

// The model with one line or pattern shown.
export const modelAddress = (show: { readonly line?: number; readonly pattern?: string } = {}): string =>
  address("/model", { line: show.line?.toString(), pattern: show.pattern });

export const simulationAddress = (): string => "/simulation";

const textOf = (value: unknown): string => stringify(value) ?? "";

export function address(path: string, members: { readonly [name: string]: string | undefined }): string {
  const given = Object.entries(members).filter((member): member is [string, string] => member[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return query === "" ? path : `${path}?${query}`;
}
