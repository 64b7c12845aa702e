import type { TableDescription } from "../requests/table_shapes";
import type { CsvColumn } from "./csv_columns";
import type { Content } from "./formats";
import { keyProblem, keyTypesOf } from "./item_key";
import { itemReader, type Read } from "./item_reader";
import { recordsOf } from "./records";

export const PREVIEW_LINES = 20;

export interface PreviewLine {
  readonly line: number;
  readonly read: Read;
}

export interface Preview {
  readonly lines: readonly PreviewLine[];
  readonly columns: readonly CsvColumn[] | undefined; // of CSV
}

// Reads the first records of a file, and no more than they take.
export async function previewOf(file: Blob, content: Content, table: TableDescription): Promise<Preview> {
  const keyTypes = keyTypesOf(table);
  const reader = itemReader(content, keyTypes);
  const lines: PreviewLine[] = [];
  for await (const records of recordsOf(file, content)) {
    for (const record of records) {
      const read = reader.read(record);
      if (read === undefined) continue;
      const problem = "item" in read ? keyProblem(read.item, keyTypes) : "";
      lines.push({ line: record.line, read: problem === "" ? read : { problem } });
      if (lines.length === PREVIEW_LINES) return { lines, columns: reader.columns() };
    }
  }
  return { lines, columns: reader.columns() };
}
