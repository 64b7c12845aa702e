// Splits a text that arrives in chunks into records. Memory is bounded by one record.

export interface FileRecord {
  readonly line: number; // of its first character, from 1
  readonly text: string;
  readonly problem?: string; // why it is no item
}

export interface Splitter {
  push(chunk: string): FileRecord[];
  end(): FileRecord[];
}

// An item has at most 400 KB. In DynamoDB JSON a list of NULLs takes 13 times that, and indentation
// can double it.
export const RECORD_CHARS_MAX = 16 * 1024 * 1024;

export const TOO_LONG = `The record is longer than ${RECORD_CHARS_MAX / 1024 / 1024} million characters.`;

const CUT_CHARS = 1000; // what a refused long record keeps

export const tooLong = (line: number, text: string): FileRecord => ({
  line,
  text: text.slice(0, CUT_CHARS),
  problem: TOO_LONG,
});

export function countLines(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

// One record a line. Empty lines are no records.
export function lineSplitter(): Splitter {
  let line = 1;
  let open = ""; // the beginning of a line whose end has not arrived
  let cut: string | undefined; // of a line that is too long
  const take = (text: string): FileRecord | undefined => {
    if (cut !== undefined || open.length + text.length > RECORD_CHARS_MAX) {
      return tooLong(line, cut ?? open + text);
    }
    const whole = open + text;
    return whole.trim() === "" ? undefined : { line, text: whole.endsWith("\r") ? whole.slice(0, -1) : whole };
  };
  const next = (text: string, found: FileRecord[]) => {
    const record = take(text);
    if (record !== undefined) found.push(record);
    open = "";
    cut = undefined;
    line++;
  };
  return {
    push(chunk) {
      const found: FileRecord[] = [];
      let from = 0;
      for (let at = chunk.indexOf("\n"); at !== -1; at = chunk.indexOf("\n", from)) {
        next(chunk.slice(from, at), found);
        from = at + 1;
      }
      if (cut === undefined) open += chunk.slice(from);
      if (open.length > RECORD_CHARS_MAX) {
        cut = open.slice(0, CUT_CHARS);
        open = "";
      }
      return found;
    },
    end() {
      const found: FileRecord[] = [];
      next("", found);
      return found;
    },
  };
}
