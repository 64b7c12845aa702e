import { useEffect, useState } from "react";

import { draft } from "../../data/model/draft";
import { OpenDialog } from "./OpenDialog";
import { mayReplace } from "./model_file";

// A file that is dropped anywhere on the view. The editor would insert its text. A file is opened at
// once where nothing is lost, and in the dialog otherwise.
export function DroppedFile() {
  const [file, setFile] = useState<File | undefined>(undefined);
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (holdsFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!holdsFile(event) || document.querySelector("[role=dialog]") !== null) return;
      event.preventDefault();
      event.stopPropagation();
      setFile(event.dataTransfer?.files[0]);
    };
    addEventListener("dragover", over, true);
    addEventListener("drop", drop, true);
    return () => {
      removeEventListener("dragover", over, true);
      removeEventListener("drop", drop, true);
    };
  }, []);
  if (file === undefined) return null;
  return <OpenDialog close={() => setFile(undefined)} file={file} isAsked={!mayReplace(draft.get())} />;
}
