import { isMissing } from "../../data/requests/failure";
import type { TableDescription } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { useAlarms, useScaling } from "../../shared/live/capacity_queries";
import { useHeat } from "../../shared/live/heat_queries";
import { useTable } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { AlarmList } from "./AlarmList";
import { CapacityControls } from "./CapacityControls";
import { CapacityFacts } from "./CapacityFacts";
import { LIVE } from "./capacity_place";
import style from "./CapacityView.module.css";
import { LiveCharts } from "./LiveCharts";
import { MetricCharts } from "./MetricCharts";
import { ScalingSection } from "./ScalingSection";
import { usePlace } from "./use_place";

// The served units of a table or an index against its capacity.
export default function CapacityView({ name }: { readonly name: string }) {
  const { data: table, error } = useTable(name);
  if (isMissing(error)) return <MissingTable name={name} />;
  return (
    <TablePlace name={name}>
      {table === undefined && (error === null ? <Waiting label="Reading the table" /> : <ErrorNote error={error} />)}
      {table !== undefined && <Capacity table={table} />}
    </TablePlace>
  );
}

const NOW_SPAN = 60; // for the units that are left at this moment

function Capacity({ table }: { readonly table: TableDescription }) {
  const { index, still, span } = usePlace();
  const [, setFrom] = useParameter("from");
  const [, setTo] = useParameter("to");
  const isLive = still === undefined && span === LIVE;
  const heat = useHeat(table.TableName, index, { span: isLive ? Number(LIVE) : NOW_SPAN });
  const scaling = useScaling(table.TableName, index);
  const alarms = useAlarms(table.TableName);
  const narrow = (from: number, to: number) => {
    setFrom(String(Math.floor(from)));
    setTo(String(Math.ceil(to)));
  };
  const shared = { table, index, heat: heat.data, scaling: scaling.data, alarms: alarms.data };
  return (
    <>
      <CapacityControls table={table} />
      <CapacityFacts {...shared} />
      <ErrorNote error={heat.error ?? scaling.error ?? alarms.error} />
      <div className={style.charts}>
        {isLive ? <LiveCharts {...shared} /> : <MetricCharts {...shared} narrow={narrow} />}
      </div>
      <ScalingSection table={table} index={index} scaling={scaling.data} />
      <AlarmList alarms={alarms.data} />
    </>
  );
}
