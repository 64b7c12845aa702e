const PLAIN = /^[\w./:@%+=,-]+$/;
// Systems bound one argument of a program; Linux has 128 KiB, and a character takes up to 4 bytes.
const ARGUMENT_CHARS_MAX = 30_000;
const END = "END_OF_REQUEST";

// A word of a POSIX shell. Nothing between single quotes has a meaning.
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const isLongArgument = (text: string): boolean => text.length > ARGUMENT_CHARS_MAX;

export const shellCommand = (lines: readonly string[]): string => lines.join(" \\\n  ");

// The text as a command's standard input. No line of JSON is the word that ends it.
export const fromHere = (command: string, json: string): string => `${command} <<'${END}'\n${json}\n${END}`;
