import type { Input } from "../../data/operations/operations";
import { inOrder } from "../../data/operations/expressions";
import { TextField } from "../../shared/parts/TextField";
import { useTyped } from "./field_problems";

const WHOLE = /^\d{1,9}$/;

// A whole number that a request may leave out.
export function NumberField(properties: {
  readonly label: string;
  readonly member: string;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly placeholder?: string;
}) {
  const { label, member, input, onChange, placeholder } = properties;
  const value = input[member];
  const { text, problem, change } = useTyped(value === undefined ? "" : String(value), (typed) => {
    const trimmed = typed.trim();
    if (trimmed !== "" && !WHOLE.test(trimmed)) throw new Error("A whole number is expected.");
    onChange(inOrder({ ...input, [member]: trimmed === "" ? undefined : Number(trimmed) }));
    return trimmed === "" ? "" : String(Number(trimmed));
  });
  return <TextField {...{ label, placeholder }} inputMode="numeric" value={text} error={problem} onChange={change} />;
}
