import type { Item, Value } from "../values/value";
import { brackets } from "./literals";
import type { Group, Piece } from "./layout";

// C++ literals of texts, values and items, as libstator takes them.

const NUL = 0;
const PRINTABLE = { from: 0x20, to: 0x7e };
const ESCAPED = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["?", "\\?"], // two of them could begin a trigraph
]);

// Bytes beyond ASCII are octal escapes: those have at most three digits, so none runs on.
export function cppBytes(bytes: Uint8Array): string {
  let written = "";
  for (const byte of bytes) {
    const letter = String.fromCharCode(byte);
    const isPrintable = byte >= PRINTABLE.from && byte <= PRINTABLE.to;
    written += ESCAPED.get(letter) ?? (isPrintable ? letter : `\\${byte.toString(8).padStart(3, "0")}`);
  }
  // A text with a zero byte would end there.
  return bytes.includes(NUL) ? `std::string("${written}", ${bytes.length})` : `"${written}"`;
}

export const cppText = (text: string): string => cppBytes(new TextEncoder().encode(text));

const list = (open: string, close: string, values: readonly Piece[]): Group =>
  brackets(open, close, values.map((value) => ({ name: "", value })), { endsWithComma: false });

const call = (name: string, argument: string): string => `Value::${name}(${argument})`;
const set = (name: string, members: readonly string[]): Group => list(`Value::${name}({`, "})", members);

export function cppValue(value: Value): Piece {
  switch (value.type) {
    case "S":
      return call("String", cppText(value.value));
    case "N":
      return call("Number", cppText(value.value));
    case "B":
      return call("Binary", cppBytes(value.value));
    case "BOOL":
      return call("Bool", String(value.value));
    case "NULL":
      return call("Null", "");
    case "SS":
      return set("StringSet", value.value.map(cppText));
    case "NS":
      return set("NumberSet", value.value.map(cppText));
    case "BS":
      return set("BinarySet", value.value.map(cppBytes));
    case "L":
      return list("Value::List({", "})", value.value.map(cppValue));
    case "M":
      return list("Value::Map({", "})", membersOf(value.value));
  }
}

export const cppItem = (item: Item): Piece => list("{", "}", membersOf(item));

const membersOf = (item: Item): Group[] =>
  [...item].map(([name, value]) => list("{", "}", [cppText(name), cppValue(value)]));

export const cppPairs = (pairs: readonly (readonly [string, string])[]): Piece =>
  list("{", "}", pairs.map(([name, value]) => list("{", "}", [cppText(name), cppText(value)])));

export const cppList = (values: readonly Piece[]): Piece => list("{", "}", values);
