import type { ModelDescription } from "../../data/requests/model_shapes";
import type { ModelPrice } from "../../data/requests/workbench_shapes";
import { dollarsText, rateText } from "../../data/values/amounts";
import { Text } from "../../shared/parts/Text";
import { LineButton } from "./LineButton";
import type { GoTo } from "./ModelPanels";
import style from "./Panel.module.css";

// The price of each pattern, the dearest first.
export function PricedPatterns({ price, model, goTo }: { readonly price: ModelPrice; readonly model: ModelDescription; readonly goTo: GoTo }) {
  const { design, whatIf } = price;
  const rows = [...design.patterns].sort((one, other) => other.onDemand - one.onDemand);
  return (
    <div className={style.scroll}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">Pattern</th>
            <th scope="col" className={style.number}>
              Units of a run
            </th>
            <th scope="col" className={style.number}>
              On demand
            </th>
            {whatIf !== undefined && (
              <th scope="col" className={style.number}>
                {whatIf.name}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <LineButton line={model.patterns.find(({ id }) => id === row.id)?.line ?? 1} goTo={goTo}>
                  <Text value={row.id} />
                </LineButton>
              </th>
              <td className={style.number}>{unitsText(row.readUnits, row.writeUnits)}</td>
              <td className={style.number}>{dollarsText(row.onDemand)}</td>
              {whatIf !== undefined && (
                <td className={style.number}>{dollarsText(whatIf.patterns.find(({ id }) => id === row.id)?.onDemand ?? 0)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const unitsText = (reads: number, writes: number): string =>
  [reads > 0 ? `${rateText(reads)} RCU` : "", writes > 0 ? `${rateText(writes)} WCU` : ""].filter(Boolean).join(" + ");
