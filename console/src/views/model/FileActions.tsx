import { useState } from "react";

import { type Draft, draft } from "../../data/model/draft";
import { formatModel } from "../../data/requests/models";
import { useModelFiles } from "../../shared/live/model";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { saveBlob } from "../../shared/save_blob";
import { useAction } from "../../shared/use_action";
import { simulationAddress } from "../../shared/view_addresses";
import { DroppedFile } from "./DroppedFile";
import { OpenDialog } from "./OpenDialog";
import { SaveDialog } from "./SaveDialog";
import { suggestedName } from "./model_file";

// The buttons that open, save and download the model as a file.
export function FileActions({ draft: now }: { readonly draft: Draft }) {
  const [dialog, setDialog] = useState<"open" | "save" | undefined>(undefined);
  const { data: files } = useModelFiles();
  const format = useAction(async (signal) => {
    const text = await formatModel(draft.get().text, signal);
    draft.set({ ...draft.get(), text });
  });
  const download = () => saveBlob(new Blob([now.text], { type: "text/plain" }), now.file?.name ?? suggestedName(now.text));
  const isEmpty = now.text.trim() === "";
  const close = () => setDialog(undefined);
  return (
    <>
      <ErrorNote error={format.error} />
      <DroppedFile />
      <Button onClick={() => setDialog("open")}>Open…</Button>
      <Button disabled={isEmpty || format.running} onClick={format.run}>
        Format
      </Button>
      <Button disabled={isEmpty} onClick={download}>
        Download
      </Button>
      {files?.saving && (
        <Button kind="primary" disabled={isEmpty} onClick={() => setDialog("save")}>
          Save…
        </Button>
      )}
      {!isEmpty && <LinkButton to={simulationAddress()}>Simulate</LinkButton>}
      {dialog === "open" && <OpenDialog close={close} />}
      {dialog === "save" && <SaveDialog draft={now} close={close} />}
    </>
  );
}
