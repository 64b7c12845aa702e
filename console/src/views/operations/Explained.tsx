import { pagesText, remarksOn } from "../../data/operations/explanation";
import { isRead } from "../../data/operations/operations";
import type { Outcome } from "../../data/operations/send_request";
import { unitsIn } from "../../data/operations/units";
import { bytesText, countText, plural } from "../../data/values/amounts";
import { Text } from "../../shared/parts/Text";
import { Cost } from "./Cost";
import style from "./Explained.module.css";
import { ReadBar } from "./ReadBar";
import { ServerAdvice } from "./ServerAdvice";

// The explanation of a request: its key range, items read and returned, units and dollars.
export function Explained({ outcome }: { readonly outcome: Outcome }) {
  const { explanation, consumed, request } = outcome;
  const units = consumed.length > 0 ? unitsIn(consumed) : (explanation?.units ?? 0);
  const remarks = explanation === undefined ? [] : remarksOn(explanation);
  const pages = explanation === undefined ? "" : pagesText(explanation);
  return (
    <section className={style.explained} aria-label="What the request did">
      {explanation?.keyRange !== undefined && (
        <p>
          <span className={style.label}>Key range</span> <code className={style.range}><Text value={explanation.keyRange} /></code>
          {explanation.backward === true && ", backward"}
        </p>
      )}
      {explanation !== undefined && isRead(request.operation) && <ReadBar explanation={explanation} />}
      <p>
        {explanation !== undefined && isRead(request.operation) && `${bytesText(explanation.bytesRead)} read. `}
        {explanation?.itemsWritten !== undefined && `${plural(explanation.itemsWritten, "item")} written. `}
        {explanation?.itemsFetched !== undefined && `${plural(explanation.itemsFetched, "item")} fetched from the table. `}
        {pages}
      </p>
      <dl className={style.units}>
        {consumed.map(({ table, index, units: part }) => (
          <div key={`${table} ${index ?? ""}`}>
            <dt>
              <Text value={index === undefined ? table : `${table} · ${index}`} />
            </dt>
            <dd>{unitsText(part, request.operation)}</dd>
          </div>
        ))}
        {consumed.length > 1 && (
          <div className={style.sum}>
            <dt>Together</dt>
            <dd>{unitsText(units, request.operation)}</dd>
          </div>
        )}
      </dl>
      <Cost {...{ request, units }} />
      {remarks.map((remark) => (
        <p key={remark} className={style.remark}>
          {remark}
        </p>
      ))}
      {outcome.isMetered && explanation !== undefined && <ServerAdvice {...{ outcome }} />}
    </section>
  );
}

const unitsText = (units: number, operation: Outcome["request"]["operation"]): string =>
  `${units < 100 && units % 1 !== 0 ? units.toFixed(1) : countText(units)} ${isRead(operation) ? "read" : "write"} ${units === 1 ? "unit" : "units"}`;
