import { useId, useState } from "react";

import { fileOf, requestsOfFile, withSaved } from "../../data/operations/kept";
import type { BuiltRequest } from "../../data/operations/operations";
import { plural } from "../../data/values/amounts";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { TextField } from "../../shared/parts/TextField";
import { saveBlob } from "../../shared/save_blob";
import style from "./forms.module.css";
import { KeptList } from "./KeptList";
import list from "./KeptList.module.css";
import { keep, useKept } from "./use_kept";

const FILE_BYTES_MAX = 16_000_000;

// Requests with names. A file carries them to another browser.
export function SavedPanel({ request, onOpen }: { readonly request: BuiltRequest; readonly onOpen: (request: BuiltRequest) => void }) {
  const { requests, isForgetful } = useKept("saved");
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    keep("saved", (all) => withSaved(all, request, name.trim(), Date.now()));
    setSaid(`Saved as ${name.trim()}.`);
    setName("");
  };
  return (
    <div className={style.stack}>
      <form className={list.name} onSubmit={save}>
        <TextField label="Name of this request" value={name} onChange={setName} />
        <Button type="submit" disabled={name.trim() === ""}>
          Save
        </Button>
      </form>
      <p role="status">{said}</p>
      {isForgetful && <p className={style.warning}>The browser does not store them: export them before you leave.</p>}
      {requests.length === 0 && <p className={style.quiet}>A request with a name stays here until you remove it.</p>}
      {requests.length > 0 && (
        <KeptList
          requests={requests}
          onOpen={onOpen}
          onRemove={(gone) => keep("saved", (all) => all.filter((one) => one.name !== gone.name))}
        />
      )}
      <Actions>
        <Button disabled={requests.length === 0} onClick={() => saveBlob(new Blob([fileOf(requests)]), "stator-requests.json")}>
          Export to a file
        </Button>
        <ImportButton onSaid={setSaid} />
      </Actions>
    </div>
  );
}

function ImportButton({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const id = useId();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      if (file.size > FILE_BYTES_MAX) throw new Error("The file is too large for saved requests.");
      const found = requestsOfFile(await file.text());
      keep("saved", (all) => found.reduceRight((saved, one) => withSaved(saved, one, one.name, Date.now()), [...all]));
      onSaid(`${plural(found.length, "request")} imported.`);
    } catch (error) {
      onSaid(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <label htmlFor={id}>Import from a file</label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </>
  );
}
