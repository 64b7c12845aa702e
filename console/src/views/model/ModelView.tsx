import { type RefObject, useEffect, useRef } from "react";

import { draft } from "../../data/model/draft";
import { useParameter } from "../../shared/address";
import type { EditorHandle } from "../../shared/editor/editor_types";
import { useDescribed } from "../../shared/live/model";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Page } from "../../shared/parts/Page";
import { useStore } from "../../shared/use_store";
import { FileActions } from "./FileActions";
import { ModelEditor } from "./ModelEditor";
import style from "./ModelView.module.css";
import { NoModel } from "./NoModel";
import { ModelPanels } from "./ModelPanels";
import { lineOfPattern } from "./model_lines";
import { titleOf } from "./model_file";

// The model that the console works on: its text on the left, and on the right what follows from it.
export default function ModelView() {
  const now = useStore(draft);
  const described = useDescribed();
  const editor = useRef<EditorHandle>(null);
  const [line] = useParameter("line");
  const [pattern] = useParameter("pattern");
  const wanted = line !== "" ? Number(line) : lineOfPattern(described.description, pattern);
  const goTo = (at: number, column?: number) => editor.current?.goToLine(at, column);
  useShownLine(editor, wanted, `${line} ${pattern}`);
  return (
    <Page title={titleOf(now)} actions={<FileActions draft={now} />}>
      {now.text === "" && <NoModel />}
      <div className={style.halves}>
        <ModelEditor draft={now} described={described} handle={editor} />
        <section aria-label="What follows from the model" className={style.results}>
          <ErrorNote error={described.error} />
          <ModelPanels draft={now} described={described} goTo={goTo} />
        </section>
      </div>
    </Page>
  );
}

// Shows the line of the address once the editor is there, and not again while the user types.
function useShownLine(editor: RefObject<EditorHandle | null>, line: number | undefined, place: string): void {
  const shown = useRef("");
  useEffect(() => {
    if (line === undefined || !Number.isInteger(line) || shown.current === place) return;
    shown.current = place;
    let left = 40; // the editor loads lazily
    const timer = setInterval(() => {
      left--;
      if (editor.current === null && left > 0) return;
      editor.current?.goToLine(line);
      clearInterval(timer);
    }, 50);
    return () => clearInterval(timer);
  }, [editor, line, place]);
}
