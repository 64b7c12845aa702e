import { visible } from "../../data/values/visible";
import type { Colours } from "../picture/colours";
import { element, escapeText, FONT_SIZE, MONO, type Picture, picture, text } from "../picture/svg";
import { timeText } from "../picture/ticks";
import { forkLines, labelPlace, MARK_DASH, markPlaces, timeLabels } from "./draw_heat";
import { cssColour, type HeatColours, levelOf, SCALE_MARKS, shareColour } from "./heat_colours";
import { cutLabel, type Frame, labelledRows, LETTER_WIDTH } from "./heat_frame";
import { type HeatGrid, marksWithin } from "./heat_grid";
import { type Reduced, reduce } from "./heat_pixels";
import { timesOf, type Viewport } from "./viewport";

const TITLE_HEIGHT = 48;
const TIMES_HEIGHT = 24;
const LABELS_WIDTH = 210;
const EDGE = 12;
const LEVEL_STEP = 8; // 32 colours; neighbours of one colour share a rectangle
const HATCH = 6;

// The shown part of the map as a file, with the scale that explains its colours.
export function heatSvg(
  title: string,
  grid: HeatGrid,
  view: Viewport,
  size: { width: number; height: number },
  colours: Colours,
  heat: HeatColours,
): Picture {
  const [left, top] = [LABELS_WIDTH, TITLE_HEIGHT];
  const frame = { left, top, width: size.width - left - EDGE, height: size.height - top - TIMES_HEIGHT - EDGE };
  const reduced = reduce(grid, view, Math.round(frame.width), Math.round(frame.height));
  const shown = reduced.whole;
  const { from, to } = timesOf(shown, grid);
  return picture(
    size,
    colours.ground,
    hatchPattern(heat),
    text(EDGE, 20, title, { fill: colours.text, "font-weight": 600, "font-size": FONT_SIZE + 2 }),
    text(EDGE, 38, `${timeText(from)} to ${timeText(to)}${hatched(reduced)}`, { fill: colours["text-quiet"] }),
    scale(size.width - EDGE, colours, heat),
    element("rect", { ...area(frame), fill: cssColour(heat.none) }),
    cells(reduced, frame, heat),
    ...labels(grid, shown, frame, colours),
    ...forks(grid, shown, frame, colours),
    ...marks(grid, shown, frame, colours),
  );
}

const hatched = ({ throttled }: Reduced): string => (throttled.some((count) => count > 0) ? "; hatched: throttled" : "");

const area = ({ left, top, width, height }: Frame) => ({ x: left, y: top, width, height });

const hatchPattern = (heat: HeatColours): string =>
  element(
    "defs",
    {},
    ...([["dark", heat.hatchOnDark], ["bright", heat.hatchOnBright]] as const).map(([name, colour]) =>
      element(
        "pattern",
        { id: `on-${name}`, width: HATCH, height: HATCH, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        element("rect", { width: 2, height: HATCH, fill: cssColour(colour) }),
      ),
    ),
  );

function cells({ columns, rows, shares, throttled }: Reduced, frame: Frame, heat: HeatColours): string {
  const [width, height] = [frame.width / columns, frame.height / rows];
  const paths = new Map<string, string[]>();
  const add = (fill: string, row: number, from: number, to: number) => {
    const d = `M${short(frame.left + from * width)} ${short(frame.top + row * height)}h${short((to - from) * width)}v${short(height)}h${short((from - to) * width)}z`;
    const drawn = paths.get(fill);
    if (drawn === undefined) paths.set(fill, [d]);
    else drawn.push(d);
  };
  const colour = (at: number) => {
    const share = shares[at]!;
    return Number.isNaN(share) ? "" : cssColour(heat.levels[stepped(levelOf(share))]!);
  };
  const hatch = (at: number) =>
    throttled[at] === 0 ? "" : levelOf(shares[at]!) >= heat.brightFrom ? "url(#on-bright)" : "url(#on-dark)";
  for (const fillOf of [colour, hatch]) {
    for (let row = 0; row < rows; row++) runs(row, columns, fillOf, add);
  }
  const ordered = [...paths].sort(([a], [b]) => Number(a.startsWith("url")) - Number(b.startsWith("url")));
  return ordered.map(([fill, d]) => element("path", { d: d.join(""), fill, "shape-rendering": "crispEdges" })).join("");
}

// Calls `add` for each run of neighbours with the same fill.
function runs(
  row: number,
  columns: number,
  fillOf: (at: number) => string,
  add: (fill: string, row: number, from: number, to: number) => void,
): void {
  let from = 0;
  for (let column = 1; column <= columns; column++) {
    const fill = fillOf(row * columns + from);
    if (column < columns && fillOf(row * columns + column) === fill) continue;
    if (fill !== "") add(fill, row, from, column);
    from = column;
  }
}

// The highest level, the bound, keeps a colour of its own.
const stepped = (level: number): number => (level === 255 ? 255 : level - (level % LEVEL_STEP));

const short = (value: number): string => String(Math.round(value * 100) / 100);

function labels(grid: HeatGrid, view: Viewport, frame: Frame, colours: Colours): string[] {
  const lettersMax = Math.floor((frame.left - 10) / LETTER_WIDTH);
  const quiet = { fill: colours["text-quiet"] };
  const bottom = frame.top + frame.height;
  return [
    ...labelledRows(grid, frame, view).map((row) =>
      text(frame.left - 8, labelPlace(frame, view, row) + 4, cutLabel(visible(grid.rows[row]!.label), lettersMax), {
        ...quiet,
        "text-anchor": "end",
        "font-family": MONO,
        "font-size": FONT_SIZE - 1,
      }),
    ),
    ...timeLabels(grid, view, frame).map(({ x, text: content }) =>
      text(Math.min(x, frame.left + frame.width - content.length * 3.5), bottom + 17, content, { ...quiet, "text-anchor": "middle" }),
    ),
  ];
}

function forks(grid: HeatGrid, view: Viewport, frame: Frame, colours: Colours): string[] {
  return forkLines(grid, view, frame).map(({ x, top, bottom, middle }) =>
    element("path", {
      d: `M${short(x)} ${short(top)}V${short(bottom)}M${short(x)} ${short(middle)}h10`,
      stroke: colours["heat-hatch-bright"],
      "stroke-width": 1.5,
      fill: "none",
    }),
  );
}

function marks(grid: HeatGrid, view: Viewport, frame: Frame, colours: Colours): string[] {
  const { from, to } = timesOf(view, grid);
  const labels = marksWithin(grid, from, to).map(({ at, label }) => element("title", {}, escapeText(`${label}, ${timeText(Math.floor(at))}`)));
  return markPlaces(grid, view, frame).map((x, at) => {
    const d = `M${short(x)} ${short(frame.top)}v${short(frame.height)}`;
    return element(
      "g",
      { fill: "none" },
      labels[at]!,
      element("path", { d, stroke: colours.ground, "stroke-width": 3 }),
      element("path", { d, stroke: colours.warn, "stroke-width": 1.5, "stroke-dasharray": MARK_DASH.join(" ") }),
    );
  });
}

const SCALE_WIDTH = 220;
const BOUND_WIDTH = 26;

function scale(right: number, colours: Colours, heat: HeatColours): string {
  const left = right - SCALE_WIDTH - BOUND_WIDTH - 4;
  const bound = left + SCALE_WIDTH + 4;
  const bars = Array.from({ length: 44 }, (_, at) =>
    element("rect", { x: left + at * 5, y: 10, width: 5.2, height: 10, fill: shareColour((at + 0.5) / 45, heat) }),
  );
  const name = (x: number, share: number) =>
    text(x, 34, `${share * 100} %`, { fill: colours["text-quiet"], "text-anchor": "middle" });
  return [
    ...bars,
    element("rect", { x: bound, y: 10, width: BOUND_WIDTH, height: 10, fill: shareColour(1, heat) }),
    ...SCALE_MARKS.map((share) => name(share === 1 ? bound + BOUND_WIDTH / 2 : left + share * SCALE_WIDTH, share)),
  ].join("");
}
