import { useContext, useMemo } from "react";

import type { SimulationResult } from "../../data/requests/job_shapes";
import { Chart } from "../../shared/chart/Chart";
import { Text } from "../../shared/parts/Text";
import { chartOf, withoutFarCapacity } from "./chart_of";
import { findingOf } from "./findings";
import { Heat } from "./Heat";
import { RunName } from "./run_name";
import style from "./SimulationView.module.css";
import type { Shown } from "./use_shown";

// The course of one table or index over the time: a sentence, a chart and a map of its partitions.
export function Course({ result, shown }: { readonly result: SimulationResult; readonly shown: Shown }) {
  const { access } = shown;
  const name = useContext(RunName);
  const resource = result.series.resources.find((one) => one.name === shown.resource);
  const whole = useMemo(() => resource && chartOf(result, resource, access), [result, resource, access]);
  if (resource === undefined || whole === undefined) return <p>This run has no table or index of that name.</p>;
  const chart = withoutFarCapacity(whole);
  const isThrottled = resource[access].throttled.some((units) => units > 0);
  const title = `${name}${resource.name}: ${access} units a second`;
  return (
    <div className={style.course}>
      <p className={`${style.finding} ${isThrottled ? style.bad : ""}`}>
        <Text value={findingOf(result, resource, access)} />
      </p>
      <Chart title={title} data={chart} sync="simulation">
        {chart !== whole && <p className={style.quiet}>Its capacity is far above the traffic and not drawn.</p>}
      </Chart>
      <Heat result={result} resource={resource} access={access} />
    </div>
  );
}
