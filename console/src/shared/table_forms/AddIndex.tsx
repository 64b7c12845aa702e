import { useState } from "react";

import { billingOf, type TableDescription } from "../../data/requests/table_shapes";
import { updateTable } from "../../data/requests/tables";
import { Button } from "../parts/Button";
import style from "./AddIndex.module.css";
import { emptyIndex, type KeyPart } from "./draft";
import { definitionsOf, indexRequest } from "./draft_request";
import { IndexFields } from "./IndexFields";
import { indexProblems } from "./problems";
import { SettingForm } from "./Setting";

// The server fills a new index from the table's items while the table is in use.
export function AddIndex(properties: {
  readonly table: TableDescription;
  readonly close: () => void;
  readonly heading?: "h2" | "h3";
}) {
  const { table, close, heading: Heading = "h3" } = properties;
  const [index, setIndex] = useState(() => emptyIndex(freeName(table)));
  const isProvisioned = billingOf(table) === "PROVISIONED";
  const parts = [...index.hash, ...index.range];
  const problemOf = (part: KeyPart): string => {
    const known = table.AttributeDefinitions.find((one) => one.AttributeName === part.name);
    return known !== undefined && known.AttributeType !== part.type
      ? `The table has ${part.name} with type ${known.AttributeType}.`
      : "";
  };
  const ready = indexProblems(index, isProvisioned).length === 0 && parts.every((part) => problemOf(part) === "");
  const change = {
    AttributeDefinitions: definitionsOf(parts),
    GlobalSecondaryIndexUpdates: [{ Create: indexRequest(index, index.hash, isProvisioned) }],
  };
  return (
    <div className={style.add}>
      <Heading>New global index</Heading>
      <SettingForm
        close={close}
        ready={ready}
        text="Add index"
        runningText="Adding…"
        save={(signal) => updateTable(table.TableName, change, signal)}
      >
        <IndexFields index={index} isProvisioned={isProvisioned} problemOf={problemOf} onChange={setIndex} />
      </SettingForm>
      <div>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}

function freeName(table: TableDescription): string {
  const used = new Set(
    [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])].map((index) => index.IndexName),
  );
  let at = 1;
  while (used.has(`GSI${at}`)) at++;
  return `GSI${at}`;
}
