import { visible } from "../../data/values/visible";
import { useTables } from "../../shared/live/queries";
import { SelectField } from "../../shared/parts/SelectField";

// The tables of the server, and the request's own although the server lacks it.
export function TableField({ table, onChange }: { readonly table: string; readonly onChange: (table: string) => void }) {
  const { data: tables = [] } = useTables();
  const names = tables.map((one) => one.TableName);
  const choices: (readonly [string, string])[] = names.map((name) => [name, name]);
  if (!names.includes(table)) choices.unshift([table, table === "" ? "Choose a table" : `${visible(table)} (not on this server)`]);
  return <SelectField label="Table" value={table} choices={choices} onChange={onChange} />;
}
