import { isMissing } from "../../data/requests/failure";
import { indexesOf } from "../../data/requests/key_schema";
import type { TableDescription } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { isChanging, useTable } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { Page } from "../../shared/parts/Page";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import { AddIndex } from "../../shared/table_forms/AddIndex";
import { IndexPanel } from "./IndexPanel";
import { IndexTable } from "./IndexTable";
import style from "./Indexes.module.css";

// The indexes of a table, with one of them open.
export default function IndexesView({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  if (isMissing(error)) return <MissingTable name={name} />;
  if (table === undefined) {
    return <Page title={name}>{error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />}</Page>;
  }
  return <IndexesPage table={table} />;
}

function IndexesPage({ table }: { readonly table: TableDescription }) {
  const [chosen] = useParameter("index");
  const [change, setChange] = useParameter("change");
  const indexes = indexesOf(table);
  const index = indexes.find((one) => one.IndexName === chosen) ?? (chosen === "" ? indexes[0] : undefined);
  return (
    <TablePlace
      name={table.TableName}
      actions={
        <Button disabled={isChanging(table)} onClick={() => setChange("index", { replace: false })}>
          Add index
        </Button>
      }
    >
      {change === "index" && <AddIndex heading="h2" table={table} close={() => setChange("")} />}
      {indexes.length === 0 ? <NoIndexes /> : <IndexTable table={table} indexes={indexes} open={index?.IndexName} />}
      {index !== undefined && <IndexPanel key={index.IndexName} table={table} index={index} />}
      {index === undefined && chosen !== "" && (
        <p role="status" className={style.quiet}>
          The table has no index called <code><Text value={chosen} /></code>. It may have been deleted.
        </p>
      )}
    </TablePlace>
  );
}

const NoIndexes = () => (
  <Empty title="This table has no indexes">
    <p>
      A global index answers queries by other keys than the table's. It holds an entry for each item that has all
      attributes of its key, and each write to such an item costs units of the index as well.
    </p>
  </Empty>
);
