import { Link } from "wouter";

import { type KeyShape, keyShapeOf } from "../../data/operations/key_attributes";
import { plural } from "../../data/values/amounts";
import { previewText } from "../../data/values/preview_text";
import type { Item, Value } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { useTables } from "../../shared/live/queries";
import { Text } from "../../shared/parts/Text";
import { itemAddress, itemsAddress } from "../../shared/view_addresses";
import style from "./Answer.module.css";

const COLUMNS_MAX = 40;
const ROWS_MAX = 200; // more rows cost the browser more than a reader gains; the JSON has all

// Items of one table as rows. A row leads to its item, and a key to its collection.
export function AnswerItems({ table, items }: { readonly table: string; readonly items: readonly Item[] }) {
  const { data: tables = [] } = useTables();
  const description = tables.find((one) => one.TableName === table);
  const shape = description && keyShapeOf(description);
  const names = columnsOf(items, shape);
  const shown = names.slice(0, COLUMNS_MAX);
  return (
    <>
      <div className={style.scroll} tabIndex={0} role="region" aria-label={`Items of ${visible(table)}`}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Item</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  <Text value={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, ROWS_MAX).map((item, at) => (
              <tr key={at}>
                <td>{shape === undefined ? at + 1 : <ItemLink {...{ table, item, shape }} number={at + 1} />}</td>
                {shown.map((name) => (
                  <Cell key={name} {...{ table, item, name, shape }} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {items.length > ROWS_MAX && <p className={style.quiet}>{plural(items.length - ROWS_MAX, "further item")} in the JSON.</p>}
      {names.length > COLUMNS_MAX && (
        <p className={style.quiet}>{plural(names.length - COLUMNS_MAX, "further attribute")} in the JSON.</p>
      )}
    </>
  );
}

function ItemLink({ table, item, shape, number }: { readonly table: string; readonly item: Item; readonly shape: KeyShape; readonly number: number }) {
  const names = [...shape.partition, ...shape.sort].map((one) => one.name);
  const key = new Map(names.map((name) => [name, item.get(name)] as const).filter((one): one is [string, Value] => one[1] !== undefined));
  if (key.size < names.length) return <>{number}</>; // the projection left the key out
  return (
    <Link href={itemAddress(table, key)} aria-label={`Open item ${number}`}>
      Open
    </Link>
  );
}

function Cell({ table, item, name, shape }: { readonly table: string; readonly item: Item; readonly name: string; readonly shape: KeyShape | undefined }) {
  const value = item.get(name);
  if (value === undefined) return <td />;
  const text = <Text value={previewText(value)} />;
  const isPartition = shape?.partition[0]?.name === name;
  return (
    <td className={value.type === "N" ? style.number : undefined}>
      {isPartition ? <Link href={itemsAddress(table, { pk: [value] })}>{text}</Link> : text}
    </td>
  );
}

// Key attributes first, then the others in the order in which they appear.
function columnsOf(items: readonly Item[], shape: KeyShape | undefined): string[] {
  const keys = shape === undefined ? [] : [...shape.partition, ...shape.sort].map((one) => one.name);
  const seen = new Set(items.flatMap((item) => [...item.keys()]));
  return [...keys.filter((name) => seen.has(name)), ...[...seen].filter((name) => !keys.includes(name))];
}
