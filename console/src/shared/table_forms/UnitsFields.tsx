import { TextField } from "../parts/TextField";
import { unitsProblem } from "./problems";
import style from "./UnitsFields.module.css";

interface TypedUnits {
  readonly readUnits: string;
  readonly writeUnits: string;
}

export function UnitsFields<T extends TypedUnits>(properties: {
  readonly of?: string; // an index's name
  readonly units: T;
  readonly onChange: (units: T) => void;
}) {
  const { of, units, onChange } = properties;
  const suffix = of === undefined ? "" : ` of ${of}`;
  return (
    <div className={style.units}>
      <TextField
        label={`Read units a second${suffix}`}
        inputMode="numeric"
        value={units.readUnits}
        error={unitsProblem(units.readUnits)}
        onChange={(readUnits) => onChange({ ...units, readUnits })}
      />
      <TextField
        label={`Write units a second${suffix}`}
        inputMode="numeric"
        value={units.writeUnits}
        error={unitsProblem(units.writeUnits)}
        onChange={(writeUnits) => onChange({ ...units, writeUnits })}
      />
    </div>
  );
}
