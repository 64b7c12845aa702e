import { useState } from "react";

import { visible } from "../../data/values/visible";
import { Button } from "../../shared/parts/Button";
import { Modal } from "../../shared/parts/Modal";
import { Text } from "../../shared/parts/Text";
import { TextField } from "../../shared/parts/TextField";
import { NO_CHOICES, orderedNames, withWidth } from "./columns";
import style from "./ColumnsMenu.module.css";
import type { Columns } from "./use_columns";

const LISTED_MAX = 200; // a filter reaches the others
const STEP_PX = 40;

// Hides, moves and sizes columns by keyboard as well.
export function ColumnsMenu({ columns, keys }: { readonly columns: Columns; readonly keys: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const { known, choices, change } = columns;
  const hiddenCount = known.names.filter((name) => choices.hidden.includes(name)).length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{hiddenCount === 0 ? "Columns" : `Columns, ${hiddenCount} hidden`}</Button>
      {isOpen && (
        <Modal title="Columns" wide close={() => setOpen(false)}>
          <ColumnList columns={columns} keys={keys} />
          <div className={style.buttons}>
            <Button onClick={() => change(NO_CHOICES)}>Reset</Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Close
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}

function ColumnList({ columns, keys }: { readonly columns: Columns; readonly keys: readonly string[] }) {
  const { known, choices, change } = columns;
  const [filter, setFilter] = useState("");
  const names = orderedNames(keys, known.names, choices).filter((name) => !keys.includes(name));
  const found = names.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
  const hidden = new Set(choices.hidden);
  const hide = (name: string) => change({ ...choices, hidden: [...choices.hidden, name] });
  const show = (name: string) => change({ ...choices, hidden: choices.hidden.filter((one) => one !== name) });
  const move = (name: string, by: number) => {
    const order = names.filter((one) => one !== name);
    order.splice(Math.max(0, names.indexOf(name) + by), 0, name);
    change({ ...choices, order });
  };
  const widthOf = (name: string) => new Map(choices.widths).get(name) ?? known.widthOf(name);
  return (
    <>
      <TextField label="Find an attribute" value={filter} onChange={setFilter} />
      <p className={style.note}>The keys {keys.length > 0 && "stand first and"} are always shown.</p>
      <ul className={style.list}>
        {found.slice(0, LISTED_MAX).map((name) => (
          <li key={name} className={style.row}>
            <label className={style.name}>
              <input type="checkbox" checked={!hidden.has(name)} onChange={() => (hidden.has(name) ? show : hide)(name)} />
              <span>
                <Text value={name} />
              </span>
            </label>
            <Button kind="quiet" aria-label={`Move ${visible(name)} to the left`} onClick={() => move(name, -1)}>
              Left
            </Button>
            <Button kind="quiet" aria-label={`Move ${visible(name)} to the right`} onClick={() => move(name, 1)}>
              Right
            </Button>
            <Button kind="quiet" aria-label={`Make ${visible(name)} narrower`} onClick={() => change(withWidth(choices, name, widthOf(name) - STEP_PX))}>
              Narrower
            </Button>
            <Button kind="quiet" aria-label={`Make ${visible(name)} wider`} onClick={() => change(withWidth(choices, name, widthOf(name) + STEP_PX))}>
              Wider
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={style.note}>No attribute has this in its name.</p>}
      {found.length > LISTED_MAX && <p className={style.note}>{found.length - LISTED_MAX} more: find them by name.</p>}
    </>
  );
}
