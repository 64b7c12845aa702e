import { literalText } from "../../data/expressions/literal_text";
import { typedName } from "../../data/expressions/lexer";
import type { ModelDescription } from "../../data/requests/model_shapes";
import type { TableDescription } from "../../data/requests/table_shapes";
import { createStore } from "../../data/store";
import type { Item, Value } from "../../data/values/value";
import { rawText } from "../../data/expressions/raw_values";

// Names and values that a field offers.
export interface Completions {
  readonly names: readonly string[];
  readonly values: ReadonlyMap<string, readonly Value[]>; // by attribute
}

const NAMES_MAX = 300;
const VALUES_MAX = 20;
const VALUE_CHARS_MAX = 200;
const TABLES_MAX = 50;
const SHOWN_MAX = 40;

type Seen = ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>; // by table, by attribute

// The names and values in answers since the page was opened.
export const seenValues = createStore<Seen>(new Map());

export function noteItems(table: string, items: readonly Item[]): void {
  const before = seenValues.get();
  const attributes = new Map(before.get(table));
  for (const item of items) {
    for (const [name, value] of item) {
      const known = attributes.get(name) ?? [];
      if ((known.length === 0 && attributes.size >= NAMES_MAX) || known.length >= VALUES_MAX) continue;
      const text = value.type === "S" || value.type === "N" ? value.value : undefined;
      const isNew = text !== undefined && text.length <= VALUE_CHARS_MAX && !known.some((one) => rawText(one) === text);
      attributes.set(name, isNew ? [...known, value] : known);
    }
  }
  const others = [...before].filter(([name]) => name !== table).slice(1 - TABLES_MAX);
  seenValues.set(new Map([...others, [table, attributes]]));
}

export function completionsOf(
  table: TableDescription | undefined,
  seen: ReadonlyMap<string, readonly Value[]> | undefined,
  model: ModelDescription | undefined,
): Completions {
  const entities = (model?.entities ?? []).filter((one) => one.table === table?.TableName);
  const values = new Map(seen);
  for (const { attributes } of entities) {
    for (const { name, values: texts = [] } of attributes) {
      if (!values.has(name)) values.set(name, texts.map((value) => ({ type: "S", value })));
    }
  }
  const keys = (table?.AttributeDefinitions ?? []).map((one) => one.AttributeName);
  return { names: [...new Set([...keys, ...values.keys()])], values };
}

const FUNCTIONS = ["attribute_exists(", "attribute_not_exists(", "begins_with(", "contains(", "size("];

// The texts that a typed expression may become: the word at its end completed, or a value behind a
// comparison.
export function completed(typed: string, { names, values }: Completions): string[] {
  const comparison = /(?:^|[\s(,])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=|<>|<=|>=|<|>)\s*$/u.exec(typed);
  if (comparison !== null) {
    const literals = (values.get(comparison[1] ?? "") ?? []).map(literalText);
    return literals.filter((text) => text !== undefined).map((text) => typed + text).slice(0, SHOWN_MAX);
  }
  const word = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(typed)?.[0] ?? "";
  const before = typed.slice(0, typed.length - word.length);
  if (word === "" && !/(^|[\s(,])$/.test(before)) return [];
  const candidates = [...names.map(typedName).filter((name) => name !== undefined), ...FUNCTIONS];
  return candidates
    .filter((one) => one !== word && one.toLowerCase().startsWith(word.toLowerCase()))
    .map((one) => before + one)
    .slice(0, SHOWN_MAX);
}
