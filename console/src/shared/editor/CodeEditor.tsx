import { lazy, Suspense } from "react";

import { Waiting } from "../parts/Waiting";
import style from "./CodeEditor.module.css";
import type { EditorProperties } from "./editor_types";

const ShadowEditor = lazy(() => import("./ShadowEditor"));

// A text editor. CodeMirror arrives with the first one that a page shows.
//
// Tab moves the focus on, as it does in every other field. Ctrl+] and Ctrl+[ indent and outdent.
export function CodeEditor(properties: EditorProperties) {
  return (
    <div className={`${style.editor} ${style[properties.height ?? "content"]}`}>
      <Suspense fallback={<Waiting label="Loading the editor" />}>
        <ShadowEditor {...properties} />
      </Suspense>
    </div>
  );
}
