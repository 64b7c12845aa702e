// A part of a text, either shown as it is or as an escape such as `\u202e`.
export interface Part {
  readonly text: string;
  readonly escaped: boolean;
}

// Control characters, bidi controls, invisible characters and lone surrogates. They could reorder
// or hide the text around them.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

const SHORT: { readonly [letter: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

export function visibleParts(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), escaped: false });
    parts.push({ text: escapeOf(match[0]), escaped: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), escaped: false });
  return parts;
}

// For places that take a plain string: titles, labels, generated texts.
export function visible(text: string): string {
  return text.replace(HIDDEN, escapeOf);
}

function escapeOf(letters: string): string {
  const short = SHORT[letters];
  if (short !== undefined) return short;
  const code = letters.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
