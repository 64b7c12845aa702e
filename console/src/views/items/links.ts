import { indexesOf, type Keys, keysOf } from "../../data/requests/key_schema";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item, Value } from "../../data/values/value";
import { itemsAddress } from "../../shared/view_addresses";

interface Role extends Keys {
  readonly index?: string;
}

// The Queries that values of key attributes lead to: of the table, then of its indexes.
export class KeyLinks {
  readonly #table: string;
  readonly #roles: readonly Role[];
  readonly #attributes: ReadonlySet<string>;

  constructor(table: TableDescription) {
    this.#table = table.TableName;
    const indexes = indexesOf(table).map(({ IndexName: index }) => ({ index, ...keysOf(table, index) }));
    this.#roles = [keysOf(table), ...indexes];
    this.#attributes = new Set(this.#roles.flatMap(({ hash, range }) => [...hash, ...range]));
  }

  // A partition key leads to its collection, and a sort key to the row in its collection. The first
  // place where the attribute is a partition key wins.
  of(item: Item, attribute: string): string | undefined {
    if (!this.#attributes.has(attribute)) return undefined;
    const role =
      this.#roles.find(({ hash }) => hash.includes(attribute)) ?? this.#roles.find(({ range }) => range.includes(attribute));
    if (role === undefined) return undefined;
    const pk = valuesOf(item, role.hash);
    if (pk === undefined) return undefined;
    if (role.hash.includes(attribute)) return itemsAddress(this.#table, { index: role.index, pk });
    const sk = valuesOf(item, role.range.slice(0, role.range.indexOf(attribute) + 1));
    return sk && itemsAddress(this.#table, { index: role.index, pk, sk, op: "=" });
  }
}

function valuesOf(item: Item, names: readonly string[]): Value[] | undefined {
  const values = names.map((name) => item.get(name)).filter((value) => value !== undefined);
  return values.length === names.length ? values : undefined;
}
