import { useCallback, useState } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import { Text } from "../../shared/parts/Text";
import { ChangeNote } from "./ChangeNote";
import { ItemsTable } from "./ItemsTable";
import { NarrowForm } from "./NarrowForm";
import style from "./Items.module.css";
import { useChanges } from "./use_changes";
import { useView } from "./use_view";

// The form that narrows, and the rows that it finds. Other rows are other state: `key` starts anew.
export function ItemsPage({ table }: { readonly table: TableDescription }) {
  const addressed = useView(table);
  const [version, setVersion] = useState(0);
  const refresh = useCallback(() => setVersion((now) => now + 1), []);
  const changes = useChanges(table, refresh);
  const { problem, key } = addressed;
  return (
    <>
      <ChangeNote changes={changes} />
      <NarrowForm table={table} addressed={addressed} />
      {problem === "" ? (
        <ItemsTable key={`${key} ${version}`} {...{ addressed, refresh, changes }} />
      ) : (
        <p role="alert" className={style.problem}>
          <Text value={problem} />
        </p>
      )}
    </>
  );
}
