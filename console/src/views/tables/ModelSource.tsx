import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import { TextAreaField } from "../../shared/parts/TextAreaField";
import style from "./CreateFromModel.module.css";
import type { ChosenSource } from "./use_model_source";

// An example, the current model or a text that the user pastes.
export function ModelSource({ source }: { readonly source: ChosenSource }) {
  const { kind, setKind, examples, example, setExample, typed, setTyped, hasDraft } = source;
  const kinds = [
    ["example", "An example"],
    ...(hasDraft || kind === "draft" ? [["draft", "The current model"] as const] : []),
    ["text", "A text"],
  ] as const;
  return (
    <div className={style.source}>
      <Choice label="Model" value={kind} choices={kinds} onChange={setKind} />
      {kind === "example" && (
        <div className={style.example}>
          <SelectField
            label="Example"
            value={example}
            choices={examples.map(({ name }) => [name, name] as const)}
            onChange={setExample}
          />
        </div>
      )}
      {kind === "text" && (
        <TextAreaField
          label="Text of the model"
          mono
          value={typed}
          onChange={setTyped}
          hint="It begins with “model NAME”. The page Model opens files of other kinds."
        />
      )}
      {kind === "draft" && !hasDraft && <p>There is no current model. The page Model begins one.</p>}
    </div>
  );
}
