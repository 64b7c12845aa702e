import { type Input, listOf, objectOf, type Operation, textOf } from "../../data/operations/operations";
import {
  emptyPart,
  inputOfParts,
  kindsOf,
  type Part,
  type PartKind,
  partsOf,
  tableSpecsOf,
  withTableSpec,
} from "../../data/operations/parts";
import { inOrder } from "../../data/operations/expressions";
import { plural } from "../../data/values/amounts";
import { useTables } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { ExpressionField } from "./ExpressionField";
import style from "./forms.module.css";
import { ItemRequestFields } from "./ItemRequestFields";
import { ConsistentCheckbox } from "./ReadFields";
import { TableField } from "./TableField";
import { useCompletions } from "./use_completions";

const TEXTS: { readonly [kind in PartKind]: string } = {
  Get: "Get",
  Put: "Put",
  Update: "Update",
  Delete: "Delete",
  ConditionCheck: "Condition check",
};
const SHOWN_MAX = 25; // of the parts, which have many fields each

// The actions of a batch or a transaction.
export function PartsFields(properties: {
  readonly operation: Operation;
  readonly input: Input;
  readonly onChange: (input: Input) => void;
}) {
  const { operation, input, onChange } = properties;
  const parts = partsOf(operation, input);
  const kinds = kindsOf(operation);
  const write = (next: readonly Part[]) => onChange(inputOfParts(operation, next, input));
  const replace = (at: number, part: Part) => write(parts.map((one, other) => (other === at ? part : one)));
  const lastTable = textOf(parts.at(-1)?.input["TableName"]);
  return (
    <div className={style.stack}>
      {parts.length < entriesOf(input) && (
        <p className={style.warning}>Some entries have a form that these fields lack. A change here drops them: use the JSON.</p>
      )}
      {parts.slice(0, SHOWN_MAX).map((part, at) => (
        <PartFields
          key={`${at} ${part.kind}`}
          number={at + 1}
          {...{ operation, part, kinds }}
          onChange={(next) => replace(at, next)}
          onRemove={() => write(parts.filter((_, other) => other !== at))}
        />
      ))}
      {parts.length > SHOWN_MAX && (
        <p className={style.quiet}>{plural(parts.length - SHOWN_MAX, "further entry", "further entries")} in the JSON.</p>
      )}
      {operation === "BatchGetItem" &&
        tableSpecsOf(input).map(([table, spec]) => (
          <TableReadFields key={table} {...{ table, spec }} onChange={(next) => onChange(withTableSpec(input, table, next))} />
        ))}
      <Actions>
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => write([...parts, emptyPart(kind, lastTable)])}>
            Add {TEXTS[kind].toLowerCase()}
          </Button>
        ))}
      </Actions>
    </div>
  );
}

function entriesOf(input: Input): number {
  const specs = Object.values(objectOf(input["RequestItems"]));
  const batched = specs.reduce<number>((sum, spec) => sum + listOf(Array.isArray(spec) ? spec : objectOf(spec)["Keys"]).length, 0);
  return batched + listOf(input["TransactItems"]).length;
}

function PartFields(properties: {
  readonly number: number;
  readonly operation: Operation;
  readonly part: Part;
  readonly kinds: readonly PartKind[];
  readonly onChange: (part: Part) => void;
  readonly onRemove: () => void;
}) {
  const { number, operation, part, kinds, onChange, onRemove } = properties;
  const { kind, input } = part;
  const name = textOf(input["TableName"]);
  const { data: tables = [] } = useTables();
  const table = tables.find((one) => one.TableName === name);
  const completions = useCompletions(table);
  return (
    <fieldset className={style.part}>
      <legend>
        {number}. {TEXTS[kind]}
      </legend>
      <div className={style.pair}>
        {kinds.length > 1 && (
          <SelectField
            label="Action"
            value={kind}
            choices={kinds.map((one) => [one, TEXTS[one]])}
            onChange={(next) => onChange({ kind: next, input: converted(input, next) })}
          />
        )}
        <TableField table={name} onChange={(TableName) => onChange({ kind, input: inOrder({ ...input, TableName }) })} />
      </div>
      <ItemRequestFields
        holder={operation.startsWith("Batch") ? "batch" : "transaction"}
        onChange={(next) => onChange({ kind, input: next })}
        {...{ kind, table, input, completions }}
      />
      <div>
        <Button kind="quiet" onClick={onRemove}>
          Remove entry {number}
        </Button>
      </div>
    </fieldset>
  );
}

// The attributes and the consistency that a batch asks of one table.
function TableReadFields({ table: name, spec, onChange }: { readonly table: string; readonly spec: Input; readonly onChange: (spec: Input) => void }) {
  const { data: tables = [] } = useTables();
  const completions = useCompletions(tables.find((one) => one.TableName === name));
  return (
    <fieldset className={style.part}>
      <legend>
        Every item of <Text value={name} />
      </legend>
      <ExpressionField label="Attributes" member="ProjectionExpression" placeholder="all" input={spec} {...{ onChange, completions }} />
      <ConsistentCheckbox input={spec} onChange={onChange} />
    </fieldset>
  );
}

// Another action keeps the table and the key.
function converted(input: Input, kind: PartKind): Input {
  const held = objectOf(input["Key"] ?? input["Item"]);
  return { TableName: input["TableName"], [kind === "Put" ? "Item" : "Key"]: held };
}
