import type { ReactNode } from "react";

import style from "./controls.module.css";
import { Field } from "./Field";

const ROWS_MAX = 10;

// A text of several lines. It is as high as its lines, up to a bound.
export function TextAreaField(properties: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly hideLabel?: boolean;
  readonly always?: boolean;
  readonly mono?: boolean;
  readonly readOnly?: boolean;
  readonly charsALine?: number; // about as many fit
}) {
  const { label, value, onChange, hint, error, hideLabel, always, mono = false, readOnly, charsALine = 60 } = properties;
  return (
    <Field
      {...{ label, hint, error, hideLabel, always }}
      control={(given) => (
        <textarea
          {...given}
          rows={rowsOf(value, charsALine)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={readOnly}
          className={`${style.control} ${style.area} ${mono ? style.mono : ""}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  );
}

function rowsOf(text: string, charsALine: number): number {
  if (text.length > ROWS_MAX * charsALine) return ROWS_MAX;
  const rows = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charsALine)), 0);
  return Math.min(rows, ROWS_MAX);
}
