import { toBase64, fromBase64 } from "../values/base64";
import { fromWire, fromWireItem, toWire, toWireItem } from "../values/dynamodb_json";
import type { Item, Value, ValueType } from "../values/value";

// CSV with a type for each column: `price:N`. An empty cell is an absent attribute. The column of
// type `*` holds the attributes that have no column, or another type than their column, or a text
// that is empty or that CSV could not keep.

export type ColumnType = ValueType | "*";

export interface CsvColumn {
  readonly name: string;
  readonly type: ColumnType;
  // Cells that a spreadsheet would take for a formula begin with an apostrophe.
  readonly guarded: boolean;
}

const TYPES: readonly ColumnType[] = ["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M", "*"];
const GUARDABLE: readonly ColumnType[] = ["S", "B"];
const FORMULA = /^['=+\-@\t\r\n]/; // an apostrophe too, so that reading can remove one
// Control characters and halves of surrogate pairs. JSON escapes them.
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export const REST: CsvColumn = { name: "others", type: "*", guarded: false };

export const headerText = ({ name, type, guarded }: CsvColumn): string => `${name}:${type}${guarded ? "'" : ""}`;

// A column without a type has its key's type, or holds texts.
export function columnOf(header: string, keyTypes: ReadonlyMap<string, ValueType>): CsvColumn {
  const colon = header.lastIndexOf(":");
  const ending = header.slice(colon + 1).trim().toUpperCase();
  const guarded = ending.endsWith("'");
  const type = TYPES.find((one) => one === (guarded ? ending.slice(0, -1) : ending));
  if (colon !== -1 && type !== undefined) return { name: header.slice(0, colon), type, guarded };
  return { name: header, type: keyTypes.get(header) ?? "S", guarded: false };
}

// Chooses columns for items like those of a sample. `first` come first, as they are.
export function chooseColumns(
  sample: readonly Item[],
  first: readonly { readonly name: string; readonly type: ValueType }[],
  { guard, columnsMax }: { readonly guard: boolean; readonly columnsMax: number },
): CsvColumn[] {
  const types = new Map<string, ValueType>(first.map(({ name, type }) => [name, type]));
  for (const item of sample) {
    for (const [name, value] of item) {
      if (types.size >= columnsMax) break;
      if (!types.has(name)) types.set(name, value.type);
    }
  }
  const columns = [...types].map(([name, type]) => ({ name, type, guarded: guard && GUARDABLE.includes(type) }));
  const hasColumn = (name: string) => name !== "" && !UNSAFE.test(name) && !(guard && FORMULA.test(name));
  return [...columns.filter(({ name }) => hasColumn(name)), REST];
}

export function cellsOfItem(item: Item, columns: readonly CsvColumn[]): string[] {
  const rest = new Map(item);
  const cells = columns.map((column) => {
    const value = item.get(column.name);
    if (value === undefined || value.type !== column.type) return "";
    const cell = cellOf(value);
    if (cell === "" || UNSAFE.test(cell)) return "";
    rest.delete(column.name);
    return column.guarded && FORMULA.test(cell) ? `'${cell}` : cell;
  });
  const at = columns.findIndex(({ type }) => type === "*");
  if (at !== -1 && rest.size > 0) cells[at] = JSON.stringify(toWireItem(rest));
  return cells;
}

function cellOf(value: Value): string {
  switch (value.type) {
    case "S":
    case "N":
      return value.value;
    case "B":
      return toBase64(value.value);
    case "BOOL":
      return String(value.value);
    case "NULL":
      return "null";
    default:
      return JSON.stringify(toWire(value)[value.type]);
  }
}

// A cell that is not of its column's type.
export class WrongCell extends Error {}

// Errors: throws WrongCell, NotDynamoDbJson, SyntaxError.
export function itemOfCells(cells: readonly string[], columns: readonly CsvColumn[]): Item {
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== "")) {
    throw new WrongCell(`The row has ${cells.length} cells, and the header has ${columns.length}.`);
  }
  const item = new Map<string, Value>();
  columns.forEach((column, at) => {
    const cell = cells[at] ?? "";
    if (cell === "") return;
    if (column.type === "*") {
      for (const [name, value] of fromWireItem(JSON.parse(cell))) item.set(name, value);
    } else {
      item.set(column.name, valueOf(column, column.guarded ? cell.replace(/^'/, "") : cell));
    }
  });
  return item;
}

function valueOf({ name, type }: CsvColumn, cell: string): Value {
  const text = cell.trim();
  switch (type) {
    case "S":
      return { type, value: cell };
    case "N":
      if (!NUMBER.test(text)) throw new WrongCell(`${name}: a number is expected.`);
      return { type, value: text };
    case "B":
      return { type, value: bytesOf(name, text) };
    case "BOOL":
      if (!/^(true|false)$/i.test(text)) throw new WrongCell(`${name}: true or false is expected.`);
      return { type, value: text.toLowerCase() === "true" };
    case "NULL":
      return { type };
    default:
      return fromWire({ [type]: JSON.parse(text) as unknown }, [name]);
  }
}

function bytesOf(name: string, text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    throw new WrongCell(`${name}: base64 is expected.`);
  }
}
