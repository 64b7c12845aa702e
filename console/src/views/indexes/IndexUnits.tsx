import { useState } from "react";

import type { IndexDescription, TableDescription } from "../../data/requests/table_shapes";
import { updateTable } from "../../data/requests/tables";
import { Button } from "../../shared/parts/Button";
import { unitsOf } from "../../shared/table_forms/draft_request";
import { unitsProblem } from "../../shared/table_forms/problems";
import { SettingForm } from "../../shared/table_forms/Setting";
import { UnitsFields } from "../../shared/table_forms/UnitsFields";
import style from "./Indexes.module.css";

// Changes the units of one index of a provisioned table.
export function IndexUnits(properties: {
  readonly table: TableDescription;
  readonly index: IndexDescription;
  readonly close: () => void;
}) {
  const { table, index, close } = properties;
  const before = index.ProvisionedThroughput;
  const [units, setUnits] = useState({
    readUnits: String(before?.ReadCapacityUnits ?? ""),
    writeUnits: String(before?.WriteCapacityUnits ?? ""),
  });
  const wanted = unitsOf(units);
  const isNew = wanted.ReadCapacityUnits !== before?.ReadCapacityUnits || wanted.WriteCapacityUnits !== before.WriteCapacityUnits;
  const isRight = unitsProblem(units.readUnits) === "" && unitsProblem(units.writeUnits) === "";
  const change = { GlobalSecondaryIndexUpdates: [{ Update: { IndexName: index.IndexName, ProvisionedThroughput: wanted } }] };
  return (
    <div className={style.form}>
      <SettingForm close={close} ready={isNew && isRight} save={(signal) => updateTable(table.TableName, change, signal)}>
        <UnitsFields units={units} onChange={setUnits} />
      </SettingForm>
      <div>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}
