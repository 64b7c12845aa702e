import { useMemo } from "react";

import type { BuiltRequest } from "../../data/operations/operations";
import { textOfInput } from "../../data/operations/request_text";
import { type EntityRows, rowsRequest } from "../../data/operations/row_query";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { ArgumentField, type Texts, valuesOf } from "./ArgumentField";
import style from "./forms.module.css";

// Values for the key of an entity's rows, and the Query for them.
export function RowsForm(properties: {
  readonly rows: EntityRows;
  readonly texts: Texts;
  readonly set: (name: string, text: string) => void;
  readonly onOpen: (request: BuiltRequest) => void;
}) {
  const { rows, texts, set, onOpen } = properties;
  const request = useMemo(() => rowsRequest(rows, valuesOf([...rows.needed, ...rows.possible], texts)), [rows, texts]);
  const fields = [...rows.needed, ...rows.possible];
  return (
    <>
      <div className={style.pair}>
        {fields.map((attribute) => (
          <ArgumentField
            key={attribute.name}
            argument={attribute}
            text={texts[attribute.name] ?? ""}
            onChange={(text) => set(attribute.name, text)}
          />
        ))}
      </div>
      {rows.possible.length > 0 && <p className={style.quiet}>Attributes of the sort key may stay empty, from the last one on.</p>}
      {request !== undefined && <CodeBlock label="Query for the entity" text={textOfInput(request.input)} />}
      <Actions>
        <Button kind="primary" disabled={request === undefined} onClick={() => request && onOpen(request)}>
          Open this Query
        </Button>
        {request === undefined && <span className={style.quiet}>Needs {rows.needed.map(({ name }) => name).join(", ")}</span>}
      </Actions>
    </>
  );
}
