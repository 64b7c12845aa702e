import type { BreakEven } from "../../data/requests/bill_shapes";
import type { Colours } from "../../shared/picture/colours";
import { element, type Picture, picture, text } from "../../shared/picture/svg";

const SIZE = { width: 460, height: 230 };
const FRAME = { left: 46, top: 30, width: 396, height: 160 };

// On-demand costs as much as is used; provisioned capacity costs the same at any use. Both as shares of
// what on-demand costs at full load.
export function breakEvenSvg({ subject, fullyUsed, atUtilization }: BreakEven, utilization: number, colours: Colours): Picture {
  const { left, top, width, height } = FRAME;
  const x = (share: number) => left + share * width;
  const y = (share: number) => top + (1 - Math.min(1, share)) * height;
  const quiet = { fill: colours["text-quiet"], "font-size": 11 };
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    [
      element("line", { x1: x(share), x2: x(share), y1: top, y2: top + height, stroke: colours.line }),
      element("line", { x1: left, x2: left + width, y1: y(share), y2: y(share), stroke: colours.line }),
      text(x(share), top + height + 15, `${share * 100} %`, { ...quiet, "text-anchor": "middle" }),
      text(left - 6, y(share) + 4, `${share * 100} %`, { ...quiet, "text-anchor": "end" }),
    ].join(""),
  );
  const line = (from: number, to: number, stroke: string, dash?: string) =>
    element("line", { x1: x(0), y1: y(from), x2: x(1), y2: y(to), stroke, "stroke-width": 2, "stroke-dasharray": dash });
  const point = (share: number, fill: string) =>
    element("circle", { cx: x(share), cy: y(share), r: 4, fill }) +
    element("line", { x1: x(share), x2: x(share), y1: y(share), y2: top + height, stroke: fill, "stroke-dasharray": "2 3" });
  const percent = Math.round(utilization * 100);
  return picture(
    SIZE,
    colours.ground,
    text(left, 18, `${subject === "writes" ? "Writes" : "Reads"}: cost by load`, { fill: colours.text, "font-weight": 600 }),
    ...grid,
    line(0, 1, colours["entity-1"]),
    line(fullyUsed, fullyUsed, colours["entity-2"]),
    line(atUtilization, atUtilization, colours["entity-2"], "5 4"),
    point(fullyUsed, colours["entity-2"]),
    point(atUtilization, colours["entity-2"]),
    text(x(0.62), y(0.72), "on-demand", { fill: colours["entity-1"], "text-anchor": "end" }),
    text(x(1) - 4, y(fullyUsed) + 14, "provisioned, fully used", { fill: colours["entity-2"], "text-anchor": "end" }),
    text(x(1) - 4, y(atUtilization) - 6, `provisioned, ${percent} % used`, { fill: colours["entity-2"], "text-anchor": "end" }),
    text(left + width / 2, top + height + 32, "of full load", { ...quiet, "text-anchor": "middle" }),
  );
}
