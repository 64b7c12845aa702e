import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import type { CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";

import { visible } from "../../data/values/visible";
import { editorColours, editorTheme } from "./editor_theme";
import type { EditorProperties, LintSource, TextProblem } from "./editor_types";

const LINT_DELAY = 300;

// Beside CodeMirror's own: the rest of what `visible` escapes.
const HIDDEN = /[\u115f\u1160\u17b4\u17b5\u180e\u200c\u200d\u202a-\u202c\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0\ud800-\udfff\u{e0000}-\u{e0fff}]/u;

// Hidden characters show as escapes, as they do outside the editor.
const specialChars = highlightSpecialChars({
  addSpecialChars: HIDDEN,
  render: (code, description) => {
    const mark = document.createElement("span");
    mark.className = "cm-specialChar";
    mark.textContent = visible(String.fromCodePoint(code));
    mark.title = description ?? "";
    return mark;
  },
});

// A browser that replaces a coloured selection keeps its colour as an inline style, and reports that
// the policy forbids it. So the editor replaces selections itself.
const replaceSelections = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main;
    const { data } = event;
    if (event.inputType !== "insertText" || data === null || from === to || view.state.readOnly) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

// Tab is not bound: it leaves the editor. So nobody is trapped.
const keys = keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]);

export const fixedSetup: Extension = [
  lineNumbers(),
  specialChars,
  replaceSelections,
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  EditorState.lineSeparator.of("\n"), // CodeMirror would turn \r\n into \n, and change the text
  syntaxHighlighting(editorColours),
  editorTheme,
  keys,
];

export const languageOf = (language: EditorProperties["language"]): Extension =>
  language === "json" ? json() : (language ?? []);

export function namesOf(
  label: string,
  description: string | undefined,
  problems: readonly TextProblem[] | undefined,
): Extension {
  const isWrong = problems?.some((problem) => problem.severity === "error") ?? false;
  return EditorView.contentAttributes.of({
    "aria-label": label,
    tabindex: "0", // the keyboard reaches the text, so it scrolls the editor
    ...(description !== undefined && { "aria-description": description }),
    ...(isWrong && { "aria-invalid": "true" }),
  });
}

export const writingOf = (readOnly: boolean): Extension =>
  readOnly ? [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-readonly": "true" })] : [];

export const completionsOf = (source: CompletionSource | undefined): Extension =>
  source === undefined ? [] : autocompletion({ override: [source], icons: false });

export const lintOf = (source: LintSource | undefined, delay = LINT_DELAY): Extension =>
  source === undefined
    ? []
    : linter(async (view) => diagnosticsOf(await source(view.state.doc.toString()), view.state.doc.length), { delay });

// Positions behind the text's end would throw.
export const diagnosticsOf = (problems: readonly TextProblem[], length: number): Diagnostic[] =>
  problems.map(({ from, to, severity, message }) => {
    const start = Math.max(0, Math.min(from, length));
    return { from: start, to: Math.max(start, Math.min(to, length)), severity, message: visible(message) };
  });
