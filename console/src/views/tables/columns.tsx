import type { TableDescription } from "../../data/requests/table_shapes";
import type { Traffic } from "../../data/requests/traffic";
import { bytesText, countText, dollarsText, rateText } from "../../data/values/amounts";
import { Link } from "wouter";

import { Status } from "../../shared/parts/Status";
import type { Column } from "../../shared/parts/SortTable";
import style from "./columns.module.css";
import { billingText, indexCount, keysText, statusText, statusTone } from "../../shared/table_forms/table_facts";
import { Text } from "../../shared/parts/Text";
import { itemsAddress } from "../../shared/view_addresses";

export interface TableRow {
  readonly table: TableDescription;
  readonly traffic: Traffic | undefined;
  readonly dollars: number | undefined;
}

const UNKNOWN = "–";

export const COLUMNS: readonly Column<TableRow>[] = [
  {
    name: "name",
    title: "Name",
    sort: ({ table }) => table.TableName,
    cell: ({ table }) => (
      <Link href={itemsAddress(table.TableName)} title={table.TableName}>
        {table.TableName}
      </Link>
    ),
  },
  {
    name: "status",
    title: "Status",
    sort: ({ table }) => table.TableStatus,
    cell: ({ table }) => <Status tone={statusTone(table.TableStatus)} text={statusText(table.TableStatus)} />,
  },
  {
    name: "items",
    title: "Items",
    number: true,
    sort: ({ table }) => table.ItemCount,
    cell: ({ table }) => countText(table.ItemCount),
  },
  {
    name: "bytes",
    title: "Size",
    number: true,
    sort: ({ table }) => table.TableSizeBytes,
    cell: ({ table }) => bytesText(table.TableSizeBytes),
  },
  {
    name: "keys",
    title: "Keys",
    sort: ({ table }) => keysText(table.KeySchema),
    cell: ({ table }) => (
      <code>
        <Text value={keysText(table.KeySchema)} />
      </code>
    ),
  },
  {
    name: "indexes",
    title: "Indexes",
    number: true,
    sort: ({ table }) => indexCount(table),
    cell: ({ table }) => countText(indexCount(table)),
  },
  {
    name: "billing",
    title: "Billing",
    sort: ({ table }) => billingText(table),
    cell: ({ table }) => billingText(table),
  },
  {
    name: "units",
    title: "Units/s R · W",
    number: true,
    sort: ({ traffic }) => (traffic === undefined ? -1 : traffic.readUnits + traffic.writeUnits),
    cell: ({ traffic }) =>
      traffic === undefined ? UNKNOWN : `${rateText(traffic.readUnits)} · ${rateText(traffic.writeUnits)}`,
  },
  {
    name: "throttles",
    title: "Throttles 1 h",
    number: true,
    sort: ({ traffic }) => traffic?.throttles ?? -1,
    cell: ({ traffic }) => <Throttles count={traffic?.throttles} />,
  },
  {
    name: "dollars",
    title: "$ a month",
    number: true,
    sort: ({ dollars }) => dollars ?? -1,
    cell: ({ dollars }) => (dollars === undefined ? UNKNOWN : dollarsText(dollars)),
  },
];

function Throttles({ count }: { readonly count: number | undefined }) {
  if (count === undefined) return UNKNOWN;
  return count > 0 ? <strong className={style.throttled}>{countText(count)}</strong> : countText(count);
}
