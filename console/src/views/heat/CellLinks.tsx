import { Link } from "wouter";

import type { Access, KeyAttributes, Throttle } from "../../data/requests/heat_shapes";
import type { TableDescription } from "../../data/requests/table_shapes";
import { dollarsText } from "../../data/values/amounts";
import { useBill } from "../../shared/live/queries";
import { Text } from "../../shared/parts/Text";
import { billAddress, capacityAddress, itemsAddress, operationAddress } from "../../shared/view_addresses";
import { keyNarrowing, keyQuery, partitionKeyText } from "./cell_requests";
import style from "./CellLinks.module.css";
import type { CellFacts } from "./heat_rows";
import { patternsOf } from "./pattern_match";

const KEYS_MAX = 3;
const PATTERNS_MAX = 3;

// From a cell to its items, to a request for them, and to the patterns that cause it with their price.
export function CellLinks(properties: {
  readonly table: TableDescription;
  readonly index: string | undefined;
  readonly access: Access;
  readonly facts: CellFacts;
  readonly throttles: readonly Throttle[];
}) {
  const { table, index, access, facts, throttles } = properties;
  const bill = useBill();
  const keys = distinct([...facts.keys.map(({ key }) => key), ...throttles.flatMap(({ key }) => (key === undefined ? [] : [key]))], table, index);
  const patterns = new Map(
    keys
      .flatMap((key) => patternsOf(bill.data?.patterns ?? [], { table: table.TableName, index, access, key: partitionKeyText(table, index, key) }))
      .map((one) => [one.pattern, one]),
  );
  return (
    <ul className={style.links}>
      {keys.map((key) => (
        <KeyLinks key={JSON.stringify(key)} table={table} index={index} of={key} />
      ))}
      {keys.length === 0 && (
        <li>
          <Link href={itemsAddress(table.TableName, { index })}>Items of the {index === undefined ? "table" : "index"}</Link>
        </li>
      )}
      {[...patterns.values()].slice(0, PATTERNS_MAX).map(({ pattern, dollars }) => (
        <li key={pattern}>
          <Link href={billAddress({ table: table.TableName, pattern })}>
            Pattern <Text value={pattern} />, {dollarsText(dollars)} a month
          </Link>
        </li>
      ))}
      {patterns.size === 0 && (
        <li>
          <Link href={billAddress({ table: table.TableName })}>Bill of the table</Link>
        </li>
      )}
      <li>
        <Link href={capacityAddress(table.TableName, index)}>Capacity</Link>
      </li>
    </ul>
  );
}

function KeyLinks(properties: { readonly table: TableDescription; readonly index: string | undefined; readonly of: KeyAttributes }) {
  const { table, index, of } = properties;
  const text = <Text value={partitionKeyText(table, index, of)} />;
  return (
    <>
      <li>
        <Link href={itemsAddress(table.TableName, keyNarrowing(table, index, of))}>
          Items of <code>{text}</code>
        </Link>
      </li>
      <li>
        <Link href={operationAddress("Query", keyQuery(table, index, of))}>
          Query of <code>{text}</code>
        </Link>
      </li>
    </>
  );
}

// One key for each item collection.
function distinct(keys: readonly KeyAttributes[], table: TableDescription, index: string | undefined): KeyAttributes[] {
  const found = new Map<string, KeyAttributes>();
  for (const key of keys) {
    const text = partitionKeyText(table, index, key);
    if (!found.has(text)) found.set(text, key);
  }
  return [...found.values()].slice(0, KEYS_MAX);
}
