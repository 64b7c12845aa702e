import type { Item, Value } from "./value";

// Sizes as DynamoDB bills them (docs/facts/items.md, 2.4).

export const ITEM_BYTES_MAX = 409_600;
const CONTAINER_BYTES = 3; // of a list or a map
const MEMBER_BYTES = 1; // of each of their members
const READ_UNIT_BYTES = 4096;
const WRITE_UNIT_BYTES = 1024;

const ASCII_MAX = 0x7f;
const TWO_BYTES_MAX = 0x7ff;

// The length of a text in UTF-8. A surrogate pair has four bytes, two for each half.
export function textBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= ASCII_MAX) continue;
    bytes += code <= TWO_BYTES_MAX || isSurrogate(code) ? 1 : 2;
  }
  return bytes;
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

// One byte, one for each pair of digits on either side of the point, and one for the sign. Zeros at
// both ends count nothing.
export function numberBytes(text: string): number {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  if (match === null) return textBytes(text);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "").length;
  if (significant === 0) return 1;
  const point = digits.length - fraction.length + Number(exponent); // digits left of the point
  const left = Math.min(Math.max(point, 0), significant);
  return 1 + Math.ceil(left / 2) + Math.ceil((significant - left) / 2) + (sign === "-" ? 1 : 0);
}

const sum = <T>(all: readonly T[], size: (one: T) => number): number =>
  all.reduce((bytes, one) => bytes + size(one), 0);

export function valueBytes(value: Value): number {
  switch (value.type) {
    case "S":
      return textBytes(value.value);
    case "N":
      return numberBytes(value.value);
    case "B":
      return value.value.length;
    case "BOOL":
    case "NULL":
      return 1;
    case "SS":
      return sum(value.value, textBytes);
    case "NS":
      return sum(value.value, numberBytes);
    case "BS":
      return sum(value.value, (one) => one.length);
    case "L":
      return CONTAINER_BYTES + sum(value.value, (one) => MEMBER_BYTES + valueBytes(one));
    case "M":
      return CONTAINER_BYTES + MEMBER_BYTES * value.value.size + itemBytes(value.value);
  }
}

export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of item) bytes += textBytes(name) + valueBytes(value);
  return bytes;
}

// The units of one GetItem. An eventually consistent read takes half of them.
export const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES));

// The units of one write to the table. A transaction takes twice as many.
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
