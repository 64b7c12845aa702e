import { useParameter } from "../../shared/address";
import { useBillOf } from "../../shared/live/bill_queries";
import { Button } from "../../shared/parts/Button";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Page } from "../../shared/parts/Page";
import { Waiting } from "../../shared/parts/Waiting";
import type { Bill } from "../../data/requests/bill_shapes";
import { saveBlob } from "../../shared/save_blob";
import { BarTable } from "./BarTable";
import { BillControls } from "./BillControls";
import { BillHead } from "./BillHead";
import { Comparison } from "./Comparison";
import { operationGroups, tableGroups } from "./groups";
import { Patterns } from "./Patterns";
import { ResetDialog } from "./ResetDialog";
import { TablePlans } from "./TablePlans";
import { useTerms } from "./terms";

const PLANS_MAX = 3; // tables with their ways to pay; the most expensive come first

// The price of the counted traffic on AWS for a month, its causes, and other ways to pay.
export default function BillView() {
  const terms = useTerms();
  const bill = useBillOf(terms);
  const [dialog, openDialog] = useParameter("do");
  return (
    <Page
      title="Bill"
      actions={
        <>
          {bill.data !== undefined && <Button onClick={() => saveFile(bill.data)}>Save as file</Button>}
          <Button kind="danger" onClick={() => openDialog("reset", { replace: false })}>
            Reset
          </Button>
        </>
      }
    >
      <BillControls bill={bill.data} />
      <ErrorNote error={bill.error} />
      {bill.isPending && <Waiting label="Reading the bill" />}
      {bill.data !== undefined && <Content bill={bill.data} />}
      {dialog === "reset" && <ResetDialog close={() => openDialog("")} />}
    </Page>
  );
}

const saveFile = (bill: Bill): void =>
  saveBlob(new Blob([JSON.stringify(bill)], { type: "application/json" }), `bill-${bill.until.slice(0, 10)}.json`);

function Content({ bill }: { readonly bill: Bill }) {
  const [, openTable] = useParameter("table");
  const isEmpty = bill.lines.length === 0;
  return (
    <>
      <BillHead bill={bill} />
      {isEmpty && (
        <Empty title="Nothing was counted yet">
          <p>The bill counts every unit, stored byte and stream read since {bill.since.slice(0, 19).replace("T", " ")} UTC. Send requests, and they appear here.</p>
          <LinkButton to="/tables">Go to the tables</LinkButton>
        </Empty>
      )}
      {!isEmpty && (
        <>
          <BarTable title="Tables and indexes" groups={tableGroups(bill)} all={bill.dollars} open={openTable} />
          <BarTable title="Operations" groups={operationGroups(bill)} all={bill.dollars} />
          <Patterns bill={bill} />
          {bill.tables.slice(0, PLANS_MAX).map((table) => (
            <TablePlans key={table.table} table={table} bill={bill} />
          ))}
          {bill.tables.length > PLANS_MAX && <p>Choose a table above for the ways to pay for one of the other {bill.tables.length - PLANS_MAX}.</p>}
        </>
      )}
      <Comparison bill={bill} />
    </>
  );
}
