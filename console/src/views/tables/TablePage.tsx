import { isMissing } from "../../data/requests/failure";
import { useParameter } from "../../shared/address";
import { useTable } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { Page } from "../../shared/parts/Page";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { DeleteDialog } from "./DeleteDialog";
import { EmptyDialog } from "./EmptyDialog";
import { Indexes } from "./Indexes";
import { TableFacts } from "./TableFacts";
import { TableSettings } from "./TableSettings";

// One table: its facts, its settings and its indexes.
export default function TablePage({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  const [dialog, openDialog] = useParameter("do");
  const close = () => openDialog("");
  if (isMissing(error)) return <MissingTable name={name} />;
  if (table === undefined) {
    return (
      <Page title={name}>{error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />}</Page>
    );
  }
  return (
    <TablePlace
      name={name}
      actions={
        <>
          <Button onClick={() => openDialog("empty", { replace: false })}>Empty table</Button>
          <Button kind="danger" onClick={() => openDialog("delete", { replace: false })}>
            Delete table
          </Button>
        </>
      }
    >
      <TableFacts table={table} />
      <TableSettings table={table} />
      <Indexes table={table} />
      {dialog === "delete" && <DeleteDialog table={table} close={close} />}
      {dialog === "empty" && <EmptyDialog table={table} close={close} />}
    </TablePlace>
  );
}
