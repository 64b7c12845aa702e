import { useMemo } from "react";

import type { Alarm } from "../../data/requests/alarms";
import { rateText } from "../../data/values/amounts";
import { Chart } from "../../shared/chart/Chart";
import { Waiting } from "../../shared/parts/Waiting";
import { historyOfHeat } from "./history";
import type { Sources } from "./levels";
import { UnitCharts } from "./UnitCharts";
import { useLeft } from "./use_left";

// The last ten minutes by the second, from the heat. Units left are known since the page was opened.
export function LiveCharts(properties: Sources & { readonly alarms: readonly Alarm[] | undefined }) {
  const { table, index, heat, scaling, alarms } = properties;
  const history = useMemo(() => heat && historyOfHeat(heat), [heat]);
  const left = useLeft(heat);
  if (heat === undefined || history === undefined) return <Waiting label="Reading the last ten minutes" />;
  const leftChart = {
    times: left.map(({ time }) => time),
    series: [
      { name: "Reads", kind: "line", colour: "entity-1", values: left.map(({ read }) => read) },
      { name: "Writes", kind: "line", colour: "entity-2", values: left.map(({ write }) => write) },
    ],
    from: history.from,
    to: history.to,
    valueText: rateText,
  } as const;
  return (
    <>
      <UnitCharts history={history} sources={{ table, index, heat, scaling }} alarms={alarms} />
      <Chart title="Units left of the burst or ceiling" data={leftChart} sync="capacity" />
    </>
  );
}
