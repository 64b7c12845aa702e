import { TextField } from "../../shared/parts/TextField";
import type { InputName, Inputs, problemsOf } from "./inputs";
import type { SetInput } from "./use_inputs";

export interface FieldsProperties {
  readonly inputs: Inputs;
  readonly set: SetInput;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly always: boolean; // shows problems before a field was left
}

type Properties = FieldsProperties & { readonly label: string; readonly name: InputName };

// An input that is a number.
export function NumberField({ inputs, set, problems, always, label, name }: Properties) {
  const error = problems[name];
  return <TextField {...{ label, always, error }} inputMode="decimal" value={inputs[name]} onChange={set(name)} />;
}
