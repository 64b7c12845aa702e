import { Link } from "wouter";

import { scalarText } from "../../data/editing/preview";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { itemsAddress } from "../../shared/view_addresses";
import style from "./ItemEditor.module.css";
import { KeyText } from "./KeyText";

const SHOWN_MAX = 40;

// The key of the item, with a link to the items around it.
export function ItemHead({ table, itemKey }: { readonly table: TableDescription; readonly itemKey?: Item }) {
  const hash = itemKey?.get(table.KeySchema[0]!.AttributeName);
  if (itemKey === undefined || hash === undefined) return <h2>New item</h2>;
  const text = visible(scalarText(hash));
  return (
    <div className={style.head}>
      <h2>
        <KeyText itemKey={itemKey} />
      </h2>
      <Link href={itemsAddress(table.TableName, { pk: [hash] })}>
        All items of {text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}
      </Link>
    </div>
  );
}
