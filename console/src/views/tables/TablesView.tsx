import { useState } from "react";

import { useParameter } from "../../shared/address";
import { useBill, useTables, useTraffic } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Page } from "../../shared/parts/Page";
import { SortTable } from "../../shared/parts/SortTable";
import { Waiting } from "../../shared/parts/Waiting";
import { COLUMNS } from "./columns";
import { Starts } from "./Starts";

const ROWS_FIRST = 300; // more rows cost the browser more than a reader gains

export function TablesView() {
  const tables = useTables();
  // The example's table appears in the list before its items are written.
  const [isLoading, setIsLoading] = useState(false);
  if (isLoading || tables.data?.length === 0) return <Starts onLoading={setIsLoading} />;
  return (
    <Page title="Tables" actions={<CreateLinks />}>
      {tables.data === undefined && tables.error !== null && <ErrorNote error={tables.error} />}
      {tables.isPending && <Waiting label="Reading the tables" />}
      {tables.data !== undefined && <TableList tables={tables.data} />}
    </Page>
  );
}

const CreateLinks = () => (
  <>
    <LinkButton to="/create/model">Create from a model</LinkButton>
    <LinkButton to="/create" primary>
      Create table
    </LinkButton>
  </>
);

function TableList({ tables }: { readonly tables: NonNullable<ReturnType<typeof useTables>["data"]> }) {
  const [filter, setFilter] = useParameter("filter");
  const [all, setAll] = useState(false);
  const traffic = useTraffic(tables);
  const bill = useBill();
  const dollars = new Map(bill.data?.tables.map((line) => [line.table, line.dollars]));
  const found = tables.filter((table) => table.TableName.toLowerCase().includes(filter.toLowerCase()));
  if (found.length === 0) {
    return (
      <Empty title="No table has this in its name">
        <Button onClick={() => setFilter("")}>Show all tables</Button>
      </Empty>
    );
  }
  const rows = found.map((table) => ({
    table,
    traffic: traffic.data?.get(table.TableName),
    dollars: bill.data && (dollars.get(table.TableName) ?? 0),
  }));
  return (
    <>
      <SortTable
        label="Tables"
        columns={COLUMNS}
        rows={rows}
        keyOf={(row) => row.table.TableName}
        rowsMax={all ? undefined : ROWS_FIRST}
      />
      {!all && rows.length > ROWS_FIRST && <Button onClick={() => setAll(true)}>Show all {rows.length} tables</Button>}
      <ErrorNote error={traffic.error ?? bill.error} />
    </>
  );
}
