import { valueOf } from "../../data/operations/expressions";
import { keyShapeOf } from "../../data/operations/key_attributes";
import { type Input, objectOf } from "../../data/operations/operations";
import type { TableDescription } from "../../data/requests/table_shapes";
import { toWire } from "../../data/values/dynamodb_json";
import type { Value } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { Field } from "../../shared/parts/Field";
import type { Completions } from "./completions";
import style from "./forms.module.css";
import { rawText } from "../../data/expressions/raw_values";
import { ValueField } from "./ValueField";

// The primary key of one item.
export function KeyFields(properties: {
  readonly table: TableDescription | undefined;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly completions: Completions;
}) {
  const { table, input, onChange, completions } = properties;
  const shape = table && keyShapeOf(table);
  if (shape === undefined) {
    return <Field label="Key" control={() => <p className={style.quiet}>Choose a table to see its key.</p>} />;
  }
  const key = objectOf(input["Key"]);
  const change = (name: string, value: Value | undefined) => {
    const { [name]: _, ...rest } = key;
    const attributes = [...shape.partition, ...shape.sort].map((one) => one.name);
    const next = new Map(Object.entries(value === undefined ? rest : { ...rest, [name]: toWire(value) }));
    const sorted = [...next].sort(([a], [b]) => attributes.indexOf(a) - attributes.indexOf(b));
    onChange({ ...input, Key: Object.fromEntries(sorted) });
  };
  return (
    <div className={style.pair}>
      {[...shape.partition, ...shape.sort].map(({ name, type }) => (
        <ValueField
          key={name}
          label={visible(name)}
          type={type}
          value={valueOf(key[name])}
          seen={completions.values.get(name)?.map(rawText)}
          onChange={(value) => change(name, value)}
        />
      ))}
    </div>
  );
}
