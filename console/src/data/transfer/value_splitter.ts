import { countLines, type FileRecord, RECORD_CHARS_MAX, type Splitter, tooLong } from "./splitter";

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const NEWLINE = 10;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const BLANK = /^\s*$/;

// Splits the elements of a JSON array, or JSON objects that follow each other. It looks at brackets
// and strings only; the reader of a record finds everything else that is wrong.
export function valueSplitter(): Splitter {
  let buffer = "";
  let start = 0; // of the open record
  let at = 0;
  let line = 1;
  let startLine = 1;
  let depth = 0;
  let ground = -1; // the depth of records: 1 in an array. -1: the text has not begun
  let inString = false;
  let escaped = false;
  let cut: string | undefined;

  const take = (end: number, found: FileRecord[]) => {
    const text = buffer.slice(start, end);
    const blank = text.length - text.trimStart().length;
    if (cut !== undefined) found.push(tooLong(startLine, cut));
    else if (blank < text.length) found.push({ line: startLine + countLines(text, 0, blank), text: text.trim() });
    cut = undefined;
  };
  const restart = (from: number) => {
    start = from;
    startLine = line;
  };

  // Returns whether the record ends before `at` (a comma, the array's end) or behind it (a bracket).
  const structure = (code: number, found: FileRecord[]) => {
    if (OPENING.has(code)) {
      if (ground === -1) ground = code === 91 ? 1 : 0;
      if (depth === ground && BLANK.test(buffer.slice(start, at))) restart(at);
      depth++;
      if (depth === ground) restart(at + 1);
    } else if (CLOSING.has(code)) {
      depth--;
      if (depth === ground) {
        take(at + 1, found);
        restart(at + 1);
      } else if (depth < ground) {
        take(at, found);
        restart(at + 1);
        depth = 0;
        ground = 0;
      }
    } else if (depth === ground) {
      take(at, found);
      restart(at + 1);
    }
  };

  const step = (code: number, found: FileRecord[]) => {
    if (code === NEWLINE) line++;
    if (escaped) escaped = false;
    else if (inString) {
      if (code === QUOTE) inString = false;
      else if (code === BACKSLASH) escaped = true;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code) || CLOSING.has(code) || code === COMMA) structure(code, found);
  };

  return {
    push(chunk) {
      const found: FileRecord[] = [];
      buffer = buffer.slice(start) + chunk;
      at -= start;
      start = 0;
      for (; at < buffer.length; at++) step(buffer.charCodeAt(at), found);
      if (buffer.length - start > RECORD_CHARS_MAX) {
        cut ??= tooLong(line, buffer.slice(start)).text;
        start = buffer.length;
      }
      return found;
    },
    end() {
      const found: FileRecord[] = [];
      const isOpen = inString || depth > 0;
      take(buffer.length, found);
      if (!isOpen) return found;
      const last = found.at(-1) ?? { line, text: "" };
      return [{ ...last, problem: last.problem ?? "The file ends inside of an array, an object or a text." }];
    },
  };
}
