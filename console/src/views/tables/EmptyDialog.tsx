import { useRef, useState } from "react";

import { emptyTable } from "../../data/requests/empty_table";
import type { TableDescription } from "../../data/requests/table_shapes";
import { countText } from "../../data/values/amounts";
import { refreshTables } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import { Progress } from "../../shared/parts/Progress";
import { useAction } from "../../shared/use_action";
import style from "./dialogs.module.css";
import { itemsText } from "../../shared/table_forms/table_facts";

// Deletes all items and keeps the table. Stopping keeps the items that are left.
export function EmptyDialog({ table, close }: { readonly table: TableDescription; readonly close: () => void }) {
  const [deleted, setDeleted] = useState(0);
  const [total, setTotal] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null); // focused first, so that Enter deletes nothing
  const action = useAction(async (signal) => {
    setTotal(table.ItemCount);
    setDeleted(0);
    try {
      await emptyTable(table, setDeleted, signal);
      setIsOver(true);
    } finally {
      await refreshTables();
    }
  });
  const hasStopped = !action.running && !isOver && total > 0 && action.error === undefined;
  return (
    <Modal title="Empty table" close={action.running ? undefined : close} focus={cancel}>
      <div className={style.dialog}>
        {!isOver && (
          <p>
            This reads <code>{table.TableName}</code> and deletes its {itemsText(table.ItemCount)}. Reads and writes count
            as your programs' do. The table and its settings stay.
          </p>
        )}
        {action.running && (
          <Progress label={`${countText(deleted)} of ${itemsText(total)} deleted`} done={deleted} of={total} />
        )}
        <p role="status">
          {isOver && `${itemsText(deleted)} deleted.`}
          {hasStopped && `Stopped after ${itemsText(deleted)}. The rest are still there.`}
        </p>
        <ErrorNote error={action.error} />
        <Actions>
          {action.running && <Button onClick={action.stop}>Stop</Button>}
          {!action.running && !isOver && (
            <Button kind="danger" onClick={action.run}>
              {hasStopped ? "Go on" : "Empty table"}
            </Button>
          )}
          {!action.running && <Button ref={cancel} onClick={close}>{isOver ? "Close" : "Cancel"}</Button>}
        </Actions>
      </div>
    </Modal>
  );
}
