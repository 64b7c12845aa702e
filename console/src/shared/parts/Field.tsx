import { type ReactNode, useId, useState } from "react";

import style from "./Field.module.css";
import hiding from "./hidden.module.css";

export interface ControlProperties {
  readonly id: string;
  readonly "aria-invalid"?: true;
  readonly "aria-describedby"?: string;
  readonly onBlur: () => void;
}

// A control with its label, hint and error. The error appears when the user leaves the control.
export function Field(properties: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly hideLabel?: boolean;
  readonly always?: boolean; // show the error before the control was left
  readonly control: (given: ControlProperties) => ReactNode;
}) {
  const { label, hint, error = "", hideLabel = false, always = false, control } = properties;
  const id = useId();
  const [left, setLeft] = useState(false);
  const shown = (left || always) && error !== "";
  const described = [shown ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  return (
    <div className={style.field}>
      <label htmlFor={id} className={hideLabel ? hiding.hidden : style.label}>
        {label}
      </label>
      {control({
        id,
        "aria-invalid": shown ? true : undefined,
        "aria-describedby": described || undefined,
        onBlur: () => setLeft(true),
      })}
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
      {shown && (
        <p id={`${id}-error`} className={style.error}>
          {error}
        </p>
      )}
    </div>
  );
}
