import { useRef } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import { updateTable } from "../../data/requests/tables";
import { refreshTables } from "../live/queries";
import { Actions } from "../parts/Actions";
import { Button } from "../parts/Button";
import { ErrorNote } from "../parts/ErrorNote";
import { Modal } from "../parts/Modal";
import { RunButton } from "../parts/RunButton";
import { useAction } from "../use_action";

export function DropIndexDialog(properties: {
  readonly table: TableDescription;
  readonly index: string;
  readonly close: () => void;
}) {
  const { table, index, close } = properties;
  const cancel = useRef<HTMLButtonElement>(null); // focused first, so that Enter deletes nothing
  const action = useAction(async (signal) => {
    await updateTable(table.TableName, { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index } }] }, signal);
    close();
    await refreshTables();
  });
  return (
    <Modal title="Delete index" close={close} focus={cancel}>
      <p>
        Queries on <code>{index}</code> fail from now on. The table's items stay, and you can add the index again.
      </p>
      <ErrorNote error={action.error} />
      <Actions>
        <RunButton action={action} kind="danger" text="Delete index" runningText="Deleting…" onClick={action.run} />
        <Button ref={cancel} onClick={close}>Cancel</Button>
      </Actions>
    </Modal>
  );
}
