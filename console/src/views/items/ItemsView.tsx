import { isMissing } from "../../data/requests/failure";
import { useTable } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { MissingTable } from "../../shared/parts/MissingTable";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { newItemAddress } from "../../shared/view_addresses";
import { ItemsPage } from "./ItemsPage";

// The items of a table, of an index, or of a Query.
export default function ItemsView({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  if (isMissing(error)) return <MissingTable name={name} />;
  return (
    <TablePlace name={name} fill actions={<LinkButton to={newItemAddress(name)}>New item</LinkButton>}>
      {table === undefined && (error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />)}
      {table !== undefined && <ItemsPage table={table} />}
    </TablePlace>
  );
}
