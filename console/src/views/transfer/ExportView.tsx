import { isMissing } from "../../data/requests/failure";
import { useTable } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { ExportForm } from "./ExportForm";

// Writes a table, an index, a Query or selected items to a file.
export default function ExportView({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  if (isMissing(error)) return <MissingTable name={name} />;
  return (
    <TablePlace name={name}>
      {table === undefined && (error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />)}
      {table !== undefined && <ExportForm table={table} />}
    </TablePlace>
  );
}
