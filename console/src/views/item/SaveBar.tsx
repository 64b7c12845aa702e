import { typeChanges, TYPE_NAMES } from "../../data/editing/types";
import type { TableDescription } from "../../data/requests/table_shapes";
import { plural } from "../../data/values/amounts";
import { pathText } from "../../data/values/path";
import { goTo } from "../../shared/address";
import { newItemAddress } from "../../shared/view_addresses";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { Text } from "../../shared/parts/Text";
import type { Action } from "../../shared/use_action";
import style from "./ItemEditor.module.css";
import { SaveCost } from "./SaveCost";
import type { Editing } from "./use_editing";

const SHOWN = 8;

// The effect and the cost of a save, and its button.
export function SaveBar(properties: {
  readonly table: TableDescription;
  readonly editing: Editing;
  readonly always: boolean;
  readonly action: Action & { readonly run: () => void };
  readonly said: string;
}) {
  const { table, editing, always, action, said } = properties;
  const { base, judged, isDirty } = editing;
  const { item, findings, fault, isOtherKey } = judged;
  const wrong = findings.length + (fault === undefined ? 0 : 1);
  return (
    <section className={style.bar} aria-label="Save">
      <TypeNotes editing={editing} />
      {isOtherKey && item !== undefined && (
        <div className={style.warning}>
          <span>The key of a stored item does not change. With another key it is another item.</span>
          <Button onClick={() => goTo(newItemAddress(table.TableName, item), { unsaved: true })}>Make it a new item</Button>
        </div>
      )}
      {always && wrong > 0 && (
        <div role="alert" className={style.warning}>
          <span>
            {plural(wrong, "place is", "places are")} wrong:{" "}
            {fault === undefined
              ? findings.slice(0, SHOWN).map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`)).join(" ")
              : fault.message}
          </span>
        </div>
      )}
      <ErrorNote error={action.error} />
      <div className={style.save}>
        <Actions>
          <RunButton
            action={action}
            text={base === undefined ? "Save new item" : "Save"}
            runningText="Saving…"
            disabled={base !== undefined && !isDirty}
            onClick={action.run}
          />
          {isDirty && base !== undefined && !action.running && (
            <Button onClick={() => editing.start(base, base)}>Drop the changes</Button>
          )}
        </Actions>
        {item !== undefined && <SaveCost table={table} base={base} item={item} changes={judged.changes} />}
      </div>
      <p role="status" className={style.said}>
        {isDirty ? "" : said}
      </p>
    </section>
  );
}

function TypeNotes({ editing: { base, judged } }: { readonly editing: Editing }) {
  if (base === undefined || judged.item === undefined) return null;
  const changes = typeChanges(base, judged.item);
  if (changes.length === 0) return null;
  return (
    <div role="status" className={style.warning}>
      <div>
        <p>Saving changes {plural(changes.length, "type")}:</p>
        <ul>
          {changes.slice(0, SHOWN).map(({ path, before, after }) => (
            <li key={pathText(path)}>
              <code>
                <Text value={pathText(path)} />
              </code>
              : {TYPE_NAMES[before]} → {TYPE_NAMES[after]}
            </li>
          ))}
          {changes.length > SHOWN && <li>and {changes.length - SHOWN} more</li>}
        </ul>
      </div>
    </div>
  );
}
