import { keyOf } from "../../data/editing/update";
import type { TableDescription } from "../../data/requests/table_shapes";
import { Actions } from "../../shared/parts/Actions";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { RunButton } from "../../shared/parts/RunButton";
import { TablePlace } from "../../shared/parts/TablePlace";
import { itemsAddress } from "../../shared/view_addresses";
import { KeyText } from "./KeyText";
import type { Deleting } from "./use_deleting";

// After a delete: the way back, and the way on.
export function DeletedItem({ table, deleting }: { readonly table: TableDescription; readonly deleting: Deleting }) {
  const { deleted, undo } = deleting;
  if (deleted === undefined) return null;
  return (
    <TablePlace name={table.TableName}>
      <h2>
        <KeyText itemKey={keyOf(deleted, table)} />
      </h2>
      <Empty title="The item is deleted">
        <p role="status">Undo puts it back as it was, while this page is open and its key is free.</p>
        <ErrorNote error={undo.error} />
        <Actions>
          <RunButton action={undo} text="Undo" runningText="Putting it back…" onClick={undo.run} />
          <LinkButton to={itemsAddress(table.TableName)}>Go to the items</LinkButton>
        </Actions>
      </Empty>
    </TablePlace>
  );
}
