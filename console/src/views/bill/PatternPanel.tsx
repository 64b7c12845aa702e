import { Link } from "wouter";

import type { Bill, PatternBill } from "../../data/requests/bill_shapes";
import { countText, dollarsText, plural, rateText } from "../../data/values/amounts";
import { useDescribedModel } from "../../shared/live/model";
import { useTable } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import { heatAddress, modelAddress, operationAddress } from "../../shared/view_addresses";
import { SUBJECTS } from "./groups";
import { modelPatternOf } from "./model_pattern";
import { patternRequest } from "./pattern_request";
import style from "./Patterns.module.css";

// One pattern: what it costs and why, and where it leads.
export function PatternPanel({ pattern, bill, close }: { readonly pattern: PatternBill; readonly bill: Bill; readonly close: () => void }) {
  const table = useTable(pattern.table);
  const request = table.data && patternRequest(pattern, table.data);
  const lines = bill.lines.filter((line) => line.table === pattern.table && line.pattern === pattern.pattern);
  const name = (subject: string) => SUBJECTS.find(([one]) => one === subject)?.[1].toLowerCase() ?? subject;
  return (
    <section aria-label="The open pattern" className={style.panel}>
      <h3>
        <Text value={`${pattern.table}: ${pattern.pattern}`} />
      </h3>
      <p>{costText(pattern)}</p>
      <ul>
        {lines.map((line) => (
          <li key={`${line.index} ${line.subject}`}>
            {line.index === "" ? "The table" : <Text value={line.index} />}, {name(line.subject)}: {countText(line.quantity)} units,{" "}
            {dollarsText(line.dollars)}
          </li>
        ))}
      </ul>
      <p className={style.links}>
        {request !== undefined && <Link href={operationAddress(request.operation, request.input)}>Open the request in Operations</Link>}
        <ModelLink pattern={pattern} />
        <Link href={heatAddress(pattern.table, { access: pattern.writeUnits > 0 ? "write" : "read" })}>Heat of the table</Link>
        <Button onClick={close}>Close</Button>
      </p>
    </section>
  );
}

// Leads to the line of the model that this pattern is, if there is a model that has it.
function ModelLink({ pattern }: { readonly pattern: PatternBill }) {
  const model = useDescribedModel();
  if (model === undefined) return <Link href={modelAddress()}>Open a model to see its line</Link>;
  const found = modelPatternOf(pattern, model);
  if (found === undefined) return <Link href={modelAddress()}>The model has no such pattern</Link>;
  return (
    <Link href={modelAddress({ pattern: found.id })}>
      Its line in the model: <Text value={found.id} />
    </Link>
  );
}

function costText({ requests, throttled, dollars, indexDollars }: PatternBill): string {
  const million = requests > 0 ? ` A million of them cost ${dollarsText((dollars / requests) * 1e6)}.` : "";
  const indexes = indexDollars > 0 ? ` Global indexes take ${dollarsText(indexDollars)} of it.` : "";
  const over = throttled > 0 ? ` ${rateText((throttled / requests) * 100)} % were throttled.` : "";
  return `${plural(Math.round(requests), "request")} a month cost ${dollarsText(dollars)}.${million}${indexes}${over}`;
}
