import { useState } from "react";

import type { ModelDescription } from "../../data/requests/model_shapes";
import type { ModelPrice, PricedDesign, PriceOptions } from "../../data/requests/workbench_shapes";
import { bytesText, dollarsText } from "../../data/values/amounts";
import { usePriceTables } from "../../shared/live/model";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import type { GoTo } from "./ModelPanels";
import style from "./Panel.module.css";
import { PricedPatterns } from "./PricedPatterns";
import { useModelPrice } from "./use_model_answers";
import { WhatIfs } from "./WhatIfs";

const PLANS: { readonly [plan: string]: string } = {
  onDemand: "On demand",
  autoScaling: "Provisioned, scaled automatically",
  provisioned: "Provisioned for the peak",
  reservedOneYear: "Reserved for a year",
  reservedThreeYears: "Reserved for three years",
};

// The model's price for a month, as it is and after the changes that the switches choose.
export function PricePanel({ text, model, goTo }: { readonly text: string; readonly model: ModelDescription; readonly goTo: GoTo }) {
  const [options, setOptions] = useState<PriceOptions>({});
  const { data: price, error } = useModelPrice(text, options);
  return (
    <div className={style.panel}>
      <PricesField options={options} setOptions={setOptions} />
      <WhatIfs model={model} options={options} setOptions={setOptions} />
      <ErrorNote error={error} />
      {price === undefined && error === null && <Waiting label="Pricing the model" />}
      {price !== undefined && <Priced price={price} model={model} goTo={goTo} />}
    </div>
  );
}

function PricesField({ options, setOptions }: { readonly options: PriceOptions; readonly setOptions: (options: PriceOptions) => void }) {
  const { data } = usePriceTables();
  if (data === undefined) return null;
  return (
    <SelectField
      label="Prices"
      value={options.prices ?? data.default}
      choices={data.prices.map(({ name }) => [name, name] as const)}
      onChange={(prices) => setOptions({ ...options, prices })}
    />
  );
}

function Priced({ price, model, goTo }: { readonly price: ModelPrice; readonly model: ModelDescription; readonly goTo: GoTo }) {
  const { design, whatIf, budget, overBudget, unverified } = price;
  return (
    <>
      <p className={style.total}>
        {dollarsText(design.total)} a month
        {whatIf !== undefined && `, ${dollarsText(whatIf.total)} ${whatIf.name}`}
        {whatIf !== undefined && ` (${differenceText(whatIf.total - design.total)})`}
      </p>
      {budget !== undefined && (
        <p>
          {overBudget ? "More than" : "Within"} the budget of {dollarsText(budget)}.
        </p>
      )}
      <Plans design={design} other={whatIf} />
      <PricedPatterns price={price} model={model} goTo={goTo} />
      <Resources design={whatIf ?? design} />
      {[...design.notes, unverified].filter(Boolean).map((note) => (
        <p key={note} className={style.quiet}>
          <Text value={note} />
        </p>
      ))}
    </>
  );
}

const differenceText = (dollars: number): string => (dollars < 0 ? `saves ${dollarsText(-dollars)}` : `${dollarsText(dollars)} more`);

function Plans({ design, other }: { readonly design: PricedDesign; readonly other: PricedDesign | undefined }) {
  return (
    <div className={style.scroll}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">Way to pay</th>
            <th scope="col" className={style.number}>
              {design.name}
            </th>
            {other !== undefined && (
              <th scope="col" className={style.number}>
                {other.name}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {design.plans.map(({ plan, dollars }) => (
            <tr key={plan}>
              <th scope="row">{PLANS[plan] ?? plan}</th>
              <td className={style.number}>{dollarsText(dollars)}</td>
              {other !== undefined && <td className={style.number}>{dollarsOf(other, plan)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dollarsOf(design: PricedDesign, plan: string): string {
  const found = design.plans.find((one) => one.plan === plan);
  return found === undefined ? "" : dollarsText(found.dollars);
}

function Resources({ design }: { readonly design: PricedDesign }) {
  return (
    <div className={style.scroll}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">Table or index</th>
            <th scope="col" className={style.number}>
              Stored
            </th>
            <th scope="col" className={style.number}>
              On demand
            </th>
          </tr>
        </thead>
        <tbody>
          {[...design.tables, ...design.localIndexes].map(({ table, index, bytes, onDemand }) => (
            <tr key={`${table} ${index ?? ""}`}>
              <th scope="row">
                <Text value={index === undefined ? table : `${table} / ${index}`} />
              </th>
              <td className={style.number}>{bytesText(bytes)}</td>
              <td className={style.number}>{dollarsText(onDemand)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
