import { isLosslessNumber, parse } from "lossless-json";

import { fromBase64, toBase64 } from "../values/base64";
import type { Item, Value } from "../values/value";
import { NotAnItem } from "../transfer/plain_json";
import { plainValue } from "./plain_write";

// Reads plain JSON. A value has the type that `types` has at its path, wherever the JSON still fits
// it; otherwise the type that JSON gives it. Elements of a list that were moved, and members that
// were renamed, are found again by their content.
// Errors: throws NotAnItem, or lossless-json's SyntaxError.
export function readPlain(text: string, types: Item): Item {
  const parsed = parse(text);
  if (!isObject(parsed)) throw new NotAnItem("An item is a JSON object.");
  return readMap(parsed, types);
}

const isObject = (parsed: unknown): parsed is object =>
  typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) && !isLosslessNumber(parsed);

function readMap(parsed: object, types: Item): Item {
  const members = Object.entries(parsed);
  const names = new Set(members.map(([name]) => name));
  const goneByText = indexed([...types].filter(([name]) => !names.has(name)).map(([, value]) => value));
  return new Map(
    members.map(([name, value]) => [name, readValue(value, types.get(name) ?? goneByText(value))]),
  );
}

function readValue(parsed: unknown, before: Value | undefined): Value {
  if (typeof parsed === "string") return readText(parsed, before);
  if (typeof parsed === "boolean") return { type: "BOOL", value: parsed };
  if (parsed === null || parsed === undefined) return { type: "NULL" };
  if (isLosslessNumber(parsed)) return { type: "N", value: parsed.value };
  if (Array.isArray(parsed)) return readList(parsed, before);
  return { type: "M", value: readMap(parsed, before?.type === "M" ? before.value : new Map()) };
}

function readText(text: string, before: Value | undefined): Value {
  if (before?.type === "N" && before.value === text) return before;
  if (before?.type === "B") {
    const value = exactBytes(text);
    if (value !== undefined) return { type: "B", value };
  }
  return { type: "S", value: text };
}

// Only the base64 that the console itself writes: "abcd" may well be a word, and is still base64.
function exactBytes(text: string): Uint8Array | undefined {
  try {
    const bytes = fromBase64(text);
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function readList(parsed: readonly unknown[], before: Value | undefined): Value {
  const set = before === undefined || parsed.length === 0 ? undefined : readSet(parsed, before);
  if (set !== undefined) return set;
  const elements = before?.type === "L" ? before.value : [];
  if (!elements.some(needsType)) return { type: "L", value: parsed.map((one) => readValue(one, undefined)) };
  return { type: "L", value: readElements(parsed, elements) };
}

function readSet(parsed: readonly unknown[], { type, ...rest }: Value): Value | undefined {
  const texts = parsed.filter((one): one is string => typeof one === "string");
  switch (type) {
    case "SS":
      return texts.length === parsed.length ? { type, value: texts } : undefined;
    case "NS": {
      const known = new Set((rest as { value: readonly string[] }).value);
      const numbers = parsed
        .map((one) => (isLosslessNumber(one) ? one.value : typeof one === "string" && known.has(one) ? one : undefined))
        .filter((one) => one !== undefined);
      return numbers.length === parsed.length ? { type, value: numbers } : undefined;
    }
    case "BS": {
      const members = texts.map(exactBytes).filter((one) => one !== undefined);
      return members.length === parsed.length ? { type, value: members } : undefined;
    }
    default:
      return undefined;
  }
}

function readElements(parsed: readonly unknown[], before: readonly Value[]): Value[] {
  const texts = before.map((value) => plainValue(value));
  const isMoved = parsed.length !== before.length;
  const byText = indexed(before);
  return parsed.map((one, at) => {
    const same = before[at] !== undefined && plainOf(one) === texts[at] ? before[at] : byText(one);
    return readValue(one, same ?? (isMoved ? undefined : before[at]));
  });
}

// Whether plain JSON alone would read the value with another type.
function needsType(value: Value): boolean {
  switch (value.type) {
    case "S":
    case "BOOL":
    case "NULL":
      return false;
    case "N":
      return plainValue(value).startsWith('"');
    case "L":
      return value.value.some(needsType);
    case "M":
      return [...value.value.values()].some(needsType);
    default:
      return true;
  }
}

// Finds a value by what it looks like in plain JSON.
function indexed(values: readonly Value[]): (parsed: unknown) => Value | undefined {
  if (values.length === 0) return () => undefined;
  const byText = new Map(values.filter(needsType).map((value) => [plainValue(value), value]));
  return (parsed) => (byText.size === 0 ? undefined : byText.get(plainOf(parsed)));
}

// The text that plainValue gives for what was parsed without types.
const plainOf = (parsed: unknown): string => plainValue(readValue(parsed, undefined));
