import { inOrder } from "../../data/operations/expressions";
import { type BuiltRequest, type Input, type Operation, tableOf } from "../../data/operations/operations";
import { kindsOf, type PartKind } from "../../data/operations/parts";
import { useTables } from "../../shared/live/queries";
import style from "./forms.module.css";
import { ItemRequestFields } from "./ItemRequestFields";
import { PartsFields } from "./PartsFields";
import { ReadFields } from "./ReadFields";
import { TableField } from "./TableField";
import { useCompletions } from "./use_completions";

const KINDS: { readonly [operation in Operation]?: PartKind } = {
  GetItem: "Get",
  PutItem: "Put",
  UpdateItem: "Update",
  DeleteItem: "Delete",
};

// The fields of a request. They change its input, and show what the JSON says.
export function RequestForm({ request, onChange }: { readonly request: BuiltRequest; readonly onChange: (input: Input) => void }) {
  const { operation, input } = request;
  const name = tableOf(request);
  const { data: tables = [] } = useTables();
  const table = tables.find((one) => one.TableName === name);
  const completions = useCompletions(table);
  if (kindsOf(operation).length > 0) return <PartsFields key={operation} {...{ operation, input, onChange }} />;
  const kind = KINDS[operation];
  const given = { table, input, onChange, completions };
  // Fields of another table hold no drafts of this one.
  return (
    <div className={style.stack} key={`${operation} ${name}`}>
      <TableField table={name} onChange={(next) => onChange(inOrder({ ...inputFor(input), TableName: next }))} />
      {kind !== undefined && <ItemRequestFields holder="alone" kind={kind} {...given} />}
      {kind === undefined && <ReadFields isQuery={operation === "Query"} {...given} />}
    </div>
  );
}

// Another table keeps all of this input but the index and the start.
const inputFor = (input: Input): Input => ({ ...input, IndexName: undefined, ExclusiveStartKey: undefined });
