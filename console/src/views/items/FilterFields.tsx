import { FILTER_OPS, takesValue } from "../../data/requests/filter";
import { Button } from "../../shared/parts/Button";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";
import { type FilterDraft, NEW_FILTER } from "./narrow_draft";
import style from "./NarrowForm.module.css";
import { TYPED, typedProblem } from "./typed_value";

// Conditions beyond the key. All of them hold for each item that is shown.
export function FilterFields(properties: {
  readonly filter: readonly FilterDraft[];
  readonly onChange: (filter: readonly FilterDraft[]) => void;
}) {
  const { filter, onChange } = properties;
  if (filter.length === 0) return null;
  const change = (at: number, changes: Partial<FilterDraft>) =>
    onChange(filter.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  return (
    <fieldset className={style.filter}>
      <legend>Filter: DynamoDB reads the items of the key, and then discards those that do not meet it</legend>
      {filter.map((one, at) => (
        <div key={at} className={style.line}>
          <TextField label={`Attribute ${at + 1}`} mono value={one.attribute} onChange={(attribute) => change(at, { attribute })} />
          <SelectField label={`Condition ${at + 1}`} value={one.op} choices={FILTER_OPS} onChange={(op) => change(at, { op })} />
          {takesValue(one.op) && (
            <>
              <SelectField label={`Type ${at + 1}`} value={one.type} choices={TYPED} onChange={(type) => change(at, { type })} />
              <TextField
                label={`Value ${at + 1}`}
                mono
                value={one.value}
                error={typedProblem(one.type, one.value)}
                onChange={(value) => change(at, { value })}
              />
            </>
          )}
          {one.op === "between" && (
            <TextField
              label={`Value ${at + 1} up to`}
              mono
              value={one.end}
              error={typedProblem(one.type, one.end)}
              onChange={(end) => change(at, { end })}
            />
          )}
          <div className={style.buttons}>
            <Button kind="quiet" onClick={() => onChange(filter.filter((_, index) => index !== at))}>
              Remove
            </Button>
            {at === filter.length - 1 && <Button onClick={() => onChange([...filter, NEW_FILTER])}>And</Button>}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
