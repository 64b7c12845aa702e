import { recogniserOf } from "../model/recognise";
import type { Keys } from "../requests/key_schema";
import type { ModelDescription } from "../requests/model_shapes";
import type { Item, Value } from "../values/value";

// The entity of an item, and the source of that knowledge.
export interface Entity {
  readonly name: string;
  readonly source: EntitySource;
}

export type EntitySource = "type" | "model" | "prefix";

export const TYPE_ATTRIBUTE = "_type";

export const SOURCE_TEXTS: { readonly [source in EntitySource]: string } = {
  type: `the attribute ${TYPE_ATTRIBUTE}`,
  model: "the model's keys",
  prefix: "key prefixes",
};

const NAME_CHARS_MAX = 60;
const PREFIX_CHARS_MAX = 30;
const DELIMITER = /[#:|/]/;
const WORD = /^[A-Za-z][A-Za-z_$-]*$/;

// Recognises the entities of one table: by `_type`, else by the model's key templates, else by the
// prefixes of the keys.
export class Entities {
  readonly #keys: Keys;
  readonly #byModel: (item: Item) => string | undefined;
  readonly #known = new WeakMap<Item, Entity | undefined>();

  constructor(table: string, keys: Keys, model: ModelDescription | undefined) {
    this.#keys = keys;
    this.#byModel = model === undefined ? () => undefined : namesBy(model, table);
  }

  of(item: Item): Entity | undefined {
    if (!this.#known.has(item)) this.#known.set(item, this.#recognise(item));
    return this.#known.get(item);
  }

  #recognise(item: Item): Entity | undefined {
    const type = item.get(TYPE_ATTRIBUTE);
    if (type?.type === "S" && type.value !== "") return { name: type.value.slice(0, NAME_CHARS_MAX), source: "type" };
    const entity = this.#byModel(item);
    if (entity !== undefined) return { name: entity, source: "model" };
    const name = prefixName(item, this.#keys);
    return name === undefined ? undefined : { name, source: "prefix" };
  }
}

// Guards keep values unique. They are rows of their own kind.
function namesBy(model: ModelDescription, table: string): (item: Item) => string | undefined {
  const recognise = recogniserOf(model, table);
  return (item) => {
    const found = recognise(item);
    return found && (found.row.role === "guard" ? `${found.entity.name} (guard)` : found.entity.name);
  };
}

// `CUST#1` and `ORDER#2026` give `CUST# ORDER#`; `CUST#1` and `PROFILE` give `CUST# PROFILE`.
function prefixName(item: Item, { hash, range }: Keys): string | undefined {
  const prefixes = [...hash, ...range].map((name) => prefixOf(item.get(name))).filter((one) => one !== undefined);
  return prefixes.some((prefix) => DELIMITER.test(prefix)) ? prefixes.join(" ") : undefined;
}

function prefixOf(value: Value | undefined): string | undefined {
  if (value?.type !== "S") return undefined;
  const start = value.value.slice(0, PREFIX_CHARS_MAX + 1);
  const at = start.search(DELIMITER);
  const word = at < 0 ? start : start.slice(0, at);
  if (!WORD.test(word) || word.length > PREFIX_CHARS_MAX) return undefined;
  return at < 0 ? word : start.slice(0, at + 1);
}
