import type { Alarm } from "../../data/requests/alarms";
import { ACCESSES } from "../../data/requests/capacity_metrics";
import { rateText } from "../../data/values/amounts";
import { Chart } from "../../shared/chart/Chart";
import { useClockMarks } from "../../shared/chart/clock_marks";
import { throttleChart, unitChart } from "./charts";
import style from "./UnitCharts.module.css";
import { type History, throttlesIn } from "./history";
import { levelsOf, type Sources } from "./levels";
import { marksOf } from "./marks";

const TITLES = { read: "Read units a second", write: "Write units a second" } as const;

// Units against their ceilings, and throttles by reason.
export function UnitCharts(properties: {
  readonly history: History;
  readonly sources: Sources;
  readonly alarms: readonly Alarm[] | undefined;
  readonly onRange?: (from: number, to: number) => void;
}) {
  const { history, sources, alarms, onRange } = properties;
  const place = { table: sources.table.TableName, index: sources.index };
  const turns = useClockMarks(history.from, history.to);
  const marks = (access?: "read" | "write") => [
    ...marksOf(place, access, sources.scaling, alarms, history.from, history.to),
    ...turns,
  ];
  const throttled = throttlesIn(history);
  return (
    <>
      {ACCESSES.map((access) => {
        const { data, hidden } = unitChart(history, access, levelsOf(history, access, sources), marks(access));
        return (
          <Chart key={access} title={TITLES[access]} data={data} sync="capacity" onRange={onRange}>
            {hidden.length > 0 && (
              <p className={style.note}>
                Far above what is drawn:{" "}
                {hidden.map(({ name, values }) => `${name} ${rateText(Math.max(...values.map((value) => value ?? 0)))}`).join(", ")}.
              </p>
            )}
          </Chart>
        );
      })}
      {throttled === 0 ? (
        <section aria-label="Throttles">
          <h2>Throttles by reason</h2>
          <p className={style.note}>Nothing was throttled in this time.</p>
        </section>
      ) : (
        <Chart title="Throttles by reason" data={throttleChart(history, marks())} sync="capacity" onRange={onRange} />
      )}
    </>
  );
}
