import { type RefObject, useEffect, useRef } from "react";
import uPlot from "uplot";

import type { Colours } from "../picture/colours";
import type { ChartData } from "./chart_data";
import { isSameShape, plotData, plotOptions, type PlotCalls } from "./plot_options";

// Keeps a plot within `box`: new values go into the plot that is there; other series, colours and
// heights make a new one.
export function usePlot(
  box: RefObject<HTMLDivElement | null>,
  data: ChartData,
  height: number,
  colours: Colours,
  calls: PlotCalls,
  sync: string | undefined,
): RefObject<uPlot | undefined> {
  const plot = useRef<uPlot>(undefined);
  const shape = useRef(data);
  const latest = useRef({ data, calls });
  if (!isSameShape(shape.current, data)) shape.current = data;
  latest.current = { data, calls };

  useEffect(() => {
    const place = box.current;
    if (place === null) return;
    const size = () => ({ width: Math.max(1, place.clientWidth), height });
    const options = plotOptions(() => latest.current.data, size(), colours, () => latest.current.calls, sync);
    const made = new uPlot(options, plotData(latest.current.data), place);
    plot.current = made;
    const resized = new ResizeObserver(() => made.width !== size().width && made.setSize(size()));
    resized.observe(place);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [box, colours, height, sync, shape.current]);

  useEffect(() => plot.current?.setData(plotData(data)), [data]);
  return plot;
}
