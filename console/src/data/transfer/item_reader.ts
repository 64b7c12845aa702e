import { parse } from "lossless-json";

import { fromWireItem, NotDynamoDbJson } from "../values/dynamodb_json";
import type { Item, ValueType } from "../values/value";
import { columnOf, type CsvColumn, itemOfCells, WrongCell } from "./csv_columns";
import { cellsOf } from "./csv_text";
import type { Content } from "./formats";
import { unreadable } from "./file_text";
import { itemFromJson, NotAnItem } from "./plain_json";
import type { FileRecord } from "./splitter";

export type Read = { readonly item: Item } | { readonly problem: string };

export interface ItemReader {
  // The columns of CSV, once its first row was read.
  columns(): readonly CsvColumn[] | undefined;
  // undefined: the record is the header.
  read(record: FileRecord): Read | undefined;
}

// Reads records as items. Errors: the header of CSV throws Failure.
export function itemReader(content: Content, keyTypes: ReadonlyMap<string, ValueType>): ItemReader {
  let columns: readonly CsvColumn[] | undefined;
  const itemOf = (text: string): Item => {
    switch (content.format) {
      case "csv":
        return itemOfCells(cellsOf(text, content.delimiter), columns ?? []);
      case "json":
        return itemFromJson(parse(text), false);
      case "jsonl":
        return itemFromJson(parse(text), true);
      case "dynamodb":
        return fromDynamoDb(JSON.parse(text));
    }
  };
  return {
    columns: () => columns,
    read(record) {
      if (content.format === "csv" && columns === undefined) {
        columns = header(record, content.delimiter, keyTypes);
        return undefined;
      }
      if (record.problem !== undefined) return { problem: record.problem };
      try {
        return { item: itemOf(record.text) };
      } catch (error) {
        return { problem: problemOf(error) };
      }
    },
  };
}

// AWS exports lines such as {"Item": {…}}. An object of typed attributes is an item too.
export function fromDynamoDb(parsed: unknown): Item {
  const members = typeof parsed === "object" && parsed !== null ? Object.keys(parsed) : [];
  if (members.length !== 1 || members[0] !== "Item") return fromWireItem(parsed);
  const { Item: item } = parsed as { Item: unknown };
  try {
    return fromWireItem(item);
  } catch (error) {
    if (isTyped(item)) return fromWireItem(parsed); // one attribute, called Item
    throw error;
  }
}

function isTyped(item: unknown): boolean {
  try {
    fromWireItem({ item });
    return true;
  } catch {
    return false;
  }
}

function header(record: FileRecord, delimiter: string, keyTypes: ReadonlyMap<string, ValueType>): CsvColumn[] {
  if (record.problem !== undefined) throw unreadable(`The header cannot be read. ${record.problem}`);
  const columns = cellsOf(record.text, delimiter).map((cell) => columnOf(cell, keyTypes));
  const names = new Set<string>();
  for (const { name, type } of columns) {
    if (type === "*") continue;
    if (name === "") throw unreadable("A column has no name.");
    if (names.has(name)) throw unreadable(`Two columns are called ${name}.`);
    names.add(name);
  }
  return columns;
}

function problemOf(error: unknown): string {
  if (error instanceof NotDynamoDbJson || error instanceof NotAnItem || error instanceof WrongCell) {
    return error.message;
  }
  if (error instanceof RangeError) return "The record is nested too deeply.";
  return error instanceof Error ? `This is not the format's text: ${error.message}` : String(error);
}
