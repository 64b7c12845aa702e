import { visible, visibleParts } from "../values/visible";

// A text field would change \r and hide control and bidi characters. Texts that hold them are
// edited with escapes, such as `\u202e`, and a backslash is written twice.

const SHORT: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t", "\\": "\\" };
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|([nrt\\]))/g;
const LEFT_AS_THEY_ARE = /[\n\t]/g;

export const needsEscapes = (text: string): boolean => {
  const rest = text.replace(LEFT_AS_THEY_ARE, "");
  return visible(rest) !== rest;
};

export const withEscapes = (text: string): string =>
  text
    .split(/([\n\t])/)
    .map((part) => (part === "\n" || part === "\t" ? part : escaped(part)))
    .join("");

const escaped = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.escaped ? part.text : part.text.replaceAll("\\", "\\\\")))
    .join("");

// Returns undefined if a backslash begins nothing known.
export function withoutEscapes(text: string): string | undefined {
  if (text.replace(ESCAPE, "").includes("\\")) return undefined;
  let isWrong = false;
  const plain = text.replace(ESCAPE, (_, long?: string, short?: string, letter?: string) => {
    if (letter !== undefined) return SHORT[letter]!;
    const code = parseInt(long ?? short!, 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    isWrong = true;
    return "";
  });
  return isWrong ? undefined : plain;
}
