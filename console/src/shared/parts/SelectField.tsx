import type { ReactNode } from "react";

import style from "./controls.module.css";
import { Field } from "./Field";

// The browser's own select: it works with every keyboard, reader and touch screen.
export function SelectField<Choice extends string>(properties: {
  readonly label: string;
  readonly value: Choice;
  readonly choices: readonly (readonly [value: Choice, text: string])[];
  readonly onChange: (value: Choice) => void;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
}) {
  const { label, value, choices, onChange, hint, hideLabel } = properties;
  return (
    <Field
      {...{ label, hint, hideLabel }}
      control={(given) => (
        <select
          {...given}
          className={style.control}
          value={value}
          onChange={(event) => onChange(event.target.value as Choice)}
        >
          {choices.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    />
  );
}
