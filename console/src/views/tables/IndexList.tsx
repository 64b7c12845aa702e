import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { type Draft, emptyIndex, emptyPart, type IndexDraft } from "../../shared/table_forms/draft";
import style from "./IndexList.module.css";
import { IndexFields } from "../../shared/table_forms/IndexFields";
import { typeProblem } from "../../shared/table_forms/problems";

const KINDS = [
  ["global", "Global"],
  ["local", "Local"],
] as const;

// The indexes of a new table. Local ones can only be created with their table.
export function IndexList(properties: { readonly draft: Draft; readonly onChange: (indexes: readonly IndexDraft[]) => void }) {
  const { draft, onChange } = properties;
  const { indexes } = draft;
  return (
    <>
      {indexes.map((index, at) => (
        <fieldset key={at} className={style.index}>
          <legend className={style.legend}>Index {at + 1}</legend>
          <div className={style.head}>
            <Choice
              label="Kind of index"
              hideLabel
              value={index.kind}
              choices={KINDS}
              onChange={(kind) => onChange(indexes.with(at, ofKind(index, kind)))}
            />
            <Button kind="quiet" onClick={() => onChange(indexes.toSpliced(at, 1))} aria-label={`Remove index ${index.name}`}>
              Remove
            </Button>
          </div>
          <IndexFields
            index={index}
            isProvisioned={draft.billing === "PROVISIONED"}
            problemOf={(part) => typeProblem(draft, part)}
            onChange={(next) => onChange(indexes.with(at, next))}
          />
        </fieldset>
      ))}
      <div>
        <Button onClick={() => onChange([...indexes, emptyIndex(`GSI${indexes.length + 1}`)])}>Add index</Button>
      </div>
    </>
  );
}

const ofKind = (index: IndexDraft, kind: IndexDraft["kind"]): IndexDraft =>
  kind === "local" ? { ...index, kind, range: [index.range[0] ?? emptyPart()] } : { ...index, kind };
