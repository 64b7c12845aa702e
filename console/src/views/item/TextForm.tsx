import { useEffect, useMemo, useRef, useState } from "react";

import { spanOf } from "../../data/editing/draft";
import type { TableDescription } from "../../data/requests/table_shapes";
import { CodeEditor } from "../../shared/editor/CodeEditor";
import type { EditorHandle, TextProblem } from "../../shared/editor/editor_types";
import { pathText } from "../../data/values/path";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import style from "./ItemEditor.module.css";
import { type Editing, judge, type Judged } from "./use_editing";

const NONE: readonly TextProblem[] = [];
const SHOWN = 10;

// The item as JSON. What is wrong is marked when the user leaves the text, not at each keystroke.
export function TextForm(properties: {
  readonly table: TableDescription;
  readonly editing: Editing;
  readonly always: boolean;
}) {
  const { table, editing, always } = properties;
  const { draft, judged, base, write } = editing;
  const [problems, mark] = useState(NONE);
  const editor = useRef<EditorHandle>(null);
  const markNow = () => mark(problemsOf(judge(draft, base, table), editing));
  const isRight = judged.item !== undefined && judged.findings.length === 0;
  useEffect(() => {
    if (isRight) mark(NONE);
  }, [isRight]);
  useEffect(() => {
    if (always) markNow();
  }, [always]); // eslint-disable-line
  const label = draft.form === "plain" ? "Item as plain JSON" : "Item as DynamoDB JSON";
  return (
    <>
      {draft.form === "plain" && (
        <p className={style.quiet}>
          Sets are lists here and bytes are base64. A place keeps its type as long as the text fits it.
        </p>
      )}
      <CodeEditor
        key={draft.form}
        ref={editor}
        label={label}
        language="json"
        value={draft.text}
        problems={problems}
        onChange={write}
        onBlur={markNow}
      />
      <Problems problems={problems} show={(problem) => editor.current?.select(problem.from, problem.to)} />
    </>
  );
}

function problemsOf({ item, findings, fault }: Judged, { draft }: Editing): readonly TextProblem[] {
  if (fault !== undefined) return [{ ...fault, severity: "error" }];
  if (item === undefined || findings.length === 0) return NONE;
  return findings.map(({ path, message }) => ({
    ...spanOf(draft, item, path),
    severity: "error",
    message: path.length === 0 ? message : `${pathText(path)}: ${message}`,
  }));
}

// The marks in words, with a way to each.
function Problems(properties: { readonly problems: readonly TextProblem[]; readonly show: (problem: TextProblem) => void }) {
  const { problems, show } = properties;
  const first = useMemo(() => problems.slice(0, SHOWN), [problems]);
  if (first.length === 0) return null;
  return (
    <ul className={style.problems} aria-label="Problems in the text">
      {first.map((problem, at) => (
        <li key={at}>
          <Text value={problem.message} />{" "}
          <Button kind="quiet" onClick={() => show(problem)}>
            Go there
          </Button>
        </li>
      ))}
      {problems.length > SHOWN && <li>{problems.length - SHOWN} more places are wrong.</li>}
    </ul>
  );
}
