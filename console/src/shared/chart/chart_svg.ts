import type { Colours } from "../picture/colours";
import { element, FONT_SIZE, type Picture, picture, text } from "../picture/svg";
import { MARKS_HEIGHT, TIME_AXIS_HEIGHT, timeAxis, VALUE_AXIS_WIDTH, valueAxis } from "./chart_axes";
import { type ChartData, drawingOrder, drawnValues, type Series, stepOf } from "./chart_data";
import { placeMarks } from "./mark_places";
import { markColour } from "./plot_options";

const TITLE_HEIGHT = 26;
const LEGEND_HEIGHT = 20;
const EDGE = 12;
const LETTER_WIDTH = 7;
const BAR_SHARE = 0.86;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

// The chart as a file: the same axes, colours and marks as on the screen.
export function chartSvg(title: string, data: ChartData, size: { width: number; height: number }, colours: Colours): Picture {
  const frame = frameOf(data, size);
  return picture(
    size,
    colours.ground,
    text(EDGE, TITLE_HEIGHT - 8, title, { fill: colours.text, "font-weight": 600, "font-size": FONT_SIZE + 2 }),
    legend(data.series, colours),
    axes(data, frame, colours),
    ...drawingOrder(data.series).map((at) => shape(data, at, frame, colours)),
    ...marks(data, frame, colours),
  );
}

function frameOf(data: ChartData, size: { width: number; height: number }): Frame {
  const [left, top] = [VALUE_AXIS_WIDTH, TITLE_HEIGHT + LEGEND_HEIGHT + MARKS_HEIGHT];
  const [width, height] = [size.width - left - EDGE, size.height - top - TIME_AXIS_HEIGHT];
  const { max } = valueAxis(data, height);
  return {
    ...{ left, top, width, height },
    x: (time) => left + ((time - data.from) / (data.to - data.from)) * width,
    y: (value) => top + height - (value / max) * height,
  };
}

function legend(series: readonly Series[], colours: Colours): string {
  let x = EDGE;
  const y = TITLE_HEIGHT + 10;
  return series
    .map(({ name, colour }) => {
      const at = x;
      x += 24 + name.length * LETTER_WIDTH;
      return element("rect", { x: at, y: y - 9, width: 10, height: 10, fill: colours[colour] }) + text(at + 15, y, name, { fill: colours.text });
    })
    .join("");
}

function axes(data: ChartData, { left, top, width, height, x, y }: Frame, colours: Colours): string {
  const times = timeAxis(data.from, data.to, width);
  const values = valueAxis(data, height);
  const line = (x1: number, y1: number, x2: number, y2: number) => element("line", { x1, y1, x2, y2, stroke: colours.line });
  const quiet = { fill: colours["text-quiet"] };
  return [
    ...values.at.map((value) => line(left, y(value), left + width, y(value))),
    ...values.at.map((value, n) => text(left - 6, y(value) + 4, values.text[n]!, { ...quiet, "text-anchor": "end" })),
    ...times.at.map((time) => line(x(time), top, x(time), top + height)),
    ...times.at.map((time, n) => text(x(time), top + height + 17, times.text[n]!, { ...quiet, "text-anchor": "middle" })),
  ].join("");
}

function shape(data: ChartData, at: number, frame: Frame, colours: Colours): string {
  const series = data.series[at]!;
  const values = drawnValues(data)[at]!;
  const shown = data.times.flatMap((time, n) => {
    const value = values[n] ?? null;
    return time >= data.from && time <= data.to ? [{ time, value }] : [];
  });
  if (series.kind === "bars") return bars(shown, stepOf(data.times), frame, colours[series.colour]);
  return element("path", {
    d: linePath(shown, frame, series.kind === "steps"),
    fill: "none",
    stroke: colours[series.colour],
    "stroke-width": 1.5,
    "stroke-dasharray": series.dashed ? "5 4" : undefined,
  });
}

type Point = { readonly time: number; readonly value: number | null };

function bars(points: readonly Point[], step: number, { x, y }: Frame, fill: string): string {
  const d = points
    .filter(({ value }) => value !== null && value > 0)
    .map(({ time, value }) => {
      const width = (x(time + step) - x(time)) * BAR_SHARE;
      return `M${x(time).toFixed(2)} ${y(0).toFixed(2)}V${y(value!).toFixed(2)}h${width.toFixed(2)}V${y(0).toFixed(2)}z`;
    });
  return element("path", { d: d.join(""), fill });
}

function linePath(points: readonly Point[], { x, y }: Frame, steps: boolean): string {
  let isOpen = false;
  let d = "";
  for (const { time, value } of points) {
    if (value === null) isOpen = false;
    else if (!isOpen) [d, isOpen] = [`${d}M${x(time).toFixed(2)} ${y(value).toFixed(2)}`, true];
    else d += `${steps ? `H${x(time).toFixed(2)}V` : `L${x(time).toFixed(2)} `}${y(value).toFixed(2)}`;
  }
  return d;
}

function marks(data: ChartData, { left, top, width, height, x }: Frame, colours: Colours): string[] {
  return placeMarks(data.marks ?? [], x, left, left + width).flatMap((placed) => {
    const colour = colours[markColour(placed.mark.tone)];
    const line = element("line", {
      ...{ x1: placed.x, x2: placed.x, y1: top - 4, y2: top + height },
      ...{ stroke: colour, "stroke-dasharray": "3 3" },
    });
    const anchor = placed.left ? "end" : "start";
    const label = text(placed.x + (placed.left ? -3 : 3), top - 5, placed.text, { fill: colour, "text-anchor": anchor, "font-size": 11 });
    return placed.text === "" ? [line] : [line, label];
  });
}
