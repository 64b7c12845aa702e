import { useMemo } from "react";

import { advisedRequest } from "../../data/operations/advised_request";
import { loadKept } from "../../data/operations/kept";
import type { AdviceLine } from "../../data/requests/advice";
import { countText, plural } from "../../data/values/amounts";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Text } from "../../shared/parts/Text";
import { itemsAddress, operationAddress } from "../../shared/view_addresses";
import style from "./AdviceView.module.css";

const FINDINGS: { readonly [finding: string]: string } = {
  "filter-discards": "The filter discards most of what is read",
  "scan-in-loop": "The same Scan again and again",
  "reads-large-items": "Large items for small answers",
  "statement-scans": "A statement reads the whole table",
  "literals-differ": "Values stand in the text of statements",
};

const halves = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

// Exact, because reads spend halves of units.
const unitsText = (units: number): string => `${halves.format(units)} read ${units === 1 ? "unit" : "units"}`;

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

// Shapes of requests with their cure, those with the most units first.
export function AdviceList({ lines }: { readonly lines: readonly AdviceLine[] }) {
  const history = useMemo(() => loadKept(storage(), "history"), []);
  return (
    <ul className={style.list}>
      {lines.map((line, at) => {
        const request = advisedRequest(line, history);
        return (
          <li key={`${at} ${line.finding} ${line.operation}`} className={style.line}>
            <p className={style.shape}>
              <strong>
                {line.operation} <Text value={line.table} />
                {line.index !== undefined && (
                  <>
                    {" · "}
                    <Text value={line.index} />
                  </>
                )}
              </strong>
              <span>{FINDINGS[line.finding] ?? line.finding}</span>
            </p>
            <Expressions line={line} />
            <p className={style.cure}>
              <Text value={line.advice} />
            </p>
            <p className={style.facts}>
              {unitsText(line.units)} in {plural(line.pages, "request")}: {plural(line.itemsExamined, "item")}{" "}
              read, {countText(line.itemsReturned)} returned
            </p>
            <div className={style.open}>
              {request !== undefined && <LinkButton to={operationAddress(request.operation, request.input)}>Open in Operations</LinkButton>}
              <LinkButton to={itemsAddress(line.table, { index: line.index })}>Items</LinkButton>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Expressions({ line }: { readonly line: AdviceLine }) {
  const parts = [
    ["Key condition", line.keyCondition],
    [line.operation === "ExecuteStatement" ? "Statement" : "Filter", line.filter],
    ["Attributes", line.projection],
  ] as const;
  const given = parts.filter(([, text]) => text !== undefined);
  if (given.length === 0) return null;
  return (
    <p className={style.expressions}>
      {given.map(([name, text], at) => (
        <span key={name}>
          {at > 0 && ", "}
          {name}{" "}
          <code>
            <Text value={text ?? ""} />
          </code>
        </span>
      ))}
    </p>
  );
}
