import type { FileRecord } from "./splitter";

// A file of the refused lines is kept in the browser's Blob storage, which may lie on disk.
export const REFUSED_BYTES_MAX = 64 * 1024 * 1024;
const LINE_CHARS_MAX = 64 * 1024;
const PART_CHARS = 256 * 1024;

export interface RefusedLines {
  add(record: FileRecord, reason: string): void;
  count(): number;
  kept(): number; // the number of lines that the file holds
  first(): readonly { readonly line: number; readonly reason: string }[];
  file(): Blob;
}

const SHOWN = 5;

// Collects refused lines as JSON lines: line number, reason, and the text of the line.
export function refusedLines(): RefusedLines {
  let file = new Blob([], { type: "application/x-ndjson" });
  let part = "";
  let count = 0;
  let kept = 0;
  const first: { line: number; reason: string }[] = [];
  const flush = () => {
    file = new Blob([file, part], { type: file.type });
    part = "";
  };
  return {
    add({ line, text }, reason) {
      count++;
      if (first.length < SHOWN) first.push({ line, reason });
      if (kept < count - 1 || file.size >= REFUSED_BYTES_MAX) return;
      const cut = text.length > LINE_CHARS_MAX ? { cut: true } : {};
      part += `${JSON.stringify({ line, reason, text: text.slice(0, LINE_CHARS_MAX), ...cut })}\n`;
      kept++;
      if (part.length >= PART_CHARS) flush();
    },
    count: () => count,
    kept: () => kept,
    first: () => first,
    file() {
      flush();
      return file;
    },
  };
}
