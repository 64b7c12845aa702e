import { type SyntheticEvent, useState } from "react";

import { copiedAttribute, readWhole } from "../../data/rows/duplicate_items";
import type { TableDescription } from "../../data/requests/table_shapes";
import { plural } from "../../data/values/amounts";
import type { Item } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { goTo } from "../../shared/address";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import { TextField } from "../../shared/parts/TextField";
import { useAction } from "../../shared/use_action";
import { newItemAddress } from "../../shared/view_addresses";
import type { Changes } from "./use_changes";

// Copies need keys of their own: the last key attribute gets longer or larger. A single item can be
// edited before it is written.
export function DuplicateDialog(properties: {
  readonly table: TableDescription;
  readonly keys: readonly Item[];
  readonly changes: Changes;
  readonly close: () => void;
}) {
  const { table, keys, changes, close } = properties;
  const { name, type } = copiedAttribute(table);
  const [added, setAdded] = useState(type === "N" ? "1" : "-copy");
  const problem = added === "" ? "Copies need other keys" : type === "N" && !/^-?\d+(\.\d+)?$/.test(added) ? "A number" : "";
  const edit = useAction(async (signal) => {
    const [item] = await readWhole(table, keys, signal);
    if (item !== undefined) goTo(newItemAddress(table.TableName, item));
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (problem !== "") return;
    changes.duplicate.run(keys, name, added);
    close();
  };
  return (
    <Modal title={`Duplicate ${plural(keys.length, "item")}`} close={close}>
      <form onSubmit={submit}>
        <TextField
          label={type === "N" ? `Add to ${visible(name)}` : `Append to ${visible(name)}`}
          mono
          value={added}
          error={problem}
          onChange={setAdded}
          hint="The copies have new keys. An item whose key is taken stays as it is."
        />
        <ErrorNote error={edit.error} />
        <Actions>
          <Button type="submit" kind="primary" disabled={problem !== ""}>
            Write {plural(keys.length, "copy", "copies")}
          </Button>
          {keys.length === 1 && <Button onClick={() => edit.run()}>Edit the copy first</Button>}
          <Button onClick={close}>Cancel</Button>
        </Actions>
      </form>
    </Modal>
  );
}
