import { SelectField } from "../parts/SelectField";
import { TextField } from "../parts/TextField";
import { type IndexDraft, type KeyPart, PROJECTIONS } from "./draft";
import { KeyPartsField } from "./KeyPartsField";
import { includedProblem, nameProblem } from "./problems";
import { UnitsFields } from "./UnitsFields";

// The keys, projection and units of one index.
export function IndexFields(properties: {
  readonly index: IndexDraft;
  readonly isProvisioned: boolean;
  readonly problemOf: (part: KeyPart) => string;
  readonly onChange: (index: IndexDraft) => void;
}) {
  const { index, isProvisioned, problemOf, onChange } = properties;
  const isLocal = index.kind === "local";
  return (
    <>
      <TextField
        label="Index name"
        mono
        value={index.name}
        error={nameProblem(index.name)}
        onChange={(name) => onChange({ ...index, name })}
      />
      {!isLocal && (
        <KeyPartsField
          label="Partition key"
          parts={index.hash}
          least={1}
          problemOf={problemOf}
          onChange={(hash) => onChange({ ...index, hash })}
        />
      )}
      <KeyPartsField
        label="Sort key"
        parts={index.range}
        least={isLocal ? 1 : 0}
        most={isLocal ? 1 : undefined}
        problemOf={problemOf}
        onChange={(range) => onChange({ ...index, range })}
      />
      <SelectField
        label="Projection"
        value={index.projection}
        choices={PROJECTIONS}
        onChange={(projection) => onChange({ ...index, projection })}
      />
      {index.projection === "INCLUDE" && (
        <TextField
          label="Projected attributes"
          mono
          value={index.included}
          error={includedProblem(index)}
          hint="Names with commas between them. Keys are always there."
          onChange={(included) => onChange({ ...index, included })}
        />
      )}
      {isProvisioned && !isLocal && <UnitsFields of="the index" units={index} onChange={onChange} />}
    </>
  );
}
