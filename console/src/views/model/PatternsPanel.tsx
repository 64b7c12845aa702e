import { Link } from "wouter";

import { operationOf } from "../../data/operations/operations";
import type { ModelDescription, ModelPattern } from "../../data/requests/model_shapes";
import type { Checked, CheckedPattern, PricedPattern } from "../../data/requests/workbench_shapes";
import { dollarsText, rateText } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Text } from "../../shared/parts/Text";
import { operationAddress, patternAddress } from "../../shared/view_addresses";
import { LineButton } from "./LineButton";
import type { GoTo } from "./ModelPanels";
import style from "./Panel.module.css";
import { useModelPrice } from "./use_model_answers";

const NO_OPTIONS = {};

// Each access pattern with the request that serves it, its units and its dollars a month.
export function PatternsPanel(properties: {
  readonly text: string;
  readonly model: ModelDescription;
  readonly checked: Checked | undefined;
  readonly goTo: GoTo;
}) {
  const { text, model, checked, goTo } = properties;
  const [open] = useParameter("pattern");
  const { data: price, error } = useModelPrice(text, NO_OPTIONS);
  if (model.patterns.length === 0) return <p className={style.quiet}>The model has no patterns yet: add a line below “patterns”.</p>;
  return (
    <div className={style.panel}>
      <ErrorNote error={error} />
      <ul className={style.list}>
        {model.patterns.map((pattern) => (
          <PatternEntry
            key={pattern.id}
            pattern={pattern}
            checked={checked?.patterns.find(({ id }) => id === pattern.id)}
            priced={price?.design.patterns.find(({ id }) => id === pattern.id)}
            isOpen={pattern.id === open}
            goTo={goTo}
          />
        ))}
      </ul>
    </div>
  );
}

function PatternEntry(properties: {
  readonly pattern: ModelPattern;
  readonly checked: CheckedPattern | undefined;
  readonly priced: PricedPattern | undefined;
  readonly isOpen: boolean;
  readonly goTo: GoTo;
}) {
  const { pattern, checked, priced, isOpen, goTo } = properties;
  const isServed = pattern.reason === undefined || checked?.reason === undefined;
  return (
    <li className={`${style.entry} ${isServed ? style.good : style.error} ${isOpen ? style.here : ""}`}>
      <div className={style.head}>
        <strong>
          <LineButton line={pattern.line} goTo={goTo}>
            <Text value={pattern.id} />
          </LineButton>
        </strong>
        <span>
          <Text value={pattern.purpose === "" ? pattern.text : pattern.purpose} />
        </span>
      </div>
      <span className={style.request}>
        <Text value={checked?.request ?? checked?.reason ?? pattern.reason ?? pattern.text} />
      </span>
      {checked?.statement?.because !== undefined && (
        <span className={style.quiet}>
          <Text value={checked.statement.because} />
        </span>
      )}
      <div className={style.head}>
        <span className={style.figures}>{figuresOf(pattern, checked, priced)}</span>
        {pattern.requests.length > 0 && <Link href={patternAddress(pattern.id)}>Fill in its arguments</Link>}
        {pattern.requests.map(
          (request, at) =>
            operationOf(request.operation) !== undefined && (
              <Link key={at} href={operationAddress(request.operation, request.input)}>
                {pattern.requests.length === 1 ? `Open as ${request.operation}` : `${at + 1}. ${request.operation}`}
              </Link>
            ),
        )}
      </div>
    </li>
  );
}

function figuresOf(pattern: ModelPattern, checked: CheckedPattern | undefined, priced: PricedPattern | undefined): string {
  const units = checked && [
    checked.readUnits > 0 ? `${rateText(checked.readUnits)} RCU` : "",
    checked.writeUnits > 0 ? `${rateText(checked.writeUnits)} WCU` : "",
    checked.requests > 1 ? `${rateText(checked.requests)} requests` : "",
  ];
  return [`${rateText(pattern.rate)}/s`, ...(units ?? []), priced && `${dollarsText(priced.onDemand)} a month`].filter(Boolean).join(" · ");
}
