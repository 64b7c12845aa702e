import { useMemo } from "react";

import { filledRequest } from "../../data/model/fill";
import { type BuiltRequest, operationOf } from "../../data/operations/operations";
import { entityRows } from "../../data/operations/row_query";
import { textOfInput } from "../../data/operations/request_text";
import type { ModelDescription, ModelPattern, ModelRequest } from "../../data/requests/model_shapes";
import type { Item } from "../../data/values/value";
import { visible } from "../../data/values/visible";
import { useParameter } from "../../shared/address";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { ArgumentField, type Texts, valuesOf } from "./ArgumentField";
import style from "./forms.module.css";
import { RowsForm } from "./RowsForm";

// A pattern or the rows of an entity, with values for its arguments: Order[custId, status]. The
// requests follow.
export function PatternForm({ model, onOpen }: { readonly model: ModelDescription; readonly onOpen: (request: BuiltRequest) => void }) {
  const [id, choose] = useParameter("pattern");
  const [inAddress, write] = useParameter("arguments");
  const entities = useMemo(() => entityRows(model), [model]);
  const texts = useMemo(() => textsOf(inAddress), [inAddress]);
  const rows = entities.find((one) => one.id === id) ?? (model.patterns.length === 0 ? entities[0] : undefined);
  const pattern = model.patterns.find((one) => one.id === id) ?? model.patterns[0];
  if (rows === undefined && pattern === undefined) return <p className={style.quiet}>The model has no entities yet.</p>;
  const set = (name: string, text: string) => write(JSON.stringify({ ...texts, [name]: text }));
  const choices = [
    ...model.patterns.map((one) => [one.id, visible(`${one.id}  ${one.text}`)] as const),
    ...entities.map((one) => [one.id, visible(one.text)] as const),
  ];
  return (
    <section className={style.stack} aria-label="A request of the model">
      <SelectField
        label="Pattern or entity"
        value={rows?.id ?? pattern?.id ?? ""}
        choices={choices}
        hint={visible(rows === undefined ? (pattern?.purpose ?? "") : "A Query for the rows of this entity")}
        onChange={(next) => choose(next)}
      />
      {rows !== undefined ? <RowsForm {...{ rows, texts, set, onOpen }} /> : pattern && <Pattern {...{ pattern, texts, set, onOpen }} />}
    </section>
  );
}

interface PatternProperties {
  readonly pattern: ModelPattern;
  readonly texts: Texts;
  readonly set: (name: string, text: string) => void;
  readonly onOpen: (request: BuiltRequest) => void;
}

function Pattern({ pattern, texts, set, onOpen }: PatternProperties) {
  return (
    <>
      <div className={style.pair}>
        {pattern.arguments.map((argument) => (
          <ArgumentField key={argument.name} argument={argument} text={texts[argument.name] ?? ""} onChange={(text) => set(argument.name, text)} />
        ))}
      </div>
      {pattern.reason !== undefined && (
        <p className={style.warning}>
          <Text value={pattern.reason} />
        </p>
      )}
      <Requests {...{ pattern, texts, onOpen }} />
    </>
  );
}

// The address may hold anything.
function textsOf(inAddress: string): Texts {
  try {
    const read: unknown = JSON.parse(inAddress);
    const entries = typeof read === "object" && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(entries.filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}

function Requests({ pattern, texts, onOpen }: Omit<PatternProperties, "set">) {
  const values = useMemo(() => valuesOf(pattern.arguments, texts), [pattern, texts]);
  return pattern.requests.map((request, at) => <Request key={at} {...{ request, values, onOpen }} />);
}

function Request({ request, values, onOpen }: { readonly request: ModelRequest; readonly values: Item; readonly onOpen: (request: BuiltRequest) => void }) {
  const { input, missing } = useMemo(() => filledRequest(request, values), [request, values]);
  const operation = operationOf(request.operation);
  return (
    <>
      <CodeBlock label={`${request.operation} of the pattern`} text={textOfInput(input)} />
      {request.partitions !== undefined && (
        <p className={style.quiet}>The program sends one such request for each of {request.partitions} partition keys.</p>
      )}
      {request.forEachItem === true && <p className={style.quiet}>The program sends it for each item of the request above.</p>}
      <Actions>
        {operation === undefined ? (
          <span className={style.quiet}>A client of DynamoDB sends it.</span>
        ) : (
          <Button kind="primary" disabled={missing.length > 0} onClick={() => onOpen({ operation, input })}>
            Open this {request.operation}
          </Button>
        )}
        {missing.length > 0 && (
          <span className={style.quiet}>
            Needs <Text value={missing.join(", ")} />
          </span>
        )}
      </Actions>
    </>
  );
}
