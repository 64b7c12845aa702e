import { type FormEvent, useState } from "react";

import { startJob } from "../../data/requests/jobs";
import { noteJob } from "../../shared/live/jobs";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { SelectField } from "../../shared/parts/SelectField";
import { useAction } from "../../shared/use_action";
import { CapacityFields } from "./CapacityFields";
import style from "./InputsForm.module.css";
import { optionsOf, problemsOf } from "./inputs";
import { ModelField } from "./ModelField";
import { NumberField } from "./NumberField";
import { TimesField } from "./TimesField";
import { useInputs } from "./use_inputs";
import { useModelText } from "./use_model_text";

// The inputs of a simulation. The address holds them, so that a link repeats the run.
export function InputsForm({ onStart }: { readonly onStart: (id: string) => void }) {
  const [inputs, set] = useInputs();
  const [tried, setTried] = useState(false);
  const model = useModelText();
  const problems = problemsOf(inputs);
  const fields = { inputs, set, problems, always: tried };
  const action = useAction(async (signal) => {
    const job = await startJob({ kind: "simulate", model: model.text, options: optionsOf(inputs) }, signal);
    noteJob(job);
    onStart(job.id);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0 && model.text !== "") action.run();
  };
  return (
    <form className={style.form} onSubmit={submit} aria-label="Inputs" noValidate>
      <div className={style.fields}>
        <ModelField model={model} />
        <SelectField
          label="Profile of the rates"
          value={inputs.profile}
          choices={[
            ["diurnal", "Diurnal: busiest at 14:00"],
            ["even", "Even"],
            ["spike", "Spike for 30 minutes"],
            ["table", "A table of times"],
          ]}
          onChange={set("profile")}
        />
        <NumberField {...fields} label="Hours" name="hours" />
        <CapacityFields {...fields} />
        <NumberField {...fields} label="Attempts" name="attempts" />
        <NumberField {...fields} label="Seed" name="seed" />
        {inputs.profile === "table" && (
          <div className={style.wide}>
            <TimesField {...fields} />
          </div>
        )}
        <div className={style.start}>
          <RunButton action={action} text="Run" runningText="Starting…" disabled={model.text === ""} />
        </div>
      </div>
      <ErrorNote error={action.error} />
    </form>
  );
}
