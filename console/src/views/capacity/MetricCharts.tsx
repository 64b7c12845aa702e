import { useMemo } from "react";

import type { Alarm } from "../../data/requests/alarms";
import { useParameter } from "../../shared/address";
import { Chart } from "../../shared/chart/Chart";
import { useClockMarks } from "../../shared/chart/clock_marks";
import { type CapacityMetrics, useCapacityMetrics } from "../../shared/live/capacity_queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { SelectField } from "../../shared/parts/SelectField";
import { Waiting } from "../../shared/parts/Waiting";
import { metricRange } from "./capacity_place";
import { latencyChart, measuredOperations } from "./charts";
import { type History, historyOfMetrics } from "./history";
import type { Sources } from "./levels";
import style from "./MetricCharts.module.css";
import { UnitCharts } from "./UnitCharts";
import { usePlace } from "./use_place";

// The charts by minute, from CloudWatch's metrics.
export function MetricCharts(
  properties: Sources & {
    readonly alarms: readonly Alarm[] | undefined;
    readonly narrow: (from: number, to: number) => void;
  },
) {
  const { table, index, heat, scaling, alarms, narrow } = properties;
  const { still, span } = usePlace();
  const metrics = useCapacityMetrics(table.TableName, index, metricRange(still, span));
  const history = useMemo(() => metrics.data && historyOfMetrics(metrics.data), [metrics.data]);
  if (metrics.data === undefined || history === undefined) {
    return metrics.error === null ? <Waiting label="Reading the metrics" /> : <ErrorNote error={metrics.error} />;
  }
  return (
    <>
      <ErrorNote error={metrics.error} />
      <UnitCharts history={history} sources={{ table, index, heat, scaling }} alarms={alarms} onRange={narrow} />
      <Latency metrics={metrics.data} history={history} onRange={narrow} />
    </>
  );
}

function Latency(properties: {
  readonly metrics: CapacityMetrics;
  readonly history: History;
  readonly onRange: (from: number, to: number) => void;
}) {
  const { metrics, history, onRange } = properties;
  const [chosen, choose] = useParameter("operation");
  const turns = useClockMarks(history.from, history.to);
  const operations = measuredOperations(metrics);
  const operation = operations.includes(chosen) ? chosen : operations[0];
  if (operation === undefined) {
    return (
      <section aria-label="Latency">
        <h2>Latency</h2>
        <p className={style.none}>No request was answered in this time. Latencies are those of the table and its indexes together.</p>
      </section>
    );
  }
  return (
    <Chart title={`Latency of ${operation}`} data={latencyChart(metrics, history, operation, turns)} sync="capacity" onRange={onRange}>
      <div className={style.operation}>
        <SelectField label="Operation" hideLabel value={operation} choices={operations.map((name) => [name, name] as const)} onChange={choose} />
      </div>
    </Chart>
  );
}
