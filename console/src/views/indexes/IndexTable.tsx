import { Link } from "wouter";

import { indexBill } from "../../data/indexes/index_bill";
import type { IndexDescription, TableDescription } from "../../data/requests/table_shapes";
import { bytesText, countText, dollarsText, rateText } from "../../data/values/amounts";
import { useIndexTraffic } from "../../shared/live/index_queries";
import { isChanging, useBill, useIndexProgress } from "../../shared/live/queries";
import { Progress } from "../../shared/parts/Progress";
import { type Column, SortTable } from "../../shared/parts/SortTable";
import { Status } from "../../shared/parts/Status";
import { Text } from "../../shared/parts/Text";
import { keysText, statusText, statusTone } from "../../shared/table_forms/table_facts";
import { indexesAddress } from "../../shared/view_addresses";
import { isLocal, projectionText, shareText } from "./index_facts";
import style from "./Indexes.module.css";

interface Row {
  readonly index: IndexDescription;
  readonly percent?: number; // of a backfill under way
  readonly units: string;
  readonly rate: number; // for the order
  readonly throttles?: number;
  readonly dollars: number;
  readonly share: number;
}

// Every index with its keys, entries, traffic and cost.
export function IndexTable(properties: {
  readonly table: TableDescription;
  readonly indexes: readonly IndexDescription[];
  readonly open: string | undefined;
}) {
  const { table, indexes, open } = properties;
  const rows = useRows(table, indexes);
  return <SortTable label="Indexes" columns={columnsOf(table, open)} rows={rows} keyOf={(row) => row.index.IndexName} />;
}

function useRows(table: TableDescription, indexes: readonly IndexDescription[]): Row[] {
  const globals = (table.GlobalSecondaryIndexes ?? []).map((index) => index.IndexName);
  const traffic = useIndexTraffic(table.TableName, globals).data;
  const progress = useIndexProgress(isChanging(table)).data?.indexes ?? [];
  const bill = useBill().data;
  return indexes.map((index) => {
    const own = traffic?.get(index.IndexName);
    const cost = bill === undefined ? undefined : indexBill(bill, table.TableName, index.IndexName);
    return {
      index,
      percent:
        index.IndexStatus === "CREATING"
          ? progress.find((one) => one.table === table.TableName && one.index === index.IndexName)?.percent
          : undefined,
      units: own === undefined ? "" : `${rateText(own.readUnits)} · ${rateText(own.writeUnits)}`,
      rate: own === undefined ? 0 : own.readUnits + own.writeUnits,
      throttles: own?.throttles,
      dollars: cost?.dollars ?? 0,
      share: cost?.share ?? 0,
    };
  });
}

function columnsOf(table: TableDescription, open: string | undefined): readonly Column<Row>[] {
  return [
    {
      name: "name",
      title: "Index",
      sort: ({ index }) => index.IndexName,
      cell: ({ index }) => (
        <Link
          href={indexesAddress(table.TableName, index.IndexName)}
          aria-current={index.IndexName === open ? "true" : undefined}
          className={index.IndexName === open ? style.open : undefined}
        >
          {index.IndexName}
        </Link>
      ),
    },
    {
      name: "keys",
      title: "Keys",
      sort: ({ index }) => keysText(index.KeySchema),
      cell: ({ index }) => (
        <code>
          <Text value={keysText(index.KeySchema)} />
        </code>
      ),
    },
    {
      name: "kind",
      title: "Kind",
      sort: ({ index }) => Number(isLocal(index, table)),
      cell: ({ index }) => (isLocal(index, table) ? "Local" : "Global"),
    },
    {
      name: "projection",
      title: "Projection",
      sort: ({ index }) => projectionText(index),
      cell: ({ index }) => <Text value={projectionText(index)} />,
    },
    {
      name: "status",
      title: "Status",
      sort: ({ index }) => index.IndexStatus ?? "ACTIVE",
      cell: ({ index, percent }) =>
        percent === undefined ? (
          <Status tone={statusTone(index.IndexStatus ?? "ACTIVE")} text={statusText(index.IndexStatus ?? "ACTIVE")} />
        ) : (
          <Progress label={`Backfill ${Math.floor(percent)} %`} done={percent} of={100} />
        ),
    },
    {
      name: "entries",
      title: "Entries",
      number: true,
      sort: ({ index }) => index.ItemCount ?? 0,
      cell: ({ index }) => countText(index.ItemCount ?? 0),
    },
    {
      name: "size",
      title: "Size",
      number: true,
      sort: ({ index }) => index.IndexSizeBytes ?? 0,
      cell: ({ index }) => bytesText(index.IndexSizeBytes ?? 0),
    },
    { name: "units", title: "Units/s R · W", number: true, sort: ({ rate }) => rate, cell: ({ units }) => units },
    {
      name: "throttles",
      title: "Throttles 1 h",
      number: true,
      sort: ({ throttles }) => throttles ?? 0,
      cell: ({ throttles }) => (throttles === undefined ? "" : countText(throttles)),
    },
    {
      name: "dollars",
      title: "$/month",
      number: true,
      sort: ({ dollars }) => dollars,
      cell: ({ dollars, share }) => `${dollarsText(dollars)} ${shareText(share)}`,
    },
  ];
}
