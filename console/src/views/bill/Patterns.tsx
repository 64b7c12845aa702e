import { useState } from "react";

import type { Bill, PatternBill } from "../../data/requests/bill_shapes";
import { countText, dollarsText, plural } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import bars from "./BarTable.module.css";
import { PatternPanel } from "./PatternPanel";
import style from "./Patterns.module.css";

const SHOWN_FIRST = 20;

// The kinds of requests, the most expensive first. One of them is open.
export function Patterns({ bill }: { readonly bill: Bill }) {
  const [open, setOpen] = useParameter("pattern");
  const [table] = useParameter("table");
  const [all, setAll] = useState(false);
  const { patterns } = bill;
  const isOpen = (one: PatternBill) => one.pattern === open && (table === "" || one.table === table);
  const opened = patterns.find(isOpen);
  const shown = patterns.filter((one, at) => all || at < SHOWN_FIRST || one === opened);
  const largest = patterns[0]?.dollars ?? 0;
  return (
    <section aria-label="Access patterns" className={bars.section}>
      <h2>Access patterns</h2>
      {open !== "" && opened === undefined && (
        <p className={style.missing}>
          The bill has no pattern <code><Text value={open} /></code>{table !== "" && " in this table"}. It may have merged with others, or the bill was reset.
        </p>
      )}
      {opened !== undefined && <PatternPanel pattern={opened} bill={bill} close={() => setOpen("")} />}
      <div className={bars.scroll} tabIndex={0} role="region" aria-label="Access patterns by dollars">
        <table className={bars.table}>
          <thead>
            <tr>
              <th scope="col">Pattern</th>
              <th scope="col">Share</th>
              <th scope="col">Requests</th>
              <th scope="col">Read units</th>
              <th scope="col">Write units</th>
              <th scope="col">A month</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={`${one.table} ${one.pattern}`} className={one === opened ? style.open : undefined}>
                <th scope="row">
                  <Button kind="quiet" aria-expanded={one === opened} onClick={() => setOpen(one === opened ? "" : one.pattern, { replace: false })}>
                    <Text value={bill.tables.length > 1 ? `${one.table}: ${one.pattern}` : one.pattern} />
                  </Button>
                </th>
                <td className={bars.bars}>
                  <span className={bars.bar}>
                    <span className={one.writeUnits > 0 ? bars.writes : bars.reads} style={{ width: `${largest > 0 ? (one.dollars / largest) * 100 : 0}%` }} />
                  </span>
                </td>
                <td>{countText(one.requests)}</td>
                <td>{one.readUnits > 0 ? countText(one.readUnits) : ""}</td>
                <td>{one.writeUnits > 0 ? countText(one.writeUnits) : ""}</td>
                <td>{dollarsText(one.dollars)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && shown.length < patterns.length && (
        <div>
          <Button onClick={() => setAll(true)}>Show {plural(patterns.length - shown.length, "more pattern")}</Button>
        </div>
      )}
    </section>
  );
}
