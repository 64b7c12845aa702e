import { timeText } from "../picture/ticks";
import { Text } from "../parts/Text";
import style from "./Chart.module.css";
import { type ChartData, shownValue } from "./chart_data";

// Names the series, with their values at the cursor or else at the latest time.
export function ChartLegend({ data, at }: { readonly data: ChartData; readonly at: number | undefined }) {
  const shown = at ?? data.times.length - 1;
  const time = data.times[shown];
  return (
    <ul className={style.legend}>
      {data.series.map((series) => (
        <li key={series.name}>
          <span aria-hidden className={`${style.swatch} ${style[series.kind]}`} style={{ color: `var(--${series.colour})` }} />
          <Text value={series.name} /> <span className={style.value}>{shownValue(data, series, shown)}</span>
        </li>
      ))}
      {time !== undefined && <li className={style.time}>{timeText(time)}</li>}
    </ul>
  );
}
