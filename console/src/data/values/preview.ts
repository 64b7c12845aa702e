import { toBase64 } from "./base64";
import type { Value } from "./value";

const PREVIEW_CHARS = 120;
const DEPTH_MAX = 4;
const BASE64_BYTES = 3; // become four characters

// The beginning of a value on one line. It looks at no more of a large value than it shows.
export function previewOf(value: Value, max = PREVIEW_CHARS): string {
  const text = write(value, max, 0);
  return text.length > max ? `${cutText(text, max)}…` : text;
}

// Cuts without splitting a surrogate pair.
export function cutText(text: string, max: number): string {
  const code = text.charCodeAt(max - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? max - 1 : max);
}

function write(value: Value, max: number, depth: number): string {
  switch (value.type) {
    case "S":
    case "N":
      return value.value.slice(0, max + 1);
    case "B":
      return toBase64(value.value.subarray(0, Math.ceil((max + 1) / 4) * BASE64_BYTES));
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    case "SS":
      return join(value.value, max, (one) => quoted(one, max), "{", "}");
    case "NS":
      return join(value.value, max, (one) => one, "{", "}");
    case "BS":
      return join(value.value, max, (one) => toBase64(one.subarray(0, max)), "{", "}");
    case "L":
      return join(value.value, max, (one) => nested(one, max, depth), "[", "]");
    case "M":
      return join(value.value, max, ([name, one]) => `${name.slice(0, max)}: ${nested(one, max, depth)}`, "{", "}");
  }
}

const nested = (value: Value, max: number, depth: number): string =>
  depth >= DEPTH_MAX ? "…" : value.type === "S" ? quoted(value.value, max) : write(value, max, depth + 1);

const quoted = (text: string, max: number): string => `"${text.slice(0, max)}"`;

function join<T>(all: Iterable<T>, max: number, write: (one: T) => string, open: string, close: string): string {
  let text = open;
  for (const one of all) {
    if (text.length > max) return text;
    text += (text === open ? "" : ", ") + write(one);
  }
  return text + close;
}
