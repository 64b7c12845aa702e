import { useMemo } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import type { Editing } from "./use_editing";
import { TextForm } from "./TextForm";
import { Tree } from "./tree/Tree";

// The item in the form that the user has chosen.
export function FormFields(properties: {
  readonly table: TableDescription;
  readonly editing: Editing;
  readonly always: boolean;
}) {
  const { table, editing, always } = properties;
  const { draft, judged, base, edit } = editing;
  const keys = table.KeySchema.map((key) => key.AttributeName).join("\n");
  const fixed = useMemo(() => new Set(keys.split("\n")), [keys]);
  if (draft.form !== "tree") return <TextForm table={table} editing={editing} always={always} />;
  return (
    <Tree
      root={draft.tree}
      edit={edit}
      findings={judged.findings}
      always={always}
      fixed={fixed}
      locked={base !== undefined}
    />
  );
}
