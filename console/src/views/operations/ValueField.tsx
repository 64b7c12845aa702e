import { useId } from "react";

import type { Value, ValueType } from "../../data/values/value";
import { TextField } from "../../shared/parts/TextField";
import { useTyped } from "./field_problems";
import { HINTS, rawText, valueOfRaw } from "../../data/expressions/raw_values";

// One value of a known type. An empty text is no value, unless `isFull`.
export function ValueField(properties: {
  readonly label: string;
  readonly type: ValueType;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly isFull?: boolean;
  readonly hideLabel?: boolean;
  readonly seen?: readonly string[];
}) {
  const { label, type, value, onChange, isFull = false, hideLabel, seen = [] } = properties;
  const list = useId();
  const derived = value === undefined ? "" : rawText(value);
  const { text, problem, change } = useTyped(derived, (typed) => {
    const next = typed === "" && !isFull ? undefined : valueOfRaw(type, typed);
    onChange(next);
    return next === undefined ? "" : rawText(next);
  });
  return (
    <>
      <TextField
        {...{ label, hideLabel }}
        mono
        value={text}
        error={problem}
        placeholder={HINTS[type]}
        list={seen.length > 0 ? list : undefined}
        onChange={change}
      />
      {seen.length > 0 && (
        <datalist id={list}>
          {seen.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}
