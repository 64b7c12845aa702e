import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";

import { visible } from "../../data/values/visible";
import { useColours } from "../picture/colours";
import { SaveButtons } from "../picture/SaveButtons";
import { timeText } from "../picture/ticks";
import { Button } from "../parts/Button";
import hiding from "../parts/hidden.module.css";
import style from "./Chart.module.css";
import { type ChartData, shownValue } from "./chart_data";
import { ChartLegend } from "./ChartLegend";
import { chartSvg } from "./chart_svg";
import { ChartTable } from "./ChartTable";
import { usePlot } from "./use_plot";

const HEIGHT = 190;
const FILE_SIZE = { width: 960, height: 360 };

// A chart of time series with its title, legend, marks, files and a table. Charts with the same `sync`
// share their cursor. A drag over the plot calls `onRange`.
export function Chart(properties: {
  readonly title: string;
  readonly data: ChartData;
  readonly height?: number;
  readonly sync?: string;
  readonly onRange?: (from: number, to: number) => void;
  readonly children?: ReactNode; // a note below the title
}) {
  const { title, data, height = HEIGHT, sync, onRange, children } = properties;
  const [isTable, setIsTable] = useState(false);
  const [at, setAt] = useState<number>();
  const colours = useColours();
  return (
    <section className={style.chart} aria-label={visible(title)}>
      <header className={style.head}>
        <h2>{visible(title)}</h2>
        <div className={style.actions}>
          <Button kind="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            As table
          </Button>
          <SaveButtons title={visible(title)} draw={() => chartSvg(title, data, FILE_SIZE, colours)} />
        </div>
      </header>
      {children}
      <ChartLegend data={data} at={at} />
      {isTable ? <ChartTable title={title} data={data} /> : <Plot {...{ title, data, height, sync, onRange, at, setAt, colours }} />}
    </section>
  );
}

function Plot(properties: {
  readonly title: string;
  readonly data: ChartData;
  readonly height: number;
  readonly sync: string | undefined;
  readonly onRange: ((from: number, to: number) => void) | undefined;
  readonly at: number | undefined;
  readonly setAt: (at: number | undefined) => void;
  readonly colours: ReturnType<typeof useColours>;
}) {
  const { title, data, height, sync, onRange, at, setAt, colours } = properties;
  const box = useRef<HTMLDivElement>(null);
  const plot = usePlot(box, data, height, colours, { onCursor: setAt, onRange }, sync);
  const move = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at ?? data.times.length, data.times.length);
    const time = next === undefined ? undefined : data.times[next];
    if (time === undefined || plot.current === undefined) return;
    event.preventDefault();
    plot.current.setCursor({ left: plot.current.valToPos(time, "x"), top: 0 });
  };
  const label = `${visible(title)}: a chart. The arrow keys read its values; “As table” lists them.`;
  return (
    <>
      <div ref={box} className={style.plot} style={{ height }} role="application" aria-label={label} tabIndex={0} onKeyDown={move} />
      <p className={hiding.hidden} aria-live="polite">
        {at === undefined ? "" : cursorText(data, at)}
      </p>
    </>
  );
}

const nextIndex = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(count - 1, at + 1), Home: 0, End: count - 1 })[key];

function cursorText(data: ChartData, at: number): string {
  const time = data.times[at];
  if (time === undefined) return "";
  const values = data.series.map((series) => `${visible(series.name)} ${shownValue(data, series, at)}`);
  return `${timeText(time)}: ${values.join(", ")}`;
}
