import type { TableDescription } from "../../data/requests/table_shapes";
import { updateTable } from "../../data/requests/tables";
import { SettingForm } from "../../shared/table_forms/Setting";

export function ProtectionForm({ table, close }: { readonly table: TableDescription; readonly close: () => void }) {
  const wanted = !table.DeletionProtectionEnabled;
  return (
    <SettingForm
      close={close}
      text={wanted ? "Protect the table" : "Allow deletion"}
      save={(signal) => updateTable(table.TableName, { DeletionProtectionEnabled: wanted }, signal)}
    >
      <p>
        {wanted
          ? "DeleteTable is then refused until the protection ends. Items can still be deleted."
          : "Anyone who may use the server can then delete the table."}
      </p>
    </SettingForm>
  );
}
