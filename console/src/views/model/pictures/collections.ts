import type { ModelDescription, ModelEntity, ModelIndex, ModelTable } from "../../../data/requests/model_shapes";
import type { KnownRow } from "./known_rows";
import type { Item, Value } from "../../../data/values/value";
import { valueLine } from "../../../data/values/value_line";

// The rows of a table or an index, grouped under their partition keys.
export interface Collection {
  readonly partition: string;
  readonly rows: readonly CollectionRow[];
}

export interface CollectionRow {
  readonly entity: ModelEntity;
  readonly label: string; // "Order", "Order (copy)"
  readonly sort: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

export interface Place {
  readonly table: ModelTable;
  readonly index?: ModelIndex;
}

export const placesOf = ({ tables }: ModelDescription): Place[] =>
  tables.flatMap((table) => [{ table }, ...table.indexes.map((index) => ({ table, index }))]);

export const nameOf = ({ table, index }: Place): string => (index === undefined ? table.name : `${table.name} / ${index.name}`);

const partitionNames = ({ table, index }: Place): readonly string[] => index?.partitionKey ?? [table.partitionKey];
const sortNames = ({ table, index }: Place): readonly string[] => index?.sortKey ?? (table.sortKey === undefined ? [] : [table.sortKey]);

export function collectionsOf(place: Place, rows: readonly KnownRow[]): Collection[] {
  const groups = new Map<string, CollectionRow[]>();
  for (const row of rows) {
    const keys = [...partitionNames(place), ...sortNames(place)];
    if (!keys.every((name) => row.item.has(name))) continue; // the index does not have the item
    const partition = joined(row.item, partitionNames(place));
    groups.set(partition, [...(groups.get(partition) ?? []), rowOf(place, row)]);
  }
  return [...groups].map(([partition, found]) => ({
    partition,
    rows: found.sort((one, other) => (one.sort < other.sort ? -1 : one.sort > other.sort ? 1 : 0)),
  }));
}

function rowOf(place: Place, { entity, row, item }: KnownRow): CollectionRow {
  const hidden = new Set([...partitionNames(place), ...sortNames(place), "_type"]);
  const projected = projectedOf(place);
  // The entity's attributes come first, in the model's order, and then the keys of indexes.
  const order = new Map(entity.attributes.map(({ name }, at) => [name, at]));
  const placeOf = (name: string) => order.get(name) ?? order.size;
  const attributes = [...item]
    .filter(([name]) => !hidden.has(name) && (projected === undefined || projected.has(name)))
    .sort(([one], [other]) => placeOf(one) - placeOf(other));
  return {
    entity,
    label: row.role === "item" ? entity.name : `${entity.name} (${row.role === "copy" ? "copy" : "unique"})`,
    sort: joined(item, sortNames(place)),
    attributes: attributes.map(([name, value]) => [name, lineOf(value)] as const),
  };
}

// undefined: all attributes.
function projectedOf({ table, index }: Place): ReadonlySet<string> | undefined {
  if (index === undefined || index.projection === "ALL") return undefined;
  return new Set([table.partitionKey, table.sortKey ?? "", ...index.include]);
}

const joined = (item: Item, names: readonly string[]): string => names.map((name) => lineOf(item.get(name)!)).join(" + ");

// Texts stand without quotes, as in keys.
const lineOf = (value: Value): string => (value.type === "S" ? value.value : valueLine(value));
