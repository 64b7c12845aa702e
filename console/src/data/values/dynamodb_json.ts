import { fromBase64, toBase64 } from "./base64";
import { type Path, pathText } from "./path";
import type { Item, Value } from "./value";

// DynamoDB's JSON for one value, such as `{"S": "Ada"}`.
export type WireValue = { readonly [type: string]: unknown };
export type WireItem = { readonly [name: string]: WireValue };

// A text that claims to be DynamoDB JSON and is not. `path` leads to the wrong place.
export class NotDynamoDbJson extends Error {
  constructor(
    readonly path: Path,
    readonly problem: string,
  ) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
    this.name = "NotDynamoDbJson";
  }
}

export function toWire(value: Value): WireValue {
  switch (value.type) {
    case "NULL":
      return { NULL: true };
    case "B":
      return { B: toBase64(value.value) };
    case "BS":
      return { BS: value.value.map(toBase64) };
    case "L":
      return { L: value.value.map(toWire) };
    case "M":
      return { M: toWireItem(value.value) };
    default:
      return { [value.type]: value.value };
  }
}

export function toWireItem(item: Item): WireItem {
  // An object without a prototype takes `__proto__` as a name like any other.
  const wire = Object.create(null) as { [name: string]: WireValue };
  for (const [name, value] of item) wire[name] = toWire(value);
  return wire;
}

// Errors: throws NotDynamoDbJson.
export function fromWireItem(wire: unknown, path: Path = []): Item {
  if (!isObject(wire)) throw new NotDynamoDbJson(path, "an object of attributes is expected");
  return new Map(
    Object.entries(wire).map(([name, value]) => [name, fromWire(value, [...path, name])]),
  );
}

// Errors: throws NotDynamoDbJson.
export function fromWire(wire: unknown, path: Path = []): Value {
  if (!isObject(wire)) throw new NotDynamoDbJson(path, 'a value such as {"S": "…"} is expected');
  const members = Object.entries(wire);
  const [member] = members;
  if (members.length !== 1 || member === undefined) {
    throw new NotDynamoDbJson(path, "a value has exactly one type");
  }
  return read(member[0], member[1], path);
}

function read(type: string, value: unknown, path: Path): Value {
  switch (type) {
    case "S":
      return { type, value: string(value, path) };
    case "N":
      return { type, value: string(value, path) };
    case "B":
      return { type, value: bytes(value, path) };
    case "BOOL":
      if (typeof value !== "boolean") throw new NotDynamoDbJson(path, "BOOL is true or false");
      return { type, value };
    case "NULL":
      if (value !== true) throw new NotDynamoDbJson(path, "NULL is true");
      return { type };
    case "SS":
    case "NS":
      return { type, value: list(value, path).map((one, at) => string(one, [...path, at])) };
    case "BS":
      return { type, value: list(value, path).map((one, at) => bytes(one, [...path, at])) };
    case "L":
      return { type, value: list(value, path).map((one, at) => fromWire(one, [...path, at])) };
    case "M":
      return { type, value: fromWireItem(value, path) };
    default:
      throw new NotDynamoDbJson(path, `${type} is not a type of DynamoDB`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function string(value: unknown, path: Path): string {
  if (typeof value !== "string") throw new NotDynamoDbJson(path, "a text is expected");
  return value;
}

function bytes(value: unknown, path: Path): Uint8Array {
  try {
    return fromBase64(string(value, path));
  } catch {
    throw new NotDynamoDbJson(path, "base64 is expected");
  }
}

function list(value: unknown, path: Path): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotDynamoDbJson(path, "a list is expected");
  return value;
}
