import { Link } from "wouter";

import { countText } from "../data/values/amounts";
import type { TableDescription } from "../data/requests/table_shapes";
import { tableAddress, useAddressPath } from "../shared/address";
import { itemsAddress } from "../shared/view_addresses";
import style from "./TableLink.module.css";

export function TableLink({ table, filter }: { readonly table: TableDescription; readonly filter: string }) {
  const [path] = useAddressPath();
  const address = tableAddress(table.TableName);
  const isHere = path === address || path.startsWith(`${address}/`);
  const query = filter === "" ? "" : `?${new URLSearchParams({ filter })}`;
  return (
    <li>
      <Link
        href={itemsAddress(table.TableName) + query}
        className={`${style.link} ${isHere ? style.here : ""}`}
        aria-current={isHere ? "page" : undefined}
        title={table.TableName}
      >
        <span className={style.name}>{table.TableName}</span>
        <span className={style.count}>{countText(table.ItemCount)}</span>
      </Link>
    </li>
  );
}
