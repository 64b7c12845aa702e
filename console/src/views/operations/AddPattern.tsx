import { useMemo, useState } from "react";

import { draft } from "../../data/model/draft";
import { freeId, withPattern } from "../../data/operations/model_text";
import type { BuiltRequest } from "../../data/operations/operations";
import { patternOf } from "../../data/operations/pattern_line";
import type { ModelDescription } from "../../data/requests/model_shapes";
import { goTo, useParameter } from "../../shared/address";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import { TextField } from "../../shared/parts/TextField";
import { modelAddress } from "../../shared/view_addresses";
import style from "./forms.module.css";

// Makes the request a pattern of the model. The line can be changed before it is added.
export function AddPattern(properties: {
  readonly request: BuiltRequest;
  readonly model: ModelDescription;
  readonly text: string; // that the description is of
  readonly isModel: boolean;
}) {
  const { request, model, text, isModel } = properties;
  const [rate] = useParameter("rate");
  const { line, problem } = useMemo(() => lineOf(request, model, rate), [request, model, rate]);
  const [edited, setEdited] = useState({ of: "", text: "" });
  const shown = edited.of === line ? edited.text : line;
  const isCurrent = isModel && draft.get().text === text;
  const add = () => {
    const id = shown.trim().split(/\s+/)[0] ?? "";
    draft.set({ ...draft.get(), text: withPattern(text, shown.trim(), model) });
    goTo(modelAddress({ pattern: id }));
  };
  return (
    <section className={style.stack} aria-label="This request as a pattern">
      <h2>Make this request a pattern of the model</h2>
      {problem !== "" && (
        <p className={style.quiet}>
          <Text value={problem} />
        </p>
      )}
      <TextField
        label="Line of the model"
        mono
        value={shown}
        placeholder="A1  1/s  list  Order[custId]"
        hint="Its name, its rate, and the request. The model says whether a request serves it."
        onChange={(next) => setEdited({ of: line, text: next })}
      />
      <Actions>
        <Button disabled={!isCurrent || shown.trim() === "" || /[\r\n]/.test(shown)} onClick={add}>
          Make it a pattern of the model
        </Button>
        {!isCurrent && <span className={style.quiet}>Correct the model first.</span>}
      </Actions>
    </section>
  );
}

function lineOf(request: BuiltRequest, model: ModelDescription, rate: string) {
  try {
    const perSecond = /^\d+(\.\d+)?$/.test(rate) && Number(rate) > 0 ? rate : "1";
    return { line: `${freeId(model)}  ${perSecond}/s  ${patternOf(request, model)}`, problem: "" };
  } catch (error) {
    return { line: "", problem: error instanceof Error ? error.message : String(error) };
  }
}
