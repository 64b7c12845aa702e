import { useState } from "react";

import { classOf, type TableDescription } from "../../data/requests/table_shapes";
import { updateTable } from "../../data/requests/tables";
import { SelectField } from "../../shared/parts/SelectField";
import { CLASSES } from "../../shared/table_forms/draft";
import { SettingForm } from "../../shared/table_forms/Setting";

export function ClassForm({ table, close }: { readonly table: TableDescription; readonly close: () => void }) {
  const [wanted, setWanted] = useState(classOf(table));
  return (
    <SettingForm
      close={close}
      ready={wanted !== classOf(table)}
      save={(signal) => updateTable(table.TableName, { TableClass: wanted }, signal)}
    >
      <SelectField
        label="Table class"
        value={wanted}
        choices={CLASSES}
        onChange={setWanted}
        hint="Infrequent access stores for less and reads and writes for more."
      />
    </SettingForm>
  );
}
