import { Link } from "wouter";

import { SelectField } from "../../shared/parts/SelectField";
import { modelAddress } from "../../shared/view_addresses";
import style from "./InputsForm.module.css";
import type { ModelText } from "./use_model_text";

// The choice of the simulated model.
export function ModelField({ model }: { readonly model: ModelText }) {
  return (
    <div className={style.model}>
      <SelectField label="Model" value={model.choice} choices={model.choices} onChange={model.choose} />
      <Link href={modelAddress()}>Open the model</Link>
    </div>
  );
}
