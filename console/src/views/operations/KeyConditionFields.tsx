import { withExpression } from "../../data/operations/expressions";
import { type KeyAttribute, type KeyShape } from "../../data/operations/key_attributes";
import { COMPARISONS, type Comparison, type KeyTerm, keyTermsOf, typedTerms } from "../../data/operations/key_condition";
import type { Input } from "../../data/operations/operations";
import type { Value } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { SelectField } from "../../shared/parts/SelectField";
import type { Completions } from "./completions";
import { ExpressionField } from "./ExpressionField";
import style from "./forms.module.css";
import { rawText } from "../../data/expressions/raw_values";
import { ValueField } from "./ValueField";

const TEXTS: { readonly [comparison in Comparison]?: string } = { begins_with: "begins with" };
const choicesFor = ({ type }: KeyAttribute): (readonly [Comparison, string])[] =>
  COMPARISONS.filter((one) => one !== "begins_with" || type !== "N").map((one) => [one, TEXTS[one] ?? one]);

// The key condition of a Query, one field for each attribute of the key.
export function KeyConditionFields(properties: {
  readonly shape: KeyShape;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly completions: Completions;
}) {
  const { shape, input, onChange, completions } = properties;
  const terms = keyTermsOf(input);
  const attributes = [...shape.partition, ...shape.sort];
  const fits = terms?.every((term) => attributes.some(({ name, type }) => name === term.attribute && isOf(type, term)));
  if (terms === undefined || !fits) {
    return (
      <ExpressionField
        label="Key condition"
        member="KeyConditionExpression"
        {...{ input, onChange, completions }}
        hint="This condition does not fit the fields of the key, so it is a text."
      />
    );
  }
  const termOf = (name: string) => terms.find((term) => term.attribute === name);
  const write = (name: string, term: KeyTerm | undefined) => {
    const next = attributes.map((one) => (one.name === name ? term : termOf(one.name))).filter((one) => one !== undefined);
    const typed = typedTerms(next);
    if (typed === undefined) throw new Error("The builder cannot write this value. Use the JSON.");
    onChange(withExpression(input, "KeyConditionExpression", typed));
  };
  const last = shape.sort.at(-1)?.name;
  return (
    <div className={style.stack}>
      {attributes.map((attribute) => (
        <TermFields
          key={attribute.name}
          attribute={attribute}
          term={termOf(attribute.name)}
          isEqual={attribute.name !== last}
          seen={completions.values.get(attribute.name)}
          onChange={(term) => write(attribute.name, term)}
        />
      ))}
    </div>
  );
}

const isOf = (type: string, { values }: KeyTerm): boolean => values.every((value) => value.type === type);

// The comparison is kept here while it has no value yet.
function TermFields(properties: {
  readonly attribute: KeyAttribute;
  readonly term: KeyTerm | undefined;
  readonly isEqual: boolean;
  readonly seen: readonly Value[] | undefined;
  readonly onChange: (term: KeyTerm | undefined) => void;
}) {
  const { attribute, term, isEqual, seen, onChange } = properties;
  const { name, type } = attribute;
  const comparison = term?.comparison ?? "=";
  const first = term?.values[0];
  const empty: Value = type === "N" ? { type: "N", value: "0" } : type === "B" ? { type: "B", value: new Uint8Array() } : { type: "S", value: "" };
  const set = (next: Comparison, low: Value | undefined, high: Value | undefined) => {
    const values = low === undefined ? [] : next === "between" ? [low, high ?? low] : [low];
    onChange(low === undefined ? undefined : { attribute: name, comparison: next, values });
  };
  const texts = seen?.map(rawText);
  return (
    <div className={isEqual ? style.stack : style.term}>
      {!isEqual && (
        <SelectField<Comparison>
          label={`${visible(name)} is`}
          value={comparison}
          choices={choicesFor(attribute)}
          onChange={(next) => set(next, first ?? empty, term?.values[1])}
        />
      )}
      <ValueField
        label={comparison === "between" ? `${visible(name)} from` : visible(name)}
        type={type}
        value={first}
        seen={texts}
        onChange={(value) => set(comparison, value, term?.values[1])}
      />
      {comparison === "between" && (
        <ValueField
          label={`${visible(name)} to`}
          type={type}
          isFull
          value={term?.values[1]}
          seen={texts}
          onChange={(value) => set(comparison, first ?? empty, value)}
        />
      )}
    </div>
  );
}
