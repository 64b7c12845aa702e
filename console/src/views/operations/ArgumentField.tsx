import { valueOfRaw } from "../../data/expressions/raw_values";
import type { ModelAttribute } from "../../data/requests/model_shapes";
import type { Item, Value, ValueType } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";

// Texts of arguments, by name.
export type Texts = { readonly [argument: string]: string };

// The value of one attribute that the model knows.
export function ArgumentField(properties: { readonly argument: ModelAttribute; readonly text: string; readonly onChange: (text: string) => void }) {
  const { argument, text, onChange } = properties;
  const { name, kind, values = [] } = argument;
  if (values.length > 0) {
    const choices: (readonly [string, string])[] = [["", "Choose a value"], ...values.map((one) => [one, visible(one)] as const)];
    return <SelectField label={visible(name)} value={values.includes(text) ? text : ""} choices={choices} onChange={onChange} />;
  }
  return <TextField label={visible(name)} mono placeholder={visible(kind)} value={text} error={problemOf(argument, text)} onChange={onChange} />;
}

function problemOf({ type }: ModelAttribute, text: string): string {
  try {
    if (text !== "") valueOfRaw(type as ValueType, text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// The arguments that have a value.
export function valuesOf(parameters: readonly ModelAttribute[], texts: Texts): Item {
  const given = parameters.filter((one) => (texts[one.name] ?? "") !== "" && problemOf(one, texts[one.name] ?? "") === "");
  return new Map(given.map(({ name, type }): [string, Value] => [name, valueOfRaw(type as ValueType, texts[name] ?? "")]));
}
