import { isLosslessNumber } from "lossless-json";

import type { Group, Piece } from "./layout";

// How a language writes values.
export interface Syntax {
  readonly text: (text: string) => string;
  readonly member: (name: string) => string; // with the sign behind it
  readonly binary: (base64: string) => string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly pad: string;
  readonly endsWithComma: boolean;
}

// A value of JSON as a literal of the language. Bytes become the language's bytes.
export function literal(value: unknown, syntax: Syntax): Piece {
  if (typeof value === "string") return syntax.text(value);
  if (typeof value === "number" || isLosslessNumber(value)) return String(value);
  if (typeof value === "boolean") return syntax.words[`${value}`];
  if (value === null || typeof value !== "object") return syntax.words.null;
  if (Array.isArray(value)) {
    return brackets("[", "]", value.map((one) => ({ name: "", value: literal(one, syntax) })), syntax, "");
  }
  const members = Object.entries(value).map(([name, member]) => ({
    name: syntax.member(name),
    value: bytesOf(value, name, member, syntax) ?? literal(member, syntax),
  }));
  return brackets("{", "}", members, syntax, syntax.pad);
}

export const brackets = (
  open: string,
  close: string,
  parts: Group["parts"],
  { endsWithComma }: Pick<Syntax, "endsWithComma">,
  pad = "",
): Group => ({ open, close, parts, pad, endsWithComma });

// Only attribute values are objects with one member called B or BS that holds texts.
function bytesOf(holder: object, name: string, member: unknown, syntax: Syntax): Piece | undefined {
  if (Object.keys(holder).length !== 1) return undefined;
  if (name === "B" && typeof member === "string") return syntax.binary(member);
  if (name !== "BS" || !Array.isArray(member) || !member.every((one) => typeof one === "string")) return undefined;
  return brackets("[", "]", member.map((one: string) => ({ name: "", value: syntax.binary(one) })), syntax);
}

export function hasBinary(value: unknown): boolean {
  let found = false;
  literal(value, { ...JSON_SYNTAX, binary: () => ((found = true), "") });
  return found;
}

// Characters that a reader would not see, or that change the order of others.
const HIDDEN = /[\p{C}\p{Z}\u115f\u1160\u17b4\u17b5\u3164\ufe00-\ufe0f\uffa0]/gu;

// A text of JSON, JavaScript or, with another `escape`, Python. Hidden characters are escapes.
export const quoted = (text: string, escape = utf16Escape): string =>
  JSON.stringify(text).replace(HIDDEN, (letter) => (letter === " " ? letter : escape(letter)));

function utf16Escape(letter: string): string {
  return Array.from({ length: letter.length }, (_, at) => {
    return `\\u${letter.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}

export const JSON_SYNTAX: Syntax = {
  text: (text) => quoted(text),
  member: (name) => `${quoted(name)}: `,
  binary: (base64) => quoted(base64),
  words: { true: "true", false: "false", null: "null" },
  pad: "",
  endsWithComma: false,
};
