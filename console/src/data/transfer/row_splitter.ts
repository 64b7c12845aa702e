import { countLines, type FileRecord, RECORD_CHARS_MAX, type Splitter, tooLong } from "./splitter";

// Splits CSV into rows. A quoted cell may hold line ends. A quote begins a cell only at its start.
export function rowSplitter(delimiter: string): Splitter {
  let buffer = "";
  let start = 0; // of the open row
  let at = 0; // the next character to look at
  let line = 1;
  let quoted = false;
  let cut: string | undefined;
  const opens = (place: number) =>
    place === start || buffer[place - 1] === delimiter || buffer[place - 1] === '"';

  const take = (end: number, found: FileRecord[]) => {
    const text = buffer.slice(start, buffer[end - 1] === "\r" ? end - 1 : end);
    if (cut !== undefined || text.length > RECORD_CHARS_MAX) found.push(tooLong(line, cut ?? text));
    else if (text.trim() !== "") found.push({ line, text });
    line += countLines(buffer, start, end) + 1;
    start = at = end + 1;
    cut = undefined;
  };

  const scan = (found: FileRecord[]) => {
    let quote = buffer.indexOf('"', at);
    for (;;) {
      const newline = quoted ? -1 : buffer.indexOf("\n", at);
      if (newline !== -1 && (quote === -1 || newline < quote)) take(newline, found);
      else if (quote !== -1) {
        quoted = quoted ? false : opens(quote);
        at = quote + 1;
        quote = buffer.indexOf('"', at);
      } else break;
    }
    at = buffer.length;
  };

  return {
    push(chunk) {
      const found: FileRecord[] = [];
      buffer = buffer.slice(start) + chunk;
      at -= start;
      start = 0;
      scan(found);
      if (buffer.length - start > RECORD_CHARS_MAX) {
        cut ??= tooLong(line, buffer.slice(start)).text;
        line += countLines(buffer, start);
        buffer = ` ${buffer.slice(-1)}`; // the last character tells whether a quote opens a cell
        start = 0;
        at = buffer.length;
      }
      return found;
    },
    end() {
      const found: FileRecord[] = [];
      const text = cut ?? buffer.slice(start);
      if (quoted) found.push({ ...tooLong(line, text), problem: "A quoted cell does not end." });
      else take(buffer.length, found);
      return found;
    },
  };
}
