import controls from "../../shared/parts/controls.module.css";
import { Field } from "../../shared/parts/Field";
import type { FieldsProperties } from "./NumberField";
import style from "./InputsForm.module.css";

const ROWS = 6;
const HINT =
  "From each time on, the rates are multiplied by the factor. A column named like a pattern is for that pattern alone.";

// A table of times and factors: the course of the rates as a text.
export function TimesField({ inputs, set, problems, always }: FieldsProperties) {
  return (
    <Field
      label="Times and factors"
      hint={HINT}
      error={problems.times}
      always={always}
      control={(given) => (
        <textarea
          {...given}
          className={`${controls.control} ${controls.mono} ${style.times}`}
          rows={ROWS}
          spellCheck={false}
          value={inputs.times}
          onChange={(event) => set("times")(event.target.value)}
        />
      )}
    />
  );
}
