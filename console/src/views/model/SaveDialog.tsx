import { type FormEvent, useState } from "react";

import type { Draft } from "../../data/model/draft";
import { Failure } from "../../data/requests/failure";
import { readModelFile } from "../../data/requests/models";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import { RunButton } from "../../shared/parts/RunButton";
import { TextField } from "../../shared/parts/TextField";
import { useAction } from "../../shared/use_action";
import { Conflict, type Theirs } from "./Conflict";
import { isFileName, saveAs, suggestedName } from "./model_file";

const CHANGED = 412;

// Saves the model into the server's folder. If another program has changed the file, the dialog
// shows both versions first.
export function SaveDialog({ draft, close }: { readonly draft: Draft; readonly close: () => void }) {
  const [name, setName] = useState(draft.file?.name ?? suggestedName(draft.text));
  const [theirs, setTheirs] = useState<Theirs | undefined>(undefined);
  const save = useAction(async (signal, over?: Theirs) => {
    const known = over !== undefined ? over.etag : name === draft.file?.name ? draft.file.etag : undefined;
    try {
      await saveAs(name, known, signal);
      close();
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== CHANGED) throw error;
      setTheirs(await readTheirs(name, signal));
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFileName(name)) save.run();
  };
  if (theirs !== undefined) {
    return <Conflict name={name} mine={draft.text} theirs={theirs} overwrite={() => save.run(theirs)} error={save.error} close={close} />;
  }
  return (
    <Modal title="Save the model" close={close}>
      <form onSubmit={submit}>
        <TextField
          label="File name"
          value={name}
          onChange={setName}
          mono
          hint="In the server's folder of models. Saving formats the text."
          error={isFileName(name) ? "" : "Letters, digits, '.', '-' and '_', and .std at the end."}
        />
        <ErrorNote error={save.error} />
        <Actions>
          <RunButton action={save} text="Save" runningText="Saving…" disabled={!isFileName(name)} />
          <Button onClick={close}>Cancel</Button>
        </Actions>
      </form>
    </Modal>
  );
}

// The other version. A file that is gone has no text.
async function readTheirs(name: string, signal: AbortSignal): Promise<Theirs> {
  try {
    return await readModelFile(name, signal);
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return { text: undefined, etag: undefined };
    throw error;
  }
}
