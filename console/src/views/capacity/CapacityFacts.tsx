import { Link } from "wouter";

import type { Heat, HeatCapacity } from "../../data/requests/heat_shapes";
import { billingOf, type TableDescription } from "../../data/requests/table_shapes";
import { countText, rateText } from "../../data/values/amounts";
import { tableAddress } from "../../shared/address";
import { useSettings } from "../../shared/live/queries";
import style from "./CapacityFacts.module.css";
import { decreasesText } from "./decreases";
import { ModeChoice } from "./ModeChoice";
import { provisionedOf } from "./levels";

// The present capacity of the table or index, and the server's treatment of traffic beyond it.
export function CapacityFacts(properties: {
  readonly table: TableDescription;
  readonly index: string | undefined;
  readonly heat: Heat | undefined;
}) {
  const { table, index, heat } = properties;
  const settings = useSettings();
  const units = provisionedOf(table, index);
  const isProvisioned = billingOf(table) === "PROVISIONED";
  const now = heat?.now;
  return (
    <dl className={style.facts}>
      <Fact name="Billing">
        {isProvisioned
          ? `Provisioned: ${countText(units?.ReadCapacityUnits ?? 0)} read, ${countText(units?.WriteCapacityUnits ?? 0)} write units`
          : "On-demand"}{" "}
        <Link className={style.link} href={`${tableAddress(table.TableName)}?change=billing`}>
          Change
        </Link>
      </Fact>
      {(["read", "write"] as const).map((access) => (
        <Fact key={access} name={isProvisioned ? `Burst left, ${access}s` : `Ceiling now, ${access}s`}>
          {leftText(heat?.capacity?.[access], isProvisioned)}
        </Fact>
      ))}
      {isProvisioned && now !== undefined && settings.data !== undefined && (
        <Fact name="Decreases">{decreasesText(units, settings.data["unit-decreases-max"], now)}</Fact>
      )}
      <ModeChoice table={table.TableName} />
    </dl>
  );
}

function leftText(capacity: HeatCapacity | undefined, isProvisioned: boolean): string {
  if (capacity === undefined) return "unused so far";
  if (!isProvisioned) return `${countText(capacity.rate)} units a second`;
  const left = capacity.left < 0 ? `a debt of ${rateText(-capacity.left)}` : rateText(capacity.left);
  return `${left} of ${rateText(capacity.leftMax)} units`;
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
