import { valueOf } from "../../data/operations/expressions";
import { keyShapeOf } from "../../data/operations/key_attributes";
import { type Input, objectOf } from "../../data/operations/operations";
import type { TableDescription } from "../../data/requests/table_shapes";
import { toWireItem } from "../../data/values/dynamodb_json";
import { type Value, type ValueType } from "../../data/values/value";
import { plural } from "../../data/values/amounts";
import { visible } from "../../data/values/visible";
import { Button } from "../../shared/parts/Button";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";
import { Text } from "../../shared/parts/Text";
import type { Completions } from "./completions";
import { useTyped } from "./field_problems";
import style from "./forms.module.css";
import { firstValue, rawText, VALUE_TYPES } from "../../data/expressions/raw_values";
import { ValueField } from "./ValueField";

const SHOWN_MAX = 100; // of the attributes, which have three fields each

// The attributes of an item that a request puts. Key attributes come first and have their types.
export function ItemFields(properties: {
  readonly table: TableDescription | undefined;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly completions: Completions;
}) {
  const { table, input, onChange, completions } = properties;
  const wire = objectOf(input["Item"]);
  const values = new Map(Object.entries(wire).map(([name, one]) => [name, valueOf(one)] as const));
  const shape = table && keyShapeOf(table);
  const keys = shape === undefined ? [] : [...shape.partition, ...shape.sort];
  const others = [...values].filter(([name]) => !keys.some((key) => key.name === name));
  const unreadable = others.filter(([, value]) => value === undefined);

  const write = (entries: readonly (readonly [string, Value | undefined])[]) => {
    const full = entries.filter((entry): entry is [string, Value] => entry[1] !== undefined);
    const order = new Map([...keys.map(({ name }) => name), ...full.map(([name]) => name)].map((name, at) => [name, at]));
    full.sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    onChange({ ...input, Item: toWireItem(new Map(full)) });
  };
  const setValue = (name: string, value: Value | undefined) => write([...new Map([...values, [name, value]])]);
  const rename = (from: string, to: string) =>
    write([...values].map(([name, value]) => [name === from ? to : name, value] as const));
  const freeName = () => {
    for (let at = 1; ; at++) if (!values.has(`attribute${at}`)) return `attribute${at}`;
  };

  return (
    <div className={style.stack}>
      <div className={style.pair}>
        {keys.map(({ name, type }) => (
          <ValueField
            key={name}
            label={visible(name)}
            type={type}
            value={values.get(name)}
            seen={completions.values.get(name)?.map(rawText)}
            onChange={(value) => setValue(name, value)}
          />
        ))}
      </div>
      {unreadable.length > 0 && (
        <p className={style.warning}>
          <Text value={unreadable.map(([name]) => name).join(", ")} /> cannot be read as values of DynamoDB. Correct the
          JSON.
        </p>
      )}
      {others.slice(0, SHOWN_MAX).map(
        ([name, value], at) =>
          value !== undefined && (
            <AttributeRow
              key={at}
              number={at + 1}
              name={name}
              value={value}
              taken={[...values.keys()]}
              onName={(next) => rename(name, next)}
              onValue={(next) => setValue(name, next)}
            />
          ),
      )}
      {others.length > SHOWN_MAX && (
        <p className={style.quiet}>{plural(others.length - SHOWN_MAX, "further attribute")} in the JSON.</p>
      )}
      <div>
        <Button onClick={() => setValue(freeName(), { type: "S", value: "" })}>Add attribute</Button>
      </div>
    </div>
  );
}

function AttributeRow(properties: {
  readonly number: number;
  readonly name: string;
  readonly value: Value;
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onValue: (value: Value | undefined) => void;
}) {
  const { number, name, value, taken, onName, onValue } = properties;
  const typed = useTyped(name, (text) => {
    if (text === "") throw new Error("An attribute has a name.");
    if (text !== name && taken.includes(text)) throw new Error("The item has this attribute already.");
    onName(text);
    return text;
  });
  return (
    <div className={style.attribute}>
      <TextField label={`Name ${number}`} mono hideLabel value={typed.text} error={typed.problem} onChange={typed.change} />
      <SelectField<ValueType>
        label={`Type of ${visible(name)}`}
        hideLabel
        value={value.type}
        choices={VALUE_TYPES}
        onChange={(type) => onValue(firstValue(type))}
      />
      <ValueField
        key={value.type}
        label={`Value of ${visible(name)}`}
        hideLabel
        isFull
        type={value.type}
        value={value}
        onChange={onValue}
      />
      <Button kind="quiet" aria-label={`Remove ${visible(name)}`} onClick={() => onValue(undefined)}>
        Remove
      </Button>
    </div>
  );
}
