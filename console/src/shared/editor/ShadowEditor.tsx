import { useImperativeHandle, useRef } from "react";

import style from "./CodeEditor.module.css";
import { handleOf } from "./editor_handle";
import { completionsOf, languageOf, lintOf, namesOf, writingOf } from "./editor_setup";
import type { EditorProperties } from "./editor_types";
import { useEditor, usePart, useProblems, useValue } from "./use_editor";

// CodeMirror in a shadow root. There it adopts its style sheets; elsewhere it writes `<style>`,
// which the content security policy forbids.
export default function ShadowEditor(properties: EditorProperties) {
  const { label, description, problems, language, readOnly = false, completions, lint, lintDelay } = properties;
  const host = useRef<HTMLDivElement>(null);
  const editor = useEditor(host, properties);
  usePart(editor, () => languageOf(language), [language]);
  usePart(editor, () => namesOf(label, description, problems), [label, description, problems]);
  usePart(editor, () => writingOf(readOnly), [readOnly]);
  usePart(editor, () => completionsOf(completions), [completions]);
  usePart(editor, () => lintOf(lint, lintDelay), [lint, lintDelay]);
  useValue(editor, properties.value);
  useProblems(editor, problems);
  useImperativeHandle(properties.ref, () => handleOf(editor.view), [editor]);
  return <div ref={host} className={style.host} />;
}
