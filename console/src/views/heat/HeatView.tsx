import { useMemo } from "react";

import { isMissing } from "../../data/requests/failure";
import type { TableDescription } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { useHeat } from "../../shared/live/heat_queries";
import { useTable } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { schemaOf } from "./cell_requests";
import { HeatControls } from "./HeatControls";
import { rangeOf, spanOf, timesToRead } from "./heat_place";
import { withKeyOrder } from "./heat_rows";
import { HeatStage } from "./HeatStage";

// Where the traffic of a table or an index goes: a map of its partitions or keys over time.
export default function HeatView({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  if (isMissing(error)) return <MissingTable name={name} />;
  return (
    <TablePlace name={name}>
      {table === undefined && (error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />)}
      {table !== undefined && <Heat table={table} />}
    </TablePlace>
  );
}

function Heat({ table }: { readonly table: TableDescription }) {
  const [index] = useParameter("index");
  const [from] = useParameter("from");
  const [to] = useParameter("to");
  const [span] = useParameter("span");
  const range = rangeOf(from, to);
  const heat = useHeat(table.TableName, index === "" ? undefined : index, timesToRead(range, spanOf(span)));
  const schema = schemaOf(table, heat.data?.index);
  const ordered = useMemo(() => heat.data && withKeyOrder(heat.data, schema), [heat.data, schema]);
  return (
    <>
      <HeatControls table={table} heat={heat.data} range={range} />
      <ErrorNote error={heat.error} />
      {heat.isPending && <Waiting label="Reading the heat" />}
      {ordered !== undefined && <HeatStage table={table} heat={ordered} range={range} />}
    </>
  );
}
