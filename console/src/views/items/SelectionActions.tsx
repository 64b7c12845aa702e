import { useState } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import { plural } from "../../data/values/amounts";
import { itemToText } from "../../data/values/item_text";
import type { Item } from "../../data/values/value";
import { goTo } from "../../shared/address";
import { copyText } from "../../shared/copy_text";
import { Button } from "../../shared/parts/Button";
import { selection } from "../../shared/selection";
import { exportSelectionAddress } from "../../shared/view_addresses";
import { DuplicateDialog } from "./DuplicateDialog";
import style from "./Items.module.css";
import type { Changes } from "./use_changes";
import type { Selected } from "./use_selection";

// The actions on the selected items.
export function SelectionActions(properties: {
  readonly table: TableDescription;
  readonly selected: Selected;
  readonly changes: Changes;
  readonly keyOf: (item: Item) => Item;
}) {
  const { table, selected, changes, keyOf } = properties;
  const [isDuplicating, setDuplicating] = useState(false);
  const [copied, setCopied] = useState("");
  const items = [...selected.items.values()];
  if (items.length === 0) return null;
  const keys = () => items.map(keyOf);
  const copy = () =>
    copyText(`[\n${items.map(itemToText).join(",\n")}\n]`).then(
      () => setCopied("Copied"),
      () => setCopied("The browser refuses to copy"),
    );
  const exportThem = () => {
    selection.set({ table: table.TableName, keys: keys() });
    goTo(exportSelectionAddress(table.TableName));
  };
  return (
    <div role="group" aria-label="Selected items" className={style.selection}>
      <strong>{plural(items.length, "item")} selected</strong>
      <Button kind="danger" disabled={changes.remove.running} onClick={() => changes.remove.run(keys())}>
        Delete
      </Button>
      <Button onClick={() => setDuplicating(true)}>Duplicate</Button>
      <Button onClick={exportThem}>Export</Button>
      <Button onClick={copy}>
        <span aria-live="polite">{copied === "" ? "Copy as JSON" : copied}</span>
      </Button>
      <Button kind="quiet" onClick={selected.clear}>
        Clear
      </Button>
      {isDuplicating && (
        <DuplicateDialog table={table} keys={keys()} changes={changes} close={() => setDuplicating(false)} />
      )}
    </div>
  );
}
