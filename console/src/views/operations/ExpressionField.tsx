import { type ReactNode, useId } from "react";

import { type ExpressionMember, typedExpression, withExpression } from "../../data/operations/expressions";
import type { Input } from "../../data/operations/operations";
import { TextField } from "../../shared/parts/TextField";
import { type Completions, completed } from "./completions";
import { useTyped } from "./field_problems";

// An expression as users type it: status = "OPEN". Placeholders come and go by themselves.
export function ExpressionField(properties: {
  readonly label: string;
  readonly member: ExpressionMember;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly completions: Completions;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
}) {
  const { label, member, input, onChange, completions, placeholder, hint } = properties;
  const list = useId();
  const { text, problem, change } = useTyped(typedExpression(input, member), (typed) => {
    const next = withExpression(input, member, typed);
    onChange(next);
    return typedExpression(next, member);
  });
  return (
    <>
      <TextField {...{ label, placeholder, hint, list }} mono value={text} error={problem} onChange={change} />
      <datalist id={list}>
        {completed(text, completions).map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}
