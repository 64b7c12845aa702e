import "all-styles";

import { useState } from "react";
import { createRoot } from "react-dom/client";

import { Chart } from "../../src/shared/chart/Chart";
import { drawHeat } from "../../src/shared/heatmap/draw_heat";
import { heatColours } from "../../src/shared/heatmap/heat_colours";
import { type Cell, emptyGrid } from "../../src/shared/heatmap/heat_grid";
import { HeatMap } from "../../src/shared/heatmap/HeatMap";
import { wholeGrid } from "../../src/shared/heatmap/viewport";
import { readColours } from "../../src/shared/picture/colours";
import { applyTheme } from "../../src/shared/theme";

const START = 1_894_710_600; // 2030-01-15T10:30:00Z
const MINUTES = 120;

// A hot row that meets its bound, a split that does not help it, and quiet rows.
export function madeGrid(rows: number, columns: number) {
  const grid = emptyGrid(START, 60, columns, Array.from({ length: rows }, (_, row) => ({ id: `p${row}`, label: `Partition ${row}` })));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const hot = row === Math.floor(rows / 2) ? 0.95 : 0.4;
      const share = Math.abs(Math.sin(column / 17 + row * 0.7)) * hot + ((row * 7 + column * 3) % 11) / 60;
      grid.shares[at] = row === 1 && column < 5 ? NaN : share;
      grid.throttles[at] = share > 0.97 ? 3 : 0;
    }
  }
  return { ...grid, forks: [{ at: START + 40 * 60, first: 0, last: 1, boundary: 1, reason: "throughput" }] };
}

const GRID = madeGrid(9, MINUTES);
const times = Array.from({ length: MINUTES }, (_, at) => START + at * 60);
const wave = (height: number, phase: number) => times.map((_, at) => Math.max(0, height * Math.sin(at / 19 + phase)));
const CHART = {
  times,
  series: [
    { name: "Reads of the table", kind: "bars", colour: "entity-1", values: wave(300, 0) },
    { name: "Reads of <b>GSI1</b>\u202e", kind: "bars", colour: "entity-2", values: wave(200, 1) },
    { name: "Provisioned", kind: "steps", colour: "text", dashed: true, values: times.map((_, at) => (at < 50 ? 250 : 400)) },
    { name: "p99", kind: "line", colour: "bad", values: times.map((_, at) => (at > 60 && at < 70 ? null : 100 + (at % 13) * 9)) },
  ],
  marks: [
    { at: START + 50 * 60, label: "Scaled to 400 <units>" },
    { at: START + 51 * 60, label: "too near for a label", tone: "bad" },
    { at: START + 117 * 60, label: "Alarm", tone: "warn" },
  ],
  from: START,
  to: START + MINUTES * 60,
  valueText: (value: number) => value.toFixed(0),
} as const;

function Parts() {
  const [pinned, setPinned] = useState<Cell>();
  const [range, setRange] = useState("");
  const data = range === "" ? CHART : { ...CHART, from: START + 600, to: START + 3600 };
  return (
    <main>
      <h1>Parts</h1>
      <Chart title="Units" data={data} sync="parts" onRange={(from, to) => setRange(`${Math.round(from)} ${Math.round(to)}`)} />
      <output aria-label="Range">{range}</output>
      <HeatMap title="Heat" of="Share of the bound" grid={GRID} pinned={pinned} onPin={setPinned} height={300} />
      <output aria-label="Pinned">{pinned ? `${pinned.row} ${pinned.column}` : "none"}</output>
    </main>
  );
}

// How long a map of this size takes to draw, in milliseconds.
function measure(columns: number, rows: number, width: number, height: number): number {
  const grid = madeGrid(rows, columns);
  const canvas = document.createElement("canvas");
  const colours = readColours();
  const heat = heatColours(colours);
  const began = performance.now();
  drawHeat(canvas, grid, wholeGrid(grid), { width, height }, colours, heat, 1);
  canvas.getContext("2d")!.getImageData(0, 0, 1, 1); // waits for the drawing
  return performance.now() - began;
}
Object.assign(globalThis, { measure });

applyTheme();
createRoot(document.getElementById("parts")!).render(<Parts />);
