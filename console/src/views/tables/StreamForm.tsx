import { useState } from "react";

import { streamOf, type StreamView, type TableDescription } from "../../data/requests/table_shapes";
import { updateTable } from "../../data/requests/tables";
import { SelectField } from "../../shared/parts/SelectField";
import { STREAM_VIEWS } from "../../shared/table_forms/draft";
import { SettingForm } from "../../shared/table_forms/Setting";

// DynamoDB changes the view of a stream only by switching the stream off first.
export function StreamForm({ table, close }: { readonly table: TableDescription; readonly close: () => void }) {
  const before: StreamView | "" = streamOf(table) ?? "";
  const [view, setView] = useState<StreamView | "">(before);
  const choices = before === "" ? STREAM_VIEWS : STREAM_VIEWS.filter(([name]) => name === "" || name === before);
  const stream = view === "" ? { StreamEnabled: false } : { StreamEnabled: true, StreamViewType: view };
  return (
    <SettingForm
      close={close}
      ready={view !== before}
      save={(signal) => updateTable(table.TableName, { StreamSpecification: stream }, signal)}
    >
      <SelectField
        label="Records hold"
        value={view}
        choices={choices}
        onChange={setView}
        hint={before === "" ? undefined : "For another view, switch the stream off and on again. That begins a new stream."}
      />
    </SettingForm>
  );
}
