import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import style from "./SimulationView.module.css";
import type { Shown } from "./use_shown";

// Chooses the table or index, and reads or writes.
export function PlaceChooser({ shown }: { readonly shown: Shown }) {
  return (
    <div className={style.place}>
      <SelectField
        label="Table or index"
        value={shown.resource}
        choices={shown.resources.map((name) => [name, name] as const)}
        onChange={shown.setResource}
      />
      <Choice
        label="Requests"
        value={shown.access}
        choices={[
          ["read", "Reads"],
          ["write", "Writes"],
        ]}
        onChange={shown.setAccess}
      />
    </div>
  );
}
