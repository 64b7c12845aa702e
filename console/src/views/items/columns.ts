import type { Item, Value } from "../../data/values/value";
import { previewOf } from "../../data/values/preview";

export interface Column {
  readonly name: string;
  readonly width: number;
  readonly isKey: boolean; // frozen at the left
  readonly left: number; // of all columns that are not hidden
}

// A user's changes of the columns. Attribute names are members of lists, because one may be `__proto__`.
export interface ColumnChoices {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: readonly (readonly [name: string, width: number])[];
}

export const NO_CHOICES: ColumnChoices = { order: [], hidden: [], widths: [] };
export const WIDTH_MIN = 60;
export const WIDTH_MAX = 900;
const WIDTH_FIRST_MAX = 260;
const CHAR_PX = 7.6;
const PADDING_PX = 26;
const NAMES_MAX = 5000; // attributes that one view remembers
const SAMPLE_CHARS = 36;
const FIRST_ITEMS = 100;

function firstWidth(name: string, value: Value): number {
  const chars = Math.max(name.length, previewOf(value, SAMPLE_CHARS).length);
  return Math.min(Math.max(WIDTH_MIN, Math.ceil(chars * CHAR_PX) + PADDING_PX), WIDTH_FIRST_MAX);
}


// The attributes that a view has met, in the order of their first row, with their first width.
export class KnownAttributes {
  readonly #widths = new Map<string, number>();
  readonly #seen = new WeakSet<Item>();
  #count = 0;
  #version = 0;

  // Returns a number that changes when a column is new or wider.
  meetAll(items: readonly Item[]): number {
    for (const item of items) if (this.#meet(item)) this.#version++;
    return this.#version;
  }

  // Returns whether a column is new or wider. Only the first items widen columns, so that columns
  // stand still while a user scrolls.
  #meet(item: Item): boolean {
    if (this.#seen.has(item)) return false;
    this.#seen.add(item);
    const isFirst = this.#count++ < FIRST_ITEMS;
    let hasChanged = false;
    for (const [name, value] of item) {
      const before = this.#widths.get(name);
      if (before === undefined ? this.#widths.size >= NAMES_MAX : !isFirst) continue;
      const width = firstWidth(name, value);
      if (before !== undefined && before >= width) continue;
      this.#widths.set(name, width);
      hasChanged = true;
    }
    return hasChanged;
  }

  get names(): string[] {
    return [...this.#widths.keys()];
  }

  widthOf(name: string): number {
    return this.#widths.get(name) ?? WIDTH_FIRST_MAX / 2;
  }
}

// All attributes in the user's order. Keys come first.
export function orderedNames(keys: readonly string[], known: readonly string[], { order }: ColumnChoices): string[] {
  const isKnown = new Set(known);
  const chosen = order.filter((name) => isKnown.has(name));
  return [...new Set([...keys, ...chosen, ...known])];
}

export function columnsOf(keys: readonly string[], known: KnownAttributes, choices: ColumnChoices): Column[] {
  const hidden = new Set(choices.hidden);
  const widths = new Map(choices.widths);
  const frozen = new Set(keys);
  let left = 0;
  return orderedNames(keys, known.names, choices)
    .filter((name) => frozen.has(name) || !hidden.has(name))
    .map((name) => {
      const width = Math.min(Math.max(widths.get(name) ?? known.widthOf(name), WIDTH_MIN), WIDTH_MAX);
      const column = { name, width, isKey: frozen.has(name), left };
      left += width;
      return column;
    });
}

const storageKey = (table: string): string => `stator.columns.${table}`;

export function storedChoices(table: string): ColumnChoices {
  try {
    const parsed = JSON.parse(localStorage.getItem(storageKey(table)) ?? "null") as Partial<ColumnChoices> | null;
    const texts = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
    const widths = Array.isArray(parsed?.widths) ? parsed.widths.filter(isWidth) : [];
    return { order: texts(parsed?.order), hidden: texts(parsed?.hidden), widths };
  } catch {
    return NO_CHOICES;
  }
}

const isWidth = (one: unknown): one is [string, number] =>
  Array.isArray(one) && typeof one[0] === "string" && Number.isFinite(one[1]);

export function storeChoices(table: string, choices: ColumnChoices): void {
  try {
    localStorage.setItem(storageKey(table), JSON.stringify(choices));
  } catch {
    // Full or blocked storage. The columns stay as they are until the tab closes.
  }
}

// Puts an attribute before another one.
export function moveBefore(names: readonly string[], name: string, before: string): string[] {
  if (name === before || !names.includes(name)) return [...names];
  const others = names.filter((one) => one !== name);
  const at = others.indexOf(before);
  return at < 0 ? [...names] : [...others.slice(0, at), name, ...others.slice(at)];
}

export const withWidth = (choices: ColumnChoices, name: string, width: number): ColumnChoices => ({
  ...choices,
  widths: [...choices.widths.filter(([one]) => one !== name), [name, Math.round(width)]],
});
