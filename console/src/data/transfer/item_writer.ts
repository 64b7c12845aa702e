import { fromWireItem, type WireItem } from "../values/dynamodb_json";
import { cellsOfItem, type CsvColumn, headerText } from "./csv_columns";
import { rowText } from "./csv_text";
import type { Format } from "./formats";
import { itemToJson } from "./plain_json";

// Writes items as the text of a file.
export interface ItemWriter {
  begin(): string;
  items(items: readonly WireItem[]): string;
  end(): string;
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join("");

const linesOf = (text: (item: WireItem) => string): ItemWriter => ({
  begin: () => "",
  items: (items) => lines(items.map(text)),
  end: () => "",
});

// `columns` are those of CSV.
export function itemWriter(format: Format, columns: readonly CsvColumn[]): ItemWriter {
  switch (format) {
    case "dynamodb":
      return linesOf((item) => JSON.stringify({ Item: item }));
    case "jsonl":
      return linesOf((item) => itemToJson(fromWireItem(item), true));
    case "json":
      return arrayWriter();
    case "csv":
      return {
        ...linesOf((item) => rowText(cellsOfItem(fromWireItem(item), columns))),
        begin: () => lines([rowText(columns.map(headerText))]),
      };
  }
}

function arrayWriter(): ItemWriter {
  let isFirst = true;
  return {
    begin: () => "[",
    items(items) {
      if (items.length === 0) return "";
      const before = isFirst ? "\n" : ",\n";
      isFirst = false;
      return before + items.map((item) => itemToJson(fromWireItem(item), false)).join(",\n");
    },
    end: () => "\n]\n",
  };
}
