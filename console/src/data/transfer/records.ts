import { textOf } from "./file_text";
import type { Content } from "./formats";
import { rowSplitter } from "./row_splitter";
import { type FileRecord, lineSplitter, type Splitter } from "./splitter";
import { valueSplitter } from "./value_splitter";

function splitterOf({ records, delimiter }: Content): Splitter {
  if (records === "rows") return rowSplitter(delimiter === "" ? "," : delimiter);
  return records === "lines" ? lineSplitter() : valueSplitter();
}

// The records of a file, a chunk's at a time.
export async function* recordsOf(
  file: Blob,
  content: Content,
  read?: (bytes: number) => void,
): AsyncGenerator<FileRecord[]> {
  const splitter = splitterOf(content);
  for await (const chunk of textOf(file, content.compressed, read)) yield splitter.push(chunk);
  yield splitter.end();
}
