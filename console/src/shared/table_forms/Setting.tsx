import type { ReactNode } from "react";

import { useParameter } from "../address";
import { refreshTables } from "../live/queries";
import { Actions } from "../parts/Actions";
import { Button } from "../parts/Button";
import { ErrorNote } from "../parts/ErrorNote";
import { RunButton } from "../parts/RunButton";
import { Waiting } from "../parts/Waiting";
import { useAction } from "../use_action";
import style from "./Setting.module.css";

// A setting of a table with its value. The address says which one is open for a change.
export function Setting(properties: {
  readonly name: string; // in the address
  readonly title: string;
  readonly value: ReactNode;
  readonly isRead?: boolean; // a form without the stored value could overwrite it
  readonly blocked?: string; // why it cannot change now
  readonly form: (close: () => void) => ReactNode;
}) {
  const { name, title, value, isRead = true, blocked = "", form } = properties;
  const [open, setOpen] = useParameter("change");
  const isOpen = open === name;
  const close = () => setOpen("");
  return (
    <div className={style.setting}>
      <dt>{title}</dt>
      <dd className={style.value}>{value}</dd>
      <dd className={style.change}>
        {blocked !== "" && <span className={style.blocked}>{blocked}</span>}
        <Button
          aria-label={`${isOpen ? "Cancel" : "Change"} ${title.toLowerCase()}`}
          aria-expanded={isOpen}
          disabled={!isOpen && (blocked !== "" || !isRead)}
          onClick={() => setOpen(isOpen ? "" : name)}
        >
          {isOpen ? "Cancel" : "Change"}
        </Button>
      </dd>
      {isOpen && <dd className={style.form}>{isRead ? form(close) : <Waiting label="Reading the value" />}</dd>}
    </div>
  );
}

// The form of one setting. `save` sends the change.
export function SettingForm(properties: {
  readonly save: (signal: AbortSignal) => Promise<unknown>;
  readonly close: () => void;
  readonly ready?: boolean;
  readonly text?: string;
  readonly runningText?: string;
  readonly children?: ReactNode;
}) {
  const { save, close, ready = true, text = "Save", runningText = "Saving…", children } = properties;
  const action = useAction(async (signal) => {
    try {
      await save(signal);
      close();
    } finally {
      await refreshTables();
    }
  });
  return (
    <form
      className={style.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) action.run();
      }}
    >
      {children}
      <ErrorNote error={action.error} />
      <Actions>
        <RunButton action={action} text={text} runningText={runningText} disabled={!ready} />
      </Actions>
    </form>
  );
}
