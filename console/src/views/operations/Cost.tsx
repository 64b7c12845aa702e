import { type BuiltRequest, isRead, tableOf } from "../../data/operations/operations";
import { dollarsForMillion, dollarsForMonth } from "../../data/operations/units";
import { classOf } from "../../data/requests/table_shapes";
import { dollarsText } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { useTables } from "../../shared/live/queries";
import { useUnitPrices } from "../../shared/live/prices";
import { TextField } from "../../shared/parts/TextField";
import style from "./Cost.module.css";

const RATE = "1"; // a second
const RATE_MAX = 1e9;

// The on-demand price of such requests: of a million, and of a month at a rate.
export function Cost({ request, units }: { readonly request: BuiltRequest; readonly units: number }) {
  const [inAddress, setRate] = useParameter("rate");
  const { data: tables = [] } = useTables();
  const table = tables.find((one) => one.TableName === tableOf(request));
  const prices = useUnitPrices(table === undefined ? "STANDARD" : classOf(table));
  if (prices === undefined) return null;
  const price = isRead(request.operation) ? prices.read : prices.write;
  const text = inAddress === "" ? RATE : inAddress;
  const rate = Number(text);
  const isRate = text.trim() !== "" && rate >= 0 && rate <= RATE_MAX;
  return (
    <div className={style.cost}>
      <p>
        <strong>{dollarsText(dollarsForMillion(units, price))}</strong> for a million requests on demand
      </p>
      <div className={style.rate}>
        <strong>{isRate ? dollarsText(dollarsForMonth(units, price, rate)) : "—"}</strong> a month at
        <TextField
          label="Requests a second"
          hideLabel
          inputMode="decimal"
          value={text}
          error={isRate ? "" : "A number is expected."}
          onChange={(next) => setRate(next === RATE ? "" : next === "" ? " " : next)}
        />
        a second
      </div>
    </div>
  );
}
