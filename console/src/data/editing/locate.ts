import type { Path } from "../values/path";

export interface Span {
  readonly from: number;
  readonly to: number;
}

// Finds the value at a path in a JSON text that is known to be JSON. Returns the last place on the
// way that exists.
export function locate(text: string, path: Path): Span {
  let at = skipBlank(text, 0);
  for (const step of path) {
    const next = text[at] === "{" ? memberAt(text, at, String(step)) : text[at] === "[" ? elementAt(text, at, step) : undefined;
    if (next === undefined) break;
    at = next;
  }
  return { from: at, to: endOf(text, at) };
}

function memberAt(text: string, open: number, wanted: string): number | undefined {
  let at = skipBlank(text, open + 1);
  while (text[at] === '"') {
    const end = endOf(text, at);
    const name: unknown = JSON.parse(text.slice(at, end));
    const value = skipBlank(text, skipBlank(text, end) + 1);
    if (name === wanted) return value;
    at = skipBlank(text, skipBlank(text, endOf(text, value)) + 1);
  }
  return undefined;
}

function elementAt(text: string, open: number, wanted: string | number): number | undefined {
  let at = skipBlank(text, open + 1);
  for (let count = 0; at < text.length && text[at] !== "]"; count++) {
    if (count === wanted) return at;
    at = skipBlank(text, skipBlank(text, endOf(text, at)) + 1);
  }
  return undefined;
}

// The end of the value that begins at `at`.
function endOf(text: string, at: number): number {
  if (text[at] === '"') return textEnd(text, at);
  if (text[at] !== "{" && text[at] !== "[") {
    const rest = /[^\s,\]}]*/y;
    rest.lastIndex = at;
    return at + (rest.exec(text)?.[0].length ?? 0);
  }
  let depth = 0;
  while (at < text.length) {
    const letter = text[at];
    if (letter === '"') at = textEnd(text, at) - 1;
    else if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
    at++;
    if (depth === 0) break;
  }
  return at;
}

function textEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return Math.min(end + 1, text.length);
}

function skipBlank(text: string, at: number): number {
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

// In DynamoDB JSON every value of the path lies in an object that names its type.
export function typedPath(path: Path, typeAt: (path: Path) => string | undefined): Path {
  return path.flatMap((step, at) => {
    const parent = at === 0 ? undefined : typeAt(path.slice(0, at));
    return parent === undefined ? [step] : [parent, step];
  });
}
