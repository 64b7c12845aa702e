import { visible } from "../../data/values/visible";
import type { Colours } from "../picture/colours";
import { FONT, FONT_SIZE, MONO } from "../picture/svg";
import { timeTicks, timeTickText } from "../picture/ticks";
import type { HeatColours } from "./heat_colours";
import { type Box, cutLabel, type Frame, frameOf, labelledRows, LETTER_WIDTH, xOf, yOf } from "./heat_frame";
import { type HeatGrid, marksWithin } from "./heat_grid";
import { fillPixels } from "./heat_pixels";
import { timesOf, type Viewport } from "./viewport";

const TICK_WIDTH = 84;

// Draws cells, labels, times and forks. `scale`: device pixels a CSS pixel.
export function drawHeat(
  canvas: HTMLCanvasElement,
  grid: HeatGrid,
  view: Viewport,
  box: Box,
  colours: Colours,
  heat: HeatColours,
  scale: number,
): void {
  const context = canvas.getContext("2d")!;
  const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  const frame = frameOf(box, grid);
  drawCells(context, grid, view, frame, heat, scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.textBaseline = "middle";
  drawLabels(context, grid, view, frame, colours);
  drawTimes(context, grid, view, frame, colours);
  drawForks(context, grid, view, frame, colours);
  drawMarks(context, markPlaces(grid, view, frame), frame, colours);
}

function drawCells(
  context: CanvasRenderingContext2D,
  grid: HeatGrid,
  view: Viewport,
  frame: Frame,
  heat: HeatColours,
  scale: number,
): void {
  const [width, height] = [Math.max(1, Math.floor(frame.width * scale)), Math.max(1, Math.floor(frame.height * scale))];
  const image = context.createImageData(width, height);
  fillPixels(new Uint32Array(image.data.buffer), width, height, grid, view, heat);
  context.putImageData(image, Math.round(frame.left * scale), Math.round(frame.top * scale));
}

function drawLabels(context: CanvasRenderingContext2D, grid: HeatGrid, view: Viewport, frame: Frame, colours: Colours): void {
  context.font = `${FONT_SIZE - 1}px ${MONO}`;
  context.fillStyle = colours["text-quiet"];
  context.textAlign = "right";
  const lettersMax = Math.max(4, Math.floor((frame.left - 10) / LETTER_WIDTH));
  for (const row of labelledRows(grid, frame, view)) {
    const label = cutLabel(visible(grid.rows[row]!.label), lettersMax);
    context.fillText(label, frame.left - 8, labelPlace(frame, view, row));
  }
}

// The middle of the row's shown part, so that its label stays within the map.
export function labelPlace(frame: Frame, view: Viewport, row: number): number {
  const top = Math.max(frame.top, yOf(frame, view, row));
  const bottom = Math.min(frame.top + frame.height, yOf(frame, view, row + 1));
  return Math.min(frame.top + frame.height - 7, Math.max(frame.top + 7, (top + bottom) / 2));
}

export interface TimeLabel {
  readonly x: number;
  readonly text: string;
}

export function timeLabels(grid: HeatGrid, view: Viewport, frame: Frame): TimeLabel[] {
  const { from, to } = timesOf(view, grid);
  const ticks = timeTicks(from, to, Math.max(2, Math.floor(frame.width / TICK_WIDTH)));
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : to - from;
  return ticks.map((time) => ({ x: xOf(frame, view, (time - grid.start) / grid.step), text: timeTickText(time, step) }));
}

function drawTimes(context: CanvasRenderingContext2D, grid: HeatGrid, view: Viewport, frame: Frame, colours: Colours): void {
  context.font = `${FONT_SIZE}px ${FONT}`;
  context.fillStyle = colours["text-quiet"];
  context.textAlign = "center";
  const bottom = frame.top + frame.height;
  for (const { x, text } of timeLabels(grid, view, frame)) {
    context.fillRect(Math.round(x), bottom, 1, 4);
    context.fillText(text, Math.min(x, frame.left + frame.width - context.measureText(text).width / 2), bottom + 14);
  }
}

export interface ForkLine {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly middle: number;
}

export function forkLines(grid: HeatGrid, view: Viewport, frame: Frame): ForkLine[] {
  const hold = (y: number) => Math.max(frame.top, Math.min(frame.top + frame.height, y));
  return (grid.forks ?? [])
    .map((fork) => ({
      x: xOf(frame, view, (fork.at - grid.start) / grid.step),
      top: hold(yOf(frame, view, fork.first)),
      bottom: hold(yOf(frame, view, fork.last + 1)),
      middle: hold(yOf(frame, view, fork.boundary)),
    }))
    .filter(({ x, top, bottom }) => x >= frame.left && x <= frame.left + frame.width && bottom > top);
}

// A bracket where a row forks: a line over the rows and a tine between the two parts.
function drawForks(context: CanvasRenderingContext2D, grid: HeatGrid, view: Viewport, frame: Frame, colours: Colours): void {
  const right = frame.left + frame.width;
  for (const { x, top, bottom, middle } of forkLines(grid, view, frame)) {
    for (const [width, colour] of [[4, colours["heat-hatch-dark"]], [1.5, colours["heat-hatch-bright"]]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(x, top + 1);
      context.lineTo(x, bottom - 1);
      context.moveTo(x, middle);
      context.lineTo(Math.min(right, x + 10), middle);
      context.stroke();
    }
  }
}

// Where the marks of the shown times stand.
export function markPlaces(grid: HeatGrid, view: Viewport, frame: Frame): number[] {
  const { from, to } = timesOf(view, grid);
  return marksWithin(grid, from, to).map(({ at }) => xOf(frame, view, (at - grid.start) / grid.step));
}

export const MARK_DASH = [4, 3];

// A dashed line over all rows. Its edge tells it from cells of any colour.
function drawMarks(context: CanvasRenderingContext2D, places: readonly number[], frame: Frame, colours: Colours): void {
  for (const x of places) {
    for (const [width, colour, dash] of [[3, colours.ground, []], [1.5, colours.warn, MARK_DASH]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(x, frame.top);
      context.lineTo(x, frame.top + frame.height);
      context.stroke();
    }
  }
  context.setLineDash([]);
}
