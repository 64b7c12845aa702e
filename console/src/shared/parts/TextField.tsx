import type { ComponentProps, ReactNode } from "react";

import { visible } from "../../data/values/visible";
import style from "./controls.module.css";
import { Field } from "./Field";
import { Text } from "./Text";

const SHOWN_MAX = 500; // characters of a text with hidden ones

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
  // A field shows hidden characters as nothing, or in another order.
  const start = value.slice(0, SHOWN_MAX);
  const hidden = visible(start) === start ? undefined : (
    <>
      Holds hidden characters: <Text value={start} />
    </>
  );
  return (
    <Field
      {...{ label, hint: hidden ?? hint, error, hideLabel, always }}
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
