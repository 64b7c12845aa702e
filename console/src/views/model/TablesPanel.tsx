import { useState } from "react";
import { Link } from "wouter";

import { createModelTables, fillTables } from "../../data/model/create_tables";
import type { ModelDescription, ModelTable } from "../../data/requests/model_shapes";
import { plural } from "../../data/values/amounts";
import { refreshTables, useTables } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { Text } from "../../shared/parts/Text";
import { useAction } from "../../shared/use_action";
import { itemsAddress } from "../../shared/view_addresses";
import style from "./Panel.module.css";

const SAMPLE_EACH = 20; // items of every entity

// Creates the model's tables on this server, and fills them with sample data.
export function TablesPanel({ model }: { readonly model: ModelDescription }) {
  return (
    <ul className={style.list}>
      {model.tables.map((table) => (
        <TableEntry key={table.name} model={model} table={table} />
      ))}
    </ul>
  );
}

function TableEntry({ model, table }: { readonly model: ModelDescription; readonly table: ModelTable }) {
  const { data: tables } = useTables();
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const [said, setSaid] = useState("");
  const create = useAction(async (signal) => {
    setSaid("");
    const others = new Set(model.tables.map(({ name }) => name).filter((name) => name !== table.name));
    await createModelTables(model, others, 0, () => undefined, signal);
    await refreshTables();
    setSaid("The table is created.");
  });
  const fill = useAction(async (signal) => {
    setSaid("");
    await fillTables(model, new Set([table.name]), SAMPLE_EACH, setProgress, signal);
    await refreshTables();
    setSaid("Sample data are written.");
  });
  const isThere = tables?.some(({ TableName }) => TableName === table.name) ?? false;
  const action = create.running ? create : fill;
  return (
    <li className={`${style.entry} ${isThere ? style.good : ""}`}>
      <div className={style.head}>
        <strong>
          <Text value={table.name} />
        </strong>
        <span className={style.figures}>
          {table.partitionKey}
          {table.sortKey === undefined ? "" : `, ${table.sortKey}`}, {plural(table.indexes.length, "index", "indexes")}
        </span>
      </div>
      <div className={style.switches}>
        {isThere ? <Link href={itemsAddress(table.name)}>Show its items</Link> : (
          <Button kind="primary" disabled={tables === undefined || create.running} onClick={create.run}>
            Create this table
          </Button>
        )}
        {isThere && (
          <Button disabled={fill.running} onClick={fill.run}>
            Fill it with sample data
          </Button>
        )}
        {action.slow && <Button onClick={action.stop}>Stop</Button>}
      </div>
      {fill.slow && <Progress label="Writing sample data" done={progress.done} of={progress.of} />}
      <p role="status">{said}</p>
      <ErrorNote error={create.error ?? fill.error} />
    </li>
  );
}
