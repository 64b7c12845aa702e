import { useState } from "react";

import { timeText } from "../picture/ticks";
import { Button } from "../parts/Button";
import { Text } from "../parts/Text";
import style from "./Chart.module.css";
import { type ChartData, shownValue } from "./chart_data";

const ROWS_FIRST = 120;

// The chart for those who do not see it: a row for each time, the latest first.
export function ChartTable({ title, data }: { readonly title: string; readonly data: ChartData }) {
  const [all, setAll] = useState(false);
  const shown = data.times.map((time, at) => ({ time, at })).filter(({ time }) => time >= data.from && time <= data.to);
  const rows = shown.reverse().slice(0, all ? undefined : ROWS_FIRST);
  const markAt = new Map(rows.map(({ time }, n) => [time, marksBetween(data, time, rows[n - 1]?.time ?? Infinity)]));
  return (
    <>
      <div className={style.scroll} tabIndex={0} role="region" aria-label={`${title} as a table`}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {data.series.map(({ name }) => (
                <th key={name} scope="col">
                  <Text value={name} />
                </th>
              ))}
              {(data.marks?.length ?? 0) > 0 && <th scope="col">Marks</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, at }) => (
              <tr key={time}>
                <th scope="row">{timeText(time)}</th>
                {data.series.map((series) => (
                  <td key={series.name}>{shownValue(data, series, at)}</td>
                ))}
                {(data.marks?.length ?? 0) > 0 && (
                  <td>
                    <Text value={markAt.get(time) ?? ""} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && shown.length > ROWS_FIRST && <Button onClick={() => setAll(true)}>Show all {shown.length} times</Button>}
    </>
  );
}

const marksBetween = (data: ChartData, from: number, to: number): string =>
  (data.marks ?? [])
    .filter(({ at }) => at >= from && at < to)
    .map(({ label }) => label)
    .join("; ");
