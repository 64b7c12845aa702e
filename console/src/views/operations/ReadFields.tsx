import { inOrder, withExpression } from "../../data/operations/expressions";
import { indexesOf, indexNameOf, keyShapeOf } from "../../data/operations/key_attributes";
import type { Input } from "../../data/operations/operations";
import type { TableDescription } from "../../data/requests/table_shapes";
import { visible } from "../../data/values/visible";
import { Button } from "../../shared/parts/Button";
import { Checkbox } from "../../shared/parts/Checkbox";
import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import type { Completions } from "./completions";
import { ExpressionField } from "./ExpressionField";
import style from "./forms.module.css";
import { KeyConditionFields } from "./KeyConditionFields";
import { NumberField } from "./NumberField";

interface Properties {
  readonly table: TableDescription | undefined;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly completions: Completions;
}

// A Query or a Scan.
export function ReadFields(properties: Properties & { readonly isQuery: boolean }) {
  const { table, input, onChange, completions, isQuery } = properties;
  const shape = table && keyShapeOf(table, indexNameOf(input));
  return (
    <div className={style.stack}>
      <IndexField {...properties} />
      {isQuery && shape !== undefined && <KeyConditionFields key={indexNameOf(input)} {...{ shape, input, onChange, completions }} />}
      <ExpressionField
        label="Filter"
        member="FilterExpression"
        placeholder='status = "OPEN" AND total > 100'
        hint="Items that a filter drops are read and paid for."
        {...{ input, onChange, completions }}
      />
      <ExpressionField label="Attributes" member="ProjectionExpression" placeholder="all" {...{ input, onChange, completions }} />
      <div className={isQuery ? style.numbers : style.three}>
        <NumberField label="Limit of items read" member="Limit" placeholder="none" {...{ input, onChange }} />
        {isQuery ? <OrderChoice {...properties} /> : <Segments {...properties} />}
      </div>
      <ConsistentCheckbox {...{ input, onChange }} />
      {input["ExclusiveStartKey"] !== undefined && (
        <p className={style.quiet}>
          The request begins behind a key of an earlier page.{" "}
          <Button onClick={() => onChange(inOrder({ ...input, ExclusiveStartKey: undefined }))}>Begin at the start</Button>
        </p>
      )}
    </div>
  );
}

// Another index has another key, so the key condition begins anew.
function IndexField({ table, input, onChange, isQuery }: Properties & { readonly isQuery: boolean }) {
  const name = indexNameOf(input);
  const indexes = table === undefined ? [] : indexesOf(table).map((one) => one.IndexName);
  const choices: (readonly [string, string])[] = [["", "The table"], ...indexes.map((one) => [one, one] as const)];
  if (name !== "" && !indexes.includes(name)) choices.push([name, `${visible(name)} (the table lacks it)`]);
  const choose = (index: string) => {
    const cleared = isQuery ? withExpression(input, "KeyConditionExpression", "") : input;
    onChange(inOrder({ ...cleared, IndexName: index === "" ? undefined : index, ExclusiveStartKey: undefined }));
  };
  return <SelectField label="Read" value={name} choices={choices} onChange={choose} />;
}

const OrderChoice = ({ input, onChange }: Properties) => (
  <Choice
    label="Order"
    value={input["ScanIndexForward"] === false ? "down" : "up"}
    choices={[
      ["up", "Ascending"],
      ["down", "Descending"],
    ]}
    onChange={(order) => onChange(inOrder({ ...input, ScanIndexForward: order === "down" ? false : undefined }))}
  />
);

const Segments = ({ input, onChange }: Properties) => (
  <>
    <NumberField label="Segment" member="Segment" placeholder="none" {...{ input, onChange }} />
    <NumberField label="Of segments" member="TotalSegments" placeholder="none" {...{ input, onChange }} />
  </>
);

export const ConsistentCheckbox = ({ input, onChange }: Pick<Properties, "input" | "onChange">) => (
  <Checkbox
    checked={input["ConsistentRead"] === true}
    onChange={(isConsistent) => onChange(inOrder({ ...input, ConsistentRead: isConsistent || undefined }))}
  >
    Strongly consistent: twice the units
  </Checkbox>
);
