import type { Entities } from "../entities/entities";
import { type Difference, differences } from "../values/difference";
import { fromWireItem, type WireItem, type WireValue } from "../values/dynamodb_json";
import type { Item, Value } from "../values/value";
import { keyLine } from "../values/value_line";
import type { KeptRecord, StreamRecord } from "./stream_shapes";

// The item that a record is about.
export interface RecordKey {
  readonly key: Item; // in the order of the key schema
  readonly text: string;
}

const keys = new WeakMap<StreamRecord, RecordKey>();

// The key of a record, read once: filters look at all records that are kept.
export function keyOf({ record }: KeptRecord, keyNames: readonly string[]): RecordKey {
  const cached = keys.get(record);
  if (cached !== undefined) return cached;
  const stored = fromWireItem(record.dynamodb.Keys);
  const key: Item = new Map(
    keyNames.flatMap((name) => {
      const value = stored.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const found = { key, text: keyLine(key) };
  keys.set(record, found);
  return found;
}

// The change of an item that a record shows. A MODIFY with one image cannot be compared.
export interface Change {
  readonly kind: "difference" | "old-image" | "new-image" | "keys";
  readonly differences: readonly Difference[]; // at most as many as asked for
}

// The key is left out: it never changes.
export function changeOf({ record }: KeptRecord, max = Infinity): Change {
  const { eventName, dynamodb } = record;
  const [before, after] = [imageOf(dynamodb.OldImage, dynamodb.Keys), imageOf(dynamodb.NewImage, dynamodb.Keys)];
  if (before === undefined && after === undefined) return { kind: "keys", differences: [] };
  const found = differences(before ?? NOTHING, after ?? NOTHING, max);
  if (eventName !== "MODIFY" || (before !== undefined && after !== undefined)) {
    return { kind: "difference", differences: found };
  }
  return { kind: before === undefined ? "new-image" : "old-image", differences: found };
}

const NOTHING: Item = new Map();

function imageOf(image: WireItem | undefined, key: WireItem): Item | undefined {
  if (image === undefined) return undefined;
  return new Map([...fromWireItem(image)].filter(([name]) => !Object.hasOwn(key, name)));
}

const scalars = new WeakMap<StreamRecord, Item>();

// The entity of the item that a record is about. Keys, `_type` and a model's conditions are texts and
// numbers, so nothing else is read.
export function entityOf({ record }: KeptRecord, entities: Entities): string | undefined {
  let item = scalars.get(record);
  if (item === undefined) {
    const { Keys, NewImage, OldImage } = record.dynamodb;
    item = new Map(Object.entries({ ...(NewImage ?? OldImage), ...Keys }).flatMap(scalarOf));
    scalars.set(record, item);
  }
  return entities.of(item)?.name;
}

function scalarOf([name, { S, N }]: [string, WireValue]): [string, Value][] {
  if (typeof S === "string") return [[name, { type: "S", value: S }]];
  return typeof N === "string" ? [[name, { type: "N", value: N }]] : [];
}

export interface RecordFilter {
  readonly event: string; // empty: any
  readonly entity: string;
  readonly key: string; // a part of the key's text
  readonly shard: string;
}

export function matches(
  kept: KeptRecord,
  keyNames: readonly string[],
  entities: Entities,
  { event, entity, key, shard }: RecordFilter,
): boolean {
  if (entity !== "" && entityOf(kept, entities) !== entity) return false;
  if (event !== "" && kept.record.eventName !== event) return false;
  if (shard !== "" && kept.shardId !== shard) return false;
  return key === "" || keyOf(kept, keyNames).text.toLowerCase().includes(key.toLowerCase());
}
