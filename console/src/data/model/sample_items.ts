import type { ModelAttribute, ModelDescription, ModelEntity, StoredRow } from "../requests/model_shapes";
import { type Item, number, text, type Value } from "../values/value";
import { madeValue, plainText } from "./key_text";

// Items that a model's entities could have, the same each time. Children belong to parents that
// exist, and an attribute with the name of another entity's id holds one of its ids.

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 8, 1);
const TTL_DEFAULT_S = 30 * 86_400;
const NAMES = ["Ada", "Grace", "Edsger", "Barbara", "Donald", "Leslie", "Frances", "Tony", "Radia", "Ken"];
const WORDS = "the tea in the blue cup is warm and the door stands open to the garden".split(" ");
const NUMBER_MAX = 1000;
const BLOB_BYTES = 24;

export interface SampleRow {
  readonly table: string;
  readonly item: Item;
}

// `each` is the number of instances of every entity, perhaps by its depth below entities without
// parent. `now` is service time in seconds, for attributes of time to live.
export function sampleRows(model: ModelDescription, each: number | ((depth: number) => number), now: number): SampleRow[] {
  const instances = new Map<string, readonly Item[]>();
  for (const { entity, depth } of parentsFirst(model.entities)) {
    const length = typeof each === "number" ? each : each(depth);
    instances.set(entity.name, Array.from({ length }, (_, at) => instance(entity, at, model, instances, now)));
  }
  const rows = model.entities.flatMap((entity) =>
    (instances.get(entity.name) ?? []).flatMap((values) => rowsOf(entity, values).map((item) => ({ table: entity.table, item }))),
  );
  return withoutTwins(rows, model);
}

function parentsFirst(entities: readonly ModelEntity[]): { entity: ModelEntity; depth: number }[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const depth = (entity: ModelEntity, seen = 0): number => {
    const parent = byName.get(entity.parent?.entity ?? "");
    return parent === undefined || seen > entities.length ? 0 : 1 + depth(parent, seen + 1);
  };
  return entities.map((entity) => ({ entity, depth: depth(entity) })).sort((a, b) => a.depth - b.depth);
}

function instance(
  entity: ModelEntity,
  at: number,
  model: ModelDescription,
  instances: ReadonlyMap<string, readonly Item[]>,
  now: number,
): Item {
  const parents = instances.get(entity.parent?.entity ?? "") ?? [];
  const parent = parents[at % Math.max(1, parents.length)];
  const values = new Map<string, Value>();
  for (const attribute of attributesOf(entity)) {
    const { name } = attribute;
    const value = parent?.get(name) ?? referenced(entity, name, at, model, instances) ?? valueOf(attribute, entity, at, now);
    values.set(name, value);
  }
  return values;
}

// The attributes, and those that only keys name.
function attributesOf(entity: ModelEntity): ModelAttribute[] {
  const known = new Set(entity.attributes.map((attribute) => attribute.name));
  const templates = entity.rows.flatMap((row) => [...row.partition, ...row.sort]);
  const named = [...entity.identity, ...templates.flatMap(({ parts }) => parts.map((part) => part.attribute))];
  const others = new Set(named.filter((name) => name !== undefined && !known.has(name)));
  return [...entity.attributes, ...[...others].map((name) => ({ name: name!, kind: "string", type: "S" }))];
}

// The id of another entity's instance.
function referenced(
  entity: ModelEntity,
  name: string,
  at: number,
  model: ModelDescription,
  instances: ReadonlyMap<string, readonly Item[]>,
): Value | undefined {
  const owner = model.entities.find((one) => one !== entity && one.identity.length === 1 && one.identity[0] === name);
  const all = instances.get(owner?.name ?? "") ?? [];
  return all[(at * 7) % Math.max(1, all.length)]?.get(name);
}

function valueOf(attribute: ModelAttribute, entity: ModelEntity, at: number, now: number): Value {
  const { name, kind, type, values } = attribute;
  const [base = "", size = ""] = kind.split(/[(),]/);
  if (values !== undefined && values.length > 0) return text(values[at % values.length]!);
  if (type === "N") return number(numberOf(base, size, entity.identity.includes(name), at, now));
  if (type === "BOOL") return { type, value: at % 3 === 0 };
  if (type === "B") return { type, value: Uint8Array.from({ length: BLOB_BYTES }, (_, byte) => (at * 31 + byte * 17) % 256) };
  if (type === "M") return { type, value: new Map() };
  if (type === "L") return { type, value: [] };
  return text(textOf(base, name, entity, at));
}

function numberOf(base: string, size: string, isIdentity: boolean, at: number, now: number): number {
  if (base === "ttl") return now + ttlSeconds(size) + at;
  if (base === "version") return 1;
  const bound = /^\d+$/.test(size) ? Math.min(10 ** Number(size), Number.MAX_SAFE_INTEGER) : NUMBER_MAX;
  return isIdentity || base === "counter" ? (at + 1) % bound : (at * 37 + 11) % Math.min(bound, NUMBER_MAX);
}

function ttlSeconds(size: string): number {
  const [, count, unit] = /^(\d+)([smhdw])$/.exec(size) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }[unit ?? ""];
  return seconds === undefined ? TTL_DEFAULT_S : Number(count) * seconds;
}

function textOf(base: string, name: string, entity: ModelEntity, at: number): string {
  const time = new Date(FIRST_DAY + at * (DAY_MS + 61_000)).toISOString();
  if (base === "time") return time;
  if (base === "date") return time.slice(0, 10);
  if (base === "text") return Array.from({ length: 8 }, (_, word) => WORDS[(at + word) % WORDS.length]).join(" ");
  if (base === "id") return `${entity.name[0]!.toLowerCase()}${1000 + at}`;
  const person = NAMES[at % NAMES.length]!;
  if (name.toLowerCase().endsWith("email")) return `${person.toLowerCase()}${at}@example.com`;
  if (!entity.identity.includes(name) && /name$/i.test(name)) return person;
  return `${name}-${at + 1}`;
}

// The rows that one instance stores: the item, its copies and its guards.
function rowsOf(entity: ModelEntity, values: Item): Item[] {
  return entity.rows.filter((row) => row.index === undefined && holds(row, values)).flatMap((row) => {
    const keys = keysOf(row, values);
    if (keys === undefined) return [];
    if (row.role === "guard") return [new Map([...keys, ["_type", text(`${entity.name}.unique`)] as const])];
    const own = row.role === "copy" ? [...values].filter(([name]) => row.attributes.includes(name)) : [...values];
    const entries = row.role === "copy" ? [] : entity.rows.filter((one) => one.role === "item" && one.index !== undefined);
    const indexed = entries.filter((one) => holds(one, values)).flatMap((one) => keysOf(one, values) ?? []);
    return [new Map([...keys, ...indexed, ["_type", text(entity.name)] as const, ...own])];
  });
}

const holds = ({ when = [] }: StoredRow, values: Item): boolean =>
  when.every(({ attribute, value }) => {
    const given = values.get(attribute);
    return given !== undefined && plainText(given) === value;
  });

function keysOf(row: StoredRow, values: Item): [string, Value][] | undefined {
  const keys: [string, Value][] = [];
  for (const template of [...row.partition, ...row.sort]) {
    const value = madeValue(template, values);
    if (value === undefined) return undefined;
    keys.push([template.attribute, value]);
  }
  return keys;
}

// A batch refuses two items of one key.
function withoutTwins(rows: readonly SampleRow[], model: ModelDescription): SampleRow[] {
  const keyNames = new Map(model.tables.map(({ name, partitionKey, sortKey }) => [name, [partitionKey, sortKey ?? ""]]));
  const byKey = new Map<string, SampleRow>();
  for (const row of rows) {
    const key = (keyNames.get(row.table) ?? []).map((name) => row.item.get(name)).map((value) => value && plainText(value));
    byKey.set(JSON.stringify([row.table, key]), row);
  }
  return [...byKey.values()];
}
