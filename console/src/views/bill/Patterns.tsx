import { useState } from "react";

import type { Bill, PatternBill } from "../../data/requests/bill_shapes";
import { countText, dollarsText, plural } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import { useColours } from "../../shared/picture/colours";
import { SaveButtons } from "../../shared/picture/SaveButtons";
import { type Bar, barsSvg } from "./bars_svg";
import bars from "./BarTable.module.css";
import { SUBJECT_COLOURS } from "./groups";
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
  const nameOf = ({ table: of, pattern }: PatternBill) => (bill.tables.length > 1 ? `${of}: ${pattern}` : pattern);
  const colours = useColours();
  const largest = patterns[0]?.dollars ?? 0;
  return (
    <section aria-label="Access patterns" className={bars.section}>
      <div className={bars.head}>
        <h2>Access patterns</h2>
        <div className={bars.files}>
          <SaveButtons
            title="Access patterns"
            draw={() => barsSvg("Access patterns", [["Writes", SUBJECT_COLOURS.writes], ["Reads", SUBJECT_COLOURS.reads]], shown.map((one) => barOf(one, nameOf(one))), colours)}
          />
        </div>
      </div>
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
                    <Text value={nameOf(one)} />
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

const barOf = ({ writeUnits, dollars }: PatternBill, label: string): Bar => ({
  label,
  parts: [[dollars, SUBJECT_COLOURS[writeUnits > 0 ? "writes" : "reads"]]],
  dollars,
});
