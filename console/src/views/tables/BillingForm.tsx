import { useState } from "react";

import { updateTable } from "../../data/requests/tables";
import { billingOf, type TableDescription } from "../../data/requests/table_shapes";
import { Choice } from "../../shared/parts/Choice";
import { BILLINGS } from "../../shared/table_forms/draft";
import { billingChange, type TypedUnits } from "../../shared/table_forms/billing_change";
import { unitsProblem } from "../../shared/table_forms/problems";
import { SettingForm } from "../../shared/table_forms/Setting";
import { UnitsFields } from "../../shared/table_forms/UnitsFields";

const typed = (units: { readonly ReadCapacityUnits: number; readonly WriteCapacityUnits: number } | undefined): TypedUnits => ({
  readUnits: String(units?.ReadCapacityUnits || 5),
  writeUnits: String(units?.WriteCapacityUnits || 5),
});

// Billing and the units of the table and of each global index.
export function BillingForm({ table, close }: { readonly table: TableDescription; readonly close: () => void }) {
  const indexes = table.GlobalSecondaryIndexes ?? [];
  const [billing, setBilling] = useState(billingOf(table));
  const [own, setOwn] = useState(() => typed(table.ProvisionedThroughput));
  const [ofIndexes, setOfIndexes] = useState(
    () => new Map(indexes.map((index) => [index.IndexName, typed(index.ProvisionedThroughput)])),
  );
  const isProvisioned = billing === "PROVISIONED";
  const all = [own, ...ofIndexes.values()];
  const areUnits = all.every((units) => !unitsProblem(units.readUnits) && !unitsProblem(units.writeUnits));
  const change = billingChange(table, billing, own, ofIndexes);
  return (
    <SettingForm
      close={close}
      ready={change !== undefined && (!isProvisioned || areUnits)}
      save={async (signal) => change && updateTable(table.TableName, change, signal)}
    >
      <Choice label="Billing" value={billing} choices={BILLINGS} onChange={setBilling} />
      {isProvisioned && <UnitsFields units={own} onChange={setOwn} />}
      {isProvisioned &&
        [...ofIndexes].map(([name, units]) => (
          <UnitsFields
            key={name}
            of={name}
            units={units}
            onChange={(next) => setOfIndexes(new Map(ofIndexes).set(name, next))}
          />
        ))}
    </SettingForm>
  );
}
