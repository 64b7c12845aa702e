import { Button } from "../parts/Button";
import { SelectField } from "../parts/SelectField";
import { TextField } from "../parts/TextField";
import { KEY_TYPES, type KeyPart } from "./draft";
import style from "./KeyPartField.module.css";

// One key attribute: its name and type.
export function KeyPartField(properties: {
  readonly label: string;
  readonly part: KeyPart;
  readonly error: string;
  readonly hint?: string;
  readonly onChange: (part: KeyPart) => void;
  readonly onRemove?: () => void;
}) {
  const { label, part, error, hint, onChange, onRemove } = properties;
  return (
    <div className={style.part}>
      <TextField
        label={label}
        mono
        value={part.name}
        error={error}
        hint={hint}
        onChange={(name) => onChange({ ...part, name })}
      />
      <SelectField
        label={`Type of ${label.toLowerCase()}`}
        hideLabel
        value={part.type}
        choices={KEY_TYPES}
        onChange={(type) => onChange({ ...part, type })}
      />
      {onRemove && (
        <Button kind="quiet" onClick={onRemove} aria-label={`Remove ${label.toLowerCase()}`}>
          Remove
        </Button>
      )}
    </div>
  );
}
