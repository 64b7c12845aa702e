import type { KeyElement, TableDescription } from "../data/requests/table_shapes";
import { fromBase64 } from "../data/values/base64";
import { number, text, type Value } from "../data/values/value";
import { visible } from "../data/values/visible";
import { goTo } from "../shared/address";
import { tablePlaces } from "../shared/places";
import { itemAddress, itemsAddress } from "../shared/view_addresses";
import type { Command } from "./commands";

const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;
const TABLES_MAX = 3;

// Returns the commands for a table's name and a key: `orders CUST#7` to a collection, `orders CUST#7 2026-01-01`
// to an item. On a table's page the name may be left out. `orders heat` leads to a view.
export function keyCommands(query: string, tables: readonly TableDescription[], here: string | undefined): Command[] {
  const wanted = query.trim();
  if (wanted === "") return [];
  const current = tables.find((table) => table.TableName === here);
  const named = namedTables(wanted, tables);
  return [
    ...named.flatMap(({ table, rest }) => [...viewCommands(table, rest, query), ...keysOf(table, rest, query)]),
    ...(current === undefined || named.length > 0 ? [] : keysOf(current, wanted, query)),
  ];
}

interface Named {
  readonly table: TableDescription;
  readonly rest: string;
}

function namedTables(wanted: string, tables: readonly TableDescription[]): Named[] {
  const match = /^(\S+)\s+(.+)$/s.exec(wanted);
  if (match === null) return [];
  const [, name = "", rest = ""] = match;
  const exact = tables.filter((table) => table.TableName === name);
  const like = tables.filter((table) => table.TableName.toLowerCase().startsWith(name.toLowerCase()));
  return (exact.length > 0 ? exact : like).slice(0, TABLES_MAX).map((table) => ({ table, rest }));
}

const viewCommands = ({ TableName: name }: TableDescription, rest: string, query: string): Command[] =>
  tablePlaces(name)
    .filter((place) => place.label.toLowerCase().startsWith(rest.toLowerCase()))
    .map((place) => ({ label: `${name}: ${place.label}`, match: query, run: () => goTo(place.path) }));

function keysOf(table: TableDescription, key: string, query: string): Command[] {
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
  return [
    ...itemCommands(table, key, query),
    ...collectionCommands(table, undefined, table.KeySchema, key, query),
    ...indexes.flatMap((index) => collectionCommands(table, index.IndexName, index.KeySchema, key, query)),
  ];
}

function itemCommands(table: TableDescription, key: string, query: string): Command[] {
  const { TableName: name, KeySchema: schema } = table;
  const parts = schema.length === 1 ? [key] : partsOf(key);
  if (parts === undefined) return [];
  const values = parts.map((part, at) => valueOf(table, schema[at]!.AttributeName, part));
  if (values.some((value) => value === undefined)) return [];
  const item = new Map(schema.map((element, at) => [element.AttributeName, values[at]!]));
  return [{ label: `Item ${visible(parts.join(" · "))} of ${name}`, match: query, run: () => goTo(itemAddress(name, item)) }];
}

// The first word is the partition key, and the rest the sort key.
function partsOf(key: string): string[] | undefined {
  const match = /^(\S+)\s+(.+)$/s.exec(key);
  return match === null ? undefined : [match[1]!, match[2]!];
}

// The collection of a partition key. A key of several attributes takes one word for each.
function collectionCommands(
  table: TableDescription,
  index: string | undefined,
  schema: readonly KeyElement[],
  key: string,
  query: string,
): Command[] {
  const hash = schema.filter((element) => element.KeyType === "HASH");
  const parts = hash.length === 1 ? [key] : key.split(/\s+/);
  if (parts.length !== hash.length || (index === undefined && schema.length === 1)) return [];
  const values = hash.map((element, at) => valueOf(table, element.AttributeName, parts[at]!));
  if (values.some((value) => value === undefined)) return [];
  const pk = values.filter((value) => value !== undefined);
  const place = index === undefined ? table.TableName : `${index} of ${table.TableName}`;
  const label = `Collection ${visible(parts.join(" · "))} in ${place}`;
  return [{ label, match: query, run: () => goTo(itemsAddress(table.TableName, { index, pk })) }];
}

function valueOf(table: TableDescription, attribute: string, part: string): Value | undefined {
  const type = table.AttributeDefinitions.find((one) => one.AttributeName === attribute)?.AttributeType;
  if (type === "N") return NUMBER.test(part) ? number(part) : undefined;
  if (type !== "B") return text(part);
  try {
    return { type, value: fromBase64(part) };
  } catch {
    return undefined;
  }
}
