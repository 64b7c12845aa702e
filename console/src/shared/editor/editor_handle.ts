import { EditorView } from "@codemirror/view";
import type { RefObject } from "react";

import type { EditorHandle } from "./editor_types";

// The requests that a view may make of its editor. Before the editor is there, nothing happens.
export function handleOf(editor: RefObject<EditorView | undefined>): EditorHandle {
  const select = (from: number, to = from) => {
    const view = editor.current;
    if (view === undefined) return;
    const { length } = view.state.doc;
    const [anchor, head] = [from, to].map((at) => Math.max(0, Math.min(at, length))) as [number, number];
    view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    view.focus();
  };
  return {
    select,
    focus: () => editor.current?.focus(),
    goToLine(line, column = 1) {
      const doc = editor.current?.state.doc;
      if (doc === undefined) return;
      const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
      select(Math.min(from + column - 1, to));
    },
    selection() {
      const state = editor.current?.state;
      if (state === undefined) return { from: 0, to: 0, line: 1 };
      const { from, to, head } = state.selection.main;
      return { from, to, line: state.doc.lineAt(head).number };
    },
    insert(text) {
      const view = editor.current;
      if (view === undefined || view.state.readOnly) return;
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
    },
  };
}
