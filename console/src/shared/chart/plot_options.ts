import uPlot from "uplot";

import { visible } from "../../data/values/visible";
import type { Colours } from "../picture/colours";
import { FONT, FONT_SIZE } from "../picture/svg";
import { MARKS_HEIGHT, TIME_AXIS_HEIGHT, timeAxis, VALUE_AXIS_WIDTH, valueAxis } from "./chart_axes";
import { type ChartData, drawingOrder, drawnValues, type Series } from "./chart_data";
import { placeMarks } from "./mark_places";

const LINE_WIDTH = 1.5;
const DASH = [5, 4];
const BAR_SHARE = 0.86;

// A line of a single value would not show.
const FIRST_POINTS: uPlot.Series.Points = { show: (u) => u.data[0].length < 3, size: 6 };

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

// The callbacks of the plot. They may change without a new plot.
export interface PlotCalls {
  readonly onCursor: (at: number | undefined) => void;
  readonly onRange?: (from: number, to: number) => void;
}

export function plotOptions(
  latest: () => ChartData,
  size: PlotSize,
  colours: Colours,
  calls: () => PlotCalls,
  sync: string | undefined,
): uPlot.Options {
  return {
    ...size,
    padding: [MARKS_HEIGHT, 28, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: true, range: () => [latest().from, latest().to] },
      y: { range: (u) => [0, valueAxis(latest(), u.bbox.height / devicePixelRatio).max] },
    },
    axes: [timeAxisOptions(latest, colours), valueAxisOptions(latest, colours)],
    series: [{}, ...drawingOrder(latest().series).map((at) => seriesOptions(latest().series[at]!, colours))],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { show: false },
      ...(sync === undefined ? {} : { sync: { key: sync, setSeries: false } }),
    },
    hooks: {
      draw: [(u) => drawMarks(u, latest(), colours)],
      setCursor: [(u) => calls().onCursor(u.cursor.idx ?? undefined)],
      setSelect: [(u) => select(u, calls())],
    },
  };
}

export const plotData = (data: ChartData): uPlot.AlignedData => {
  const drawn = drawnValues(data);
  return [[...data.times], ...drawingOrder(data.series).map((at) => drawn[at]!)];
};

// Whether a plot for `before` can show `after` with new values only.
export const isSameShape = (before: ChartData, after: ChartData): boolean =>
  before.series.length === after.series.length &&
  before.series.every(({ kind, colour, dashed }, at) => {
    const other = after.series[at]!;
    return kind === other.kind && colour === other.colour && dashed === other.dashed;
  });

const fontOf = (size: number): string => `${size}px ${FONT}`;

function timeAxisOptions(latest: () => ChartData, colours: Colours): uPlot.Axis {
  const ticks = (u: uPlot) => timeAxis(latest().from, latest().to, u.bbox.width / devicePixelRatio);
  return {
    ...axisLook(colours),
    size: TIME_AXIS_HEIGHT,
    splits: (u) => [...ticks(u).at],
    values: (u) => [...ticks(u).text],
  };
}

function valueAxisOptions(latest: () => ChartData, colours: Colours): uPlot.Axis {
  const ticks = (u: uPlot) => valueAxis(latest(), u.bbox.height / devicePixelRatio);
  return {
    ...axisLook(colours),
    size: VALUE_AXIS_WIDTH,
    splits: (u) => [...ticks(u).at],
    values: (u) => [...ticks(u).text],
  };
}

const axisLook = (colours: Colours): uPlot.Axis => ({
  stroke: colours["text-quiet"],
  font: fontOf(FONT_SIZE),
  grid: { stroke: colours.line, width: 1 },
  ticks: { show: false },
});

function seriesOptions(series: Series, colours: Colours): uPlot.Series {
  const colour = colours[series.colour];
  if (series.kind === "bars") {
    return { fill: colour, width: 0, points: { show: false }, paths: uPlot.paths.bars!({ size: [BAR_SHARE, 60], align: 1 }) };
  }
  const paths = series.kind === "steps" ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {};
  return { stroke: colour, width: LINE_WIDTH, dash: series.dashed ? DASH : undefined, points: FIRST_POINTS, ...paths };
}

function select(u: uPlot, { onRange }: PlotCalls): void {
  const { left, width } = u.select;
  if (width > 0) onRange?.(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

export const markColour = (tone: "quiet" | "warn" | "bad" | undefined): "text-quiet" | "warn" | "bad" =>
  tone === undefined || tone === "quiet" ? "text-quiet" : tone;

function drawMarks(u: uPlot, data: ChartData, colours: Colours): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const placed = placeMarks(
    data.marks?.map((mark) => ({ ...mark, label: visible(mark.label) })) ?? [],
    (time) => u.valToPos(time, "x", true) / scale,
    bbox.left / scale,
    (bbox.left + bbox.width) / scale,
  );
  ctx.save();
  ctx.font = fontOf((FONT_SIZE - 1) * scale);
  ctx.lineWidth = scale;
  ctx.setLineDash([3 * scale, 3 * scale]);
  for (const { mark, x, text, left } of placed) {
    ctx.strokeStyle = ctx.fillStyle = colours[markColour(mark.tone)];
    ctx.beginPath();
    ctx.moveTo(x * scale, bbox.top - 4 * scale);
    ctx.lineTo(x * scale, bbox.top + bbox.height);
    ctx.stroke();
    ctx.textAlign = left ? "right" : "left";
    ctx.fillText(text, (x + (left ? -3 : 3)) * scale, bbox.top - 5 * scale);
  }
  ctx.restore();
}
