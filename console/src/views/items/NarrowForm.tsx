import { type SyntheticEvent, useEffect, useRef, useState } from "react";

import { indexesOf } from "../../data/requests/key_schema";
import type { TableDescription } from "../../data/requests/table_shapes";
import { goTo } from "../../shared/address";
import { useKeys } from "../../shared/keys";
import { Button } from "../../shared/parts/Button";
import { SelectField } from "../../shared/parts/SelectField";
import { FilterFields } from "./FilterFields";
import style from "./NarrowForm.module.css";
import { KeyFields } from "./KeyFields";
import { draftOf, emptyDraft, type NarrowDraft, narrowingIn, NEW_FILTER, problemOf } from "./narrow_draft";
import type { AddressedView } from "./use_view";
import { filteredAddress } from "./view_address";

// Goes to a key, narrows by the sort key, and filters beyond the key.
export function NarrowForm({ table, addressed }: { readonly table: TableDescription; readonly addressed: AddressedView }) {
  const { narrowing, filter, key } = addressed;
  const [draft, setDraft] = useState(() => draftOf(narrowing, filter));
  // Back and links change what the form is about. The form stays, so it keeps the focus.
  useEffect(() => setDraft(draftOf(narrowing, filter)), [key]);
  const form = useRef<HTMLFormElement>(null);
  const problem = problemOf(table, draft);
  const isNarrow = narrowing.pk !== undefined || filter.length > 0;
  const go = (next: NarrowDraft) => {
    const found = narrowingIn(table, next);
    goTo(filteredAddress(table.TableName, found.narrowing, found.filter));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (problem === "") go(draft);
  };
  useKeys([{ key: "g", label: "Go to a key", run: () => form.current?.querySelector("input")?.focus() }]);
  const sources = [["", "Table"], ...indexesOf(table).map(({ IndexName }) => [IndexName, IndexName])] as [string, string][];
  return (
    <form ref={form} className={style.form} onSubmit={submit} aria-label="Narrow the items">
      <div className={style.line}>
        <SelectField
          label="Read from"
          value={draft.index}
          choices={sources}
          onChange={(index) => go(emptyDraft(index, draft.filter.filter((one) => one.attribute !== "")))}
        />
        <KeyFields table={table} draft={draft} onChange={setDraft} />
        <div className={style.buttons}>
          <Button type="submit" kind="primary" disabled={problem !== ""} title={problem}>
            Show
          </Button>
          {draft.filter.length === 0 && (
            <Button onClick={() => setDraft({ ...draft, filter: [NEW_FILTER] })}>Add filter</Button>
          )}
          {isNarrow && <Button onClick={() => go(emptyDraft(draft.index, []))}>Show all</Button>}
        </div>
      </div>
      <FilterFields filter={draft.filter} onChange={(next) => setDraft({ ...draft, filter: next })} />
    </form>
  );
}
