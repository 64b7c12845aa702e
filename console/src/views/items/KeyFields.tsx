import type { TableDescription } from "../../data/requests/table_shapes";
import { visible } from "../../data/values/visible";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";
import type { KeyCondition } from "../../shared/view_addresses";
import { keyFieldProblem, keyFields, type KeyField, type NarrowDraft } from "./narrow_draft";
import style from "./NarrowForm.module.css";

const CONDITIONS: readonly (readonly [KeyCondition, string])[] = [
  ["=", "="],
  ["begins_with", "begins with"],
  ["between", "between"],
  ["<", "<"],
  ["<=", "≤"],
  [">", ">"],
  [">=", "≥"],
];

const put = (texts: readonly string[], at: number, text: string): string[] => {
  const next = [...texts];
  while (next.length < at) next.push("");
  next[at] = text;
  return next;
};

// One field for each attribute of the key. The condition is about the last attribute of the sort key
// that has a value.
export function KeyFields(properties: {
  readonly table: TableDescription;
  readonly draft: NarrowDraft;
  readonly onChange: (draft: NarrowDraft) => void;
}) {
  const { table, draft, onChange } = properties;
  const { pk, sk } = keyFields(table, draft.index);
  const last = Math.max(0, draft.sk.slice(0, sk.length).findLastIndex((text) => text !== ""));
  const field = (one: KeyField, text: string, change: (text: string) => void, isWanted: boolean, label = visible(one.name)) => (
    <TextField
      key={label}
      label={label}
      mono
      value={text}
      placeholder={one.type === "S" ? "" : one.type === "N" ? "number" : "base64"}
      error={isWanted || text !== "" ? keyFieldProblem(one, text) : ""}
      onChange={change}
    />
  );
  const hasSort = draft.sk.some((text) => text !== "");
  return (
    <>
      {pk.map((one, at) => (
        <div key={one.name} className={style.key}>
          {field(one, draft.pk[at] ?? "", (text) => onChange({ ...draft, pk: put(draft.pk, at, text) }), hasSort)}
        </div>
      ))}
      {sk.map((one, at) => (
        <div key={one.name} className={style.key}>
          {at === last && (
            <SelectField
              label="Condition"
              value={draft.op}
              choices={one.type === "N" ? CONDITIONS.filter(([op]) => op !== "begins_with") : CONDITIONS}
              onChange={(op) => onChange({ ...draft, op })}
            />
          )}
          {field(one, draft.sk[at] ?? "", (text) => onChange({ ...draft, sk: put(draft.sk, at, text) }), false)}
          {at === last &&
            draft.op === "between" &&
            field(one, draft.sk2, (sk2) => onChange({ ...draft, sk2 }), hasSort, `${visible(one.name)} up to`)}
        </div>
      ))}
    </>
  );
}
