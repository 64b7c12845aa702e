import { type ChangeEvent, useState } from "react";

import type { Bill, BillChange } from "../../data/requests/bill_shapes";
import { dollarsText, plural } from "../../data/values/amounts";
import { useBillDiff } from "../../shared/live/bill_queries";
import { Button } from "../../shared/parts/Button";
import { Checkbox } from "../../shared/parts/Checkbox";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Text } from "../../shared/parts/Text";
import bars from "./BarTable.module.css";
import style from "./Comparison.module.css";
import { billOfFile, keepBill, keptBill, type SavedBill } from "./saved_bill";
import { useTerms } from "./terms";

const SHOWN = 40;

// The changes since a saved bill.
export function Comparison({ bill }: { readonly bill: Bill }) {
  const [saved, setSaved] = useState<SavedBill | undefined>(keptBill);
  const [problem, setProblem] = useState("");
  const [rates, setRates] = useState(false);
  const diff = useBillDiff(saved?.usage, saved === undefined ? "" : `${saved.name} ${saved.usage.until}`, useTerms(), rates);
  const keep = () => {
    const refused = keepBill(bill);
    setProblem(refused);
    if (refused === "") setSaved(keptBill());
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = ""; // so that the same file can be chosen again
    if (file === undefined) return;
    try {
      setSaved(billOfFile(file.name, await file.text()));
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section aria-label="What changed" className={bars.section}>
      <h2>What changed</h2>
      <div className={style.row}>
        <Button onClick={keep}>Keep this bill for comparison</Button>
        <label className={style.file}>
          Compare with a file <input type="file" accept=".json,application/json" onChange={choose} />
        </label>
        <Checkbox checked={rates} onChange={setRates}>
          Compare bills of unequal times by their monthly rates
        </Checkbox>
      </div>
      {problem !== "" && (
        <p role="alert" className={style.problem}>
          <Text value={problem} />
        </p>
      )}
      {saved === undefined && <p className={style.quiet}>Keep a bill, change your program, and run it again: the difference appears here.</p>}
      {saved !== undefined && (
        <p className={style.quiet}>
          Compared with <Text value={saved.name} />.
        </p>
      )}
      <ErrorNote error={diff.error} />
      {diff.data !== undefined && saved !== undefined && <Changes before={diff.data.before} after={diff.data.after} changes={diff.data.changes} />}
    </section>
  );
}

const signed = (dollars: number): string => `${dollars < 0 ? "−" : "+"}${dollarsText(Math.abs(dollars))}`;

const nameOf = ({ table, index, operation, pattern, subject }: BillChange): string =>
  `${table}: ${pattern || operation || "no request"}${index === "" ? "" : ` on ${index}`}, ${subject === "warmThroughput" ? "warm throughput" : subject}`;

function Changes({ before, after, changes }: { readonly before: number; readonly after: number; readonly changes: readonly BillChange[] }) {
  return (
    <div className={bars.scroll} tabIndex={0} role="region" aria-label="Changes, the largest first">
      <table className={bars.table}>
        <thead>
          <tr>
            <th scope="col">A month</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, SHOWN).map((one) => (
            <tr key={nameOf(one)}>
              <th scope="row">
                <Text value={nameOf(one)} />
              </th>
              <td>{dollarsText(one.before)}</td>
              <td>{dollarsText(one.after)}</td>
              <td className={one.after > one.before ? style.more : style.less}>{signed(one.after - one.before)}</td>
            </tr>
          ))}
          {changes.length > SHOWN && (
            <tr>
              <th scope="row">{plural(changes.length - SHOWN, "smaller change")}</th>
              <td colSpan={3} />
            </tr>
          )}
          <tr>
            <th scope="row">Total</th>
            <td>{dollarsText(before)}</td>
            <td>{dollarsText(after)}</td>
            <td>{signed(after - before)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
