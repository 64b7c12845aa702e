import { Button } from "../parts/Button";
import { emptyPart, type KeyPart } from "./draft";
import { KeyPartField } from "./KeyPartField";
import { partProblem } from "./problems";

export const KEY_PARTS_MAX = 4; // DynamoDB's bound for each side of an index's key

// One side of an index's key, which several attributes may make together.
export function KeyPartsField(properties: {
  readonly label: string; // such as "Partition key"
  readonly parts: readonly KeyPart[];
  readonly least: number;
  readonly most?: number;
  readonly problemOf: (part: KeyPart) => string;
  readonly onChange: (parts: readonly KeyPart[]) => void;
}) {
  const { label, parts, least, most = KEY_PARTS_MAX, problemOf, onChange } = properties;
  const nameOf = (at: number) => (parts.length > 1 ? `${label} ${at + 1}` : label);
  return (
    <>
      {parts.map((part, at) => (
        <KeyPartField
          key={at}
          label={nameOf(at)}
          part={part}
          error={partProblem(part.name) || problemOf(part)}
          onChange={(next) => onChange(parts.with(at, next))}
          onRemove={parts.length > least ? () => onChange(parts.toSpliced(at, 1)) : undefined}
        />
      ))}
      {parts.length < most && (
        <div>
          <Button onClick={() => onChange([...parts, emptyPart()])}>
            {parts.length === 0 ? `Add a ${label.toLowerCase()}` : `Add an attribute to the ${label.toLowerCase()}`}
          </Button>
        </div>
      )}
    </>
  );
}
