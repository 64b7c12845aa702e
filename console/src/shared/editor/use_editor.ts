import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, StateEffect } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { type RefObject, useEffect, useRef, useState } from "react";

import { diagnosticsOf, fixedSetup } from "./editor_setup";
import type { EditorProperties, TextProblem } from "./editor_types";
import { replacement } from "./replacement";

export interface Editor {
  readonly view: RefObject<EditorView | undefined>;
  readonly known: { current: string }; // the text that the editor and its owner agree upon
}

// Makes an editor in the shadow root of `host`, for as long as the component is mounted.
export function useEditor(host: RefObject<HTMLDivElement | null>, properties: EditorProperties): Editor {
  const latest = useRef(properties);
  latest.current = properties;
  const [editor] = useState((): Editor => ({ view: { current: undefined }, known: { current: properties.value } }));
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const doc = latest.current.value;
    editor.known.current = doc;
    const extensions = [fixedSetup, EditorView.updateListener.of((update) => tell(update, editor, latest.current))];
    const made = new EditorView({ state: EditorState.create({ doc, extensions }), parent: root, root });
    editor.view.current = made;
    return () => {
      editor.view.current = undefined;
      made.destroy();
    };
  }, [editor, host]);
  return editor;
}

function tell(update: ViewUpdate, editor: Editor, { onChange, onBlur, onLine }: EditorProperties): void {
  if (update.docChanged) {
    const text = update.state.doc.toString();
    if (text !== editor.known.current) {
      editor.known.current = text;
      onChange?.(text);
    }
  }
  if (update.focusChanged && !update.view.hasFocus) onBlur?.();
  if (onLine !== undefined && (update.selectionSet || update.docChanged)) {
    const line = lineOf(update.state);
    if (line !== lineOf(update.startState)) onLine(line);
  }
}

const lineOf = (state: EditorState): number => state.doc.lineAt(state.selection.main.head).number;

// A part of the editor's configuration, which is replaced when something of `on` changes.
export function usePart(editor: Editor, make: () => Extension, on: readonly unknown[]): void {
  const [part] = useState(() => new Compartment());
  useEffect(() => {
    const view = editor.view.current;
    if (view === undefined) return;
    const isThere = part.get(view.state) !== undefined;
    const effects = isThere ? part.reconfigure(make()) : StateEffect.appendConfig.of(part.of(make()));
    view.dispatch({ effects });
  }, [editor, part, ...on]);
}

// A text from outside replaces the editor's, by the smallest change.
export function useValue({ view, known }: Editor, value: string): void {
  useEffect(() => {
    if (view.current === undefined || value === known.current) return;
    known.current = value;
    const change = replacement(view.current.state.doc.toString(), value);
    if (change !== undefined) view.current.dispatch({ changes: change });
  }, [view, known, value]);
}

export function useProblems({ view }: Editor, problems: readonly TextProblem[] | undefined): void {
  useEffect(() => {
    if (view.current === undefined || problems === undefined) return;
    const { state } = view.current;
    view.current.dispatch(setDiagnostics(state, diagnosticsOf(problems, state.doc.length)));
  }, [view, problems]);
}
