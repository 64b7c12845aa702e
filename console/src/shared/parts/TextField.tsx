import type { ComponentProps, ReactNode } from "react";

import style from "./controls.module.css";
import { Field } from "./Field";

interface Properties extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly hideLabel?: boolean;
  readonly always?: boolean;
  readonly mono?: boolean;
}

export function TextField(properties: Properties) {
  const { label, value, onChange, hint, error, hideLabel, always, mono = false, ...rest } = properties;
  return (
    <Field
      {...{ label, hint, error, hideLabel, always }}
      control={(given) => (
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...rest}
          {...given}
          className={`${style.control} ${mono ? style.mono : ""}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  );
}
