import { useState } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import { deleteTable } from "../../data/requests/tables";
import { goTo } from "../../shared/address";
import { refreshTables } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import { RunButton } from "../../shared/parts/RunButton";
import { TextField } from "../../shared/parts/TextField";
import { useAction } from "../../shared/use_action";
import style from "./dialogs.module.css";
import { itemsText } from "../../shared/table_forms/table_facts";

// Deletion has no undo, so the user types the table's name.
export function DeleteDialog({ table, close }: { readonly table: TableDescription; readonly close: () => void }) {
  const [typed, setTyped] = useState("");
  const isSure = typed === table.TableName;
  const action = useAction(async (signal) => {
    await deleteTable(table.TableName, signal);
    goTo("/tables", { replace: true });
    await refreshTables();
  });
  return (
    <Modal title="Delete table" close={close}>
      <form
        className={style.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) action.run();
        }}
      >
        <p>
          This deletes <code>{table.TableName}</code> with its {itemsText(table.ItemCount)}, indexes and stream. It cannot
          be undone.
        </p>
        {table.DeletionProtectionEnabled && (
          <p className={style.warning}>The table is protected. Allow its deletion in the settings first.</p>
        )}
        <TextField label={`Type ${table.TableName} to confirm`} mono value={typed} onChange={setTyped} />
        <ErrorNote error={action.error} />
        <Actions>
          <RunButton action={action} kind="danger" text="Delete table" runningText="Deleting…" disabled={!isSure} />
          <Button onClick={close}>Cancel</Button>
        </Actions>
      </form>
    </Modal>
  );
}
