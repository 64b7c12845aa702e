import { useId } from "react";

import style from "./Choice.module.css";
import hiding from "./hidden.module.css";

// A few alternatives side by side. They are radio buttons, so the arrow keys move between them.
export function Choice<Name extends string>(properties: {
  readonly label: string;
  readonly value: Name;
  readonly choices: readonly (readonly [value: Name, text: string])[];
  readonly onChange: (value: Name) => void;
  readonly hideLabel?: boolean;
}) {
  const { label, value, choices, onChange, hideLabel = false } = properties;
  const group = useId();
  return (
    <fieldset className={style.choice}>
      <legend className={hideLabel ? hiding.hidden : style.legend}>{label}</legend>
      <div className={style.row}>
        {choices.map(([name, text]) => (
          <label key={name} className={style.option}>
            <input type="radio" name={group} checked={name === value} onChange={() => onChange(name)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
