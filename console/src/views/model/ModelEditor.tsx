import { type RefObject, useMemo } from "react";

import { type Draft, draft, draftIsKept, isChanged } from "../../data/model/draft";
import type { Described } from "../../data/model/described";
import { plural } from "../../data/values/amounts";
import { CodeEditor } from "../../shared/editor/CodeEditor";
import type { EditorHandle, TextProblem } from "../../shared/editor/editor_types";
import { useStore } from "../../shared/use_store";
import { completionsFor } from "./language/completions";
import { modelLanguage } from "./language/model_language";
import style from "./ModelEditor.module.css";
import { problemsOf } from "./model_lines";

const NONE: readonly TextProblem[] = [];

// The text of the model, with the findings underlined.
export function ModelEditor(properties: {
  readonly draft: Draft;
  readonly described: Described;
  readonly handle: RefObject<EditorHandle | null>;
}) {
  const { draft: now, described, handle } = properties;
  const findings = described.text === now.text ? described.checked?.findings : undefined;
  const problems = useMemo(() => (findings === undefined ? NONE : problemsOf(now.text, findings)), [findings, now.text]);
  const completions = useMemo(() => completionsFor(() => described.description), [described.description]);
  return (
    <section aria-label="Text of the model" className={style.editor}>
      <div className={style.text}>
        <CodeEditor
          ref={handle}
          label="Model"
          description="Ctrl+Space completes. F8 goes to the next finding."
          value={now.text}
          onChange={(text) => draft.set({ ...draft.get(), text })}
          language={modelLanguage}
          problems={problems}
          completions={completions}
          height="fill"
        />
      </div>
      <StatusLine now={now} described={described} />
    </section>
  );
}

function StatusLine({ now, described }: { readonly now: Draft; readonly described: Described }) {
  const isKept = useStore(draftIsKept);
  return (
    <p role="status" className={style.status}>
      {statusOf(now, described)}
      {!isKept && " The browser's storage is full or blocked: the draft is lost when you close this page. Save it."}
    </p>
  );
}

function statusOf(now: Draft, { text, checked, isModel, error }: Described): string {
  if (now.text.trim() === "") return "Nothing is written yet.";
  const saved = now.file === undefined ? "A draft in this browser." : isChanged(now) ? "Changed since it was saved." : "Saved.";
  if (error !== undefined) return saved;
  if (text !== now.text || checked === undefined) return `${saved} Checking…`;
  if (!isModel) return `${saved} The text is no model yet.`;
  const count = checked.findings.length;
  return `${saved} ${count === 0 ? "No findings." : `${plural(count, "finding")}.`}`;
}
