import { useEffect, useState } from "react";

import { FORMS, type Form } from "../../data/editing/draft";
import { sameItem } from "../../data/editing/same";
import { keyOf } from "../../data/editing/update";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Item } from "../../data/values/value";
import { goTo, useParameter } from "../../shared/address";
import { LeaveGuard } from "../../shared/leaving";
import { noteStored, type Stored } from "../../shared/live/item_queries";
import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { RunButton } from "../../shared/parts/RunButton";
import { TablePlace } from "../../shared/parts/TablePlace";
import { useAction } from "../../shared/use_action";
import { itemAddress, newItemAddress } from "../../shared/view_addresses";
import { Conflict } from "./Conflict";
import { DeletedItem } from "./DeletedItem";
import { FormFields } from "./FormFields";
import style from "./ItemEditor.module.css";
import { ItemHead } from "./ItemHead";
import { OtherVersion } from "./OtherVersion";
import { SaveBar } from "./SaveBar";
import { saveItem } from "./save_item";
import { arrival, savedText } from "./saved_text";
import { useDeleting } from "./use_deleting";
import { judge, useEditing } from "./use_editing";

interface Meeting {
  readonly base: Item | undefined;
  readonly mine: Item;
  readonly theirs: Item | undefined;
}

// An item under edit, stored or new.
export function ItemEditor(properties: {
  readonly table: TableDescription;
  readonly isGone: boolean; // the table was deleted meanwhile
  readonly initial: Item;
  readonly itemKey?: Item; // absent: a new item
  readonly stored?: Stored; // what the server has now
}) {
  const { table, isGone, initial, itemKey, stored } = properties;
  const [wanted, setWanted] = useParameter("form");
  const form: Form = FORMS.find(([name]) => name === wanted)?.[0] ?? "tree";
  const editing = useEditing(table, initial, itemKey === undefined, form);
  const { base, draft, judged, isDirty } = editing;
  const [always, setAlways] = useState(false);
  const [conflict, setConflict] = useState<Meeting>();
  const [said, say] = useState(arrival.get);
  const deleting = useDeleting(table, base, (item) => editing.start(item, item));

  const save = useAction(async (signal) => {
    say("");
    const now = judge(draft, base, table);
    if (now.item === undefined || now.findings.length > 0 || now.isOtherKey) return setAlways(true);
    const done = await saveItem(table, base, now.item, now.changes, signal);
    if (done.kind === "conflict") return setConflict({ base: done.base, mine: now.item, theirs: done.theirs });
    const key = keyOf(now.item, table);
    editing.saved(now.item, draft);
    await noteStored(table.TableName, key, now.item);
    setAlways(false);
    const text = savedText(done, now.changes.length, base === undefined);
    say(text);
    if (itemKey !== undefined) return;
    arrival.set(text);
    goTo(itemAddress(table.TableName, key), { replace: true, unsaved: true });
  });

  useEffect(() => arrival.set(""), []);

  const switchTo = (next: Form) => {
    const { item } = judge(draft, base, table);
    if (item === undefined) return setAlways(true);
    editing.switchTo(next, item);
    setWanted(next === "tree" ? "" : next);
  };
  useEffect(() => {
    if (form !== draft.form) switchTo(form); // Back, or another link
  }, [form]); // eslint-disable-line

  // Nobody waits for a version that is untouched: it follows the server.
  const isOther = stored !== undefined && base !== undefined && !same(stored.item, base);
  useEffect(() => {
    if (isOther && !isDirty && !save.running && stored.item !== undefined) editing.start(stored.item, stored.item);
  });

  const apply = (theirs: Item | undefined, merged: Item) => {
    editing.start(theirs, merged);
    setConflict(undefined);
  };
  if (isGone && !isDirty) return <MissingTable name={table.TableName} />;
  if (deleting.deleted !== undefined) return <DeletedItem table={table} deleting={deleting} />;
  return (
    <TablePlace
      name={table.TableName}
      actions={
        base !== undefined && (
          <>
            <Button onClick={() => goTo(newItemAddress(table.TableName, judged.item ?? base), { unsaved: true })}>Duplicate</Button>
            <RunButton action={deleting.remove} kind="danger" text="Delete" runningText="Deleting…" disabled={save.running} onClick={deleting.remove.run} />
          </>
        )
      }
    >
      {isDirty && <LeaveGuard keeps={isSameItem} />}
      {isGone && (
        <p role="alert" className={style.warning}>
          The table was deleted. Your changes stay here, and can be saved once a table of this name has the same key.
        </p>
      )}
      <ErrorNote error={deleting.remove.error} />
      <ItemHead table={table} itemKey={base === undefined ? undefined : keyOf(base, table)} />
      {conflict !== undefined ? (
        <Conflict {...conflict} apply={apply} close={() => setConflict(undefined)} />
      ) : (
        <>
          {isOther && isDirty && (
            <OtherVersion
              gone={stored.item === undefined}
              compare={() => judged.item && setConflict({ base, mine: judged.item, theirs: stored.item })}
            />
          )}
          <Choice label="Show the item as" hideLabel value={draft.form} choices={FORMS} onChange={switchTo} />
          <div className={style.fields}>
            <FormFields table={table} editing={editing} always={always} />
          </div>
          <SaveBar table={table} editing={editing} always={always} action={save} said={said} />
        </>
      )}
    </TablePlace>
  );
}

const same = (one: Item | undefined, other: Item | undefined): boolean =>
  one === undefined || other === undefined ? one === other : sameItem(one, other);

// Another form of the same item keeps the changes.
const isSameItem = (to: string, from: string): boolean => withoutForm(to) === withoutForm(from);

function withoutForm(address: string): string {
  const [path = "", query = ""] = address.split(/\?(.*)/s);
  const members = new URLSearchParams(query);
  members.delete("form");
  return `${path}?${members.toString()}`;
}
