import { useRef } from "react";

import { bindings, keyText, singleKeys, switchSingleKeys } from "../shared/keys";
import { Actions } from "../shared/parts/Actions";
import { Button } from "../shared/parts/Button";
import { Checkbox } from "../shared/parts/Checkbox";
import { Modal } from "../shared/parts/Modal";
import { useStore } from "../shared/use_store";
import style from "./KeysHelp.module.css";

// Keys of parts that have their own, as browsers and readers expect them.
const OF_PARTS = [
  ["↑ ↓", "Move between the rows of a table"],
  ["Enter", "Open the row or press the button"],
  ["Esc", "Close a dialog"],
] as const;

export function KeysHelp({ close }: { readonly close: () => void }) {
  const bound = useStore(bindings);
  const on = useStore(singleKeys);
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Modal title="Keys" close={close} focus={first}>
      <dl className={style.keys}>
        {[...bound.map((one) => [keyText(one), one.label] as const), ...OF_PARTS].map(([key, label]) => (
          <div key={`${key} ${label}`} className={style.row}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={on} onChange={switchSingleKeys}>
        Keys without Ctrl are on. Switch them off if speech input types them.
      </Checkbox>
      <Actions>
        <Button ref={first} onClick={close}>
          Close
        </Button>
        <a href="./licences.txt" target="_blank" rel="noreferrer">
          Licences of the packages in the console
        </a>
      </Actions>
    </Modal>
  );
}
