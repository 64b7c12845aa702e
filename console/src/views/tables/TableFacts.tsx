import type { TableDescription } from "../../data/requests/table_shapes";
import { bytesText, countText, dollarsText, rateText } from "../../data/values/amounts";
import { useBill, useTraffic } from "../../shared/live/queries";
import { Status } from "../../shared/parts/Status";
import { Text } from "../../shared/parts/Text";
import style from "./TableFacts.module.css";
import { keysText, statusText, statusTone } from "../../shared/table_forms/table_facts";

const UNKNOWN = "–";

// Shows the figures of a table in one line: status, items, size, units, throttles and dollars.
export function TableFacts({ table }: { readonly table: TableDescription }) {
  const traffic = useTraffic([table]).data?.get(table.TableName);
  const bill = useBill().data;
  const dollars = bill && (bill.tables.find((line) => line.table === table.TableName)?.dollars ?? 0);
  const facts: [label: string, value: React.ReactNode][] = [
    ["Status", <Status key="" tone={statusTone(table.TableStatus)} text={statusText(table.TableStatus)} />],
    ["Items", countText(table.ItemCount)],
    ["Size", bytesText(table.TableSizeBytes)],
    ["Keys", <code key=""><Text value={keysText(table.KeySchema)} /></code>],
    ["Read units/s", traffic ? rateText(traffic.readUnits) : UNKNOWN],
    ["Write units/s", traffic ? rateText(traffic.writeUnits) : UNKNOWN],
    ["Throttles 1 h", traffic ? countText(traffic.throttles) : UNKNOWN],
    ["$ a month", dollars === undefined ? UNKNOWN : dollarsText(dollars)],
  ];
  return (
    <dl className={style.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
