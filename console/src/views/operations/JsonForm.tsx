import { useMemo } from "react";

import { type BuiltRequest, type Input, tableOf } from "../../data/operations/operations";
import { inputOfText, textOfInput } from "../../data/operations/request_text";
import { CodeEditor } from "../../shared/editor/CodeEditor";
import { useTables } from "../../shared/live/queries";
import { useTyped } from "./field_problems";
import style from "./forms.module.css";
import { jsonCompletions } from "./json_completions";
import { useCompletions } from "./use_completions";

// The input of the request as JSON. Whatever is no JSON stays here until it is.
export function JsonForm({ request, onChange }: { readonly request: BuiltRequest; readonly onChange: (input: Input) => void }) {
  const { operation, input } = request;
  const { data: tables = [] } = useTables();
  const name = tableOf(request);
  const known = useCompletions(tables.find((one) => one.TableName === name));
  const options = JSON.stringify([operation, tables.map((one) => one.TableName), known.names, known.values.size]);
  const completions = useMemo(() => jsonCompletions(operation, tables, known), [options]);
  const derived = useMemo(() => textOfInput(input), [input]);
  const { text, problem, change } = useTyped(derived, (typed) => {
    const next = inputOfText(typed);
    onChange(next);
    return textOfInput(next);
  });
  return (
    <div className={style.stack}>
      <CodeEditor label="Input of the request" language="json" completions={completions} value={text} onChange={change} />
      {problem !== "" && (
        <p role="alert" className={style.warning}>
          {problem}
        </p>
      )}
    </div>
  );
}
