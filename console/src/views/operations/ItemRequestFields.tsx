import { inOrder } from "../../data/operations/expressions";
import type { Input } from "../../data/operations/operations";
import type { PartKind } from "../../data/operations/parts";
import type { TableDescription } from "../../data/requests/table_shapes";
import { SelectField } from "../../shared/parts/SelectField";
import type { Completions } from "./completions";
import { ExpressionField } from "./ExpressionField";
import style from "./forms.module.css";
import { ItemFields } from "./ItemFields";
import { KeyFields } from "./KeyFields";
import { ConsistentCheckbox } from "./ReadFields";

// Where the request on one item stands: alone, in a batch or in a transaction. Each place takes
// other parameters.
export type Holder = "alone" | "batch" | "transaction";

const RETURNED: { readonly [kind in PartKind]?: readonly string[] } = {
  Put: ["NONE", "ALL_OLD"],
  Delete: ["NONE", "ALL_OLD"],
  Update: ["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"],
};
const RETURNED_TEXTS: { readonly [value: string]: string } = {
  NONE: "Nothing",
  ALL_OLD: "The item before",
  UPDATED_OLD: "Changed attributes, before",
  ALL_NEW: "The item after",
  UPDATED_NEW: "Changed attributes, after",
};

// A request on one item.
export function ItemRequestFields(properties: {
  readonly kind: PartKind;
  readonly holder: Holder;
  readonly table: TableDescription | undefined;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  readonly completions: Completions;
}) {
  const { kind, holder, table, input, onChange, completions } = properties;
  const isWrite = kind !== "Get";
  const given = { input, onChange, completions };
  const returned = RETURNED[kind];
  return (
    <div className={style.stack}>
      {kind === "Put" ? <ItemFields table={table} {...given} /> : <KeyFields table={table} {...given} />}
      {kind === "Update" && (
        <ExpressionField
          label="Update"
          member="UpdateExpression"
          placeholder='SET status = "PAID", total = total + 5 REMOVE note'
          {...given}
        />
      )}
      {isWrite && holder !== "batch" && (
        <ExpressionField label="Condition" member="ConditionExpression" placeholder="attribute_exists(id)" {...given} />
      )}
      {!isWrite && holder !== "batch" && (
        <ExpressionField label="Attributes" member="ProjectionExpression" placeholder="all" {...given} />
      )}
      {!isWrite && holder === "alone" && <ConsistentCheckbox {...{ input, onChange }} />}
      {returned !== undefined && holder === "alone" && (
        <SelectField
          label="Answer with"
          value={typeof input["ReturnValues"] === "string" ? input["ReturnValues"] : "NONE"}
          choices={returned.map((one) => [one, RETURNED_TEXTS[one] ?? one])}
          onChange={(value) => onChange(inOrder({ ...input, ReturnValues: value === "NONE" ? undefined : value }))}
        />
      )}
    </div>
  );
}
