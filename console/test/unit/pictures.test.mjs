// The computations of charts and heat maps before they draw, and the files that they write.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { drawnValues, drawingOrder, highest, nearest, stepOf } = await load("shared/chart/chart_data.ts");
const { placeMarks } = await load("shared/chart/mark_places.ts");
const { chartSvg } = await load("shared/chart/chart_svg.ts");
const { COLOUR_NAMES } = await load("shared/picture/colours.ts");
const { timeTicks, timeTickText, valueTicks } = await load("shared/picture/ticks.ts");
const { fileName } = await load("shared/picture/picture_files.ts");
const { emptyGrid, shareText } = await load("shared/heatmap/heat_grid.ts");
const { heatColours, levelOf } = await load("shared/heatmap/heat_colours.ts");
const { fillPixels, reduce } = await load("shared/heatmap/heat_pixels.ts");
const { heatSvg } = await load("shared/heatmap/heat_svg.ts");
const { tableOf } = await load("shared/heatmap/heat_table.ts");
const { moveByKey } = await load("shared/heatmap/heat_keys.ts");
const { pan, showCell, timesOf, viewOfTimes, wholeGrid, zoomTime } = await load("shared/heatmap/viewport.ts");
const { cellAt, cutLabel } = await load("shared/heatmap/heat_frame.ts");

const { barsSvg } = await load("views/bill/bars_svg.ts");

const HOSTILE = '<script>alert(1)</script>\u202e"&';
const colours = Object.fromEntries(COLOUR_NAMES.map((name, at) => [name, `rgb(${at}, ${2 * at}, ${3 * at})`]));
const series = (kind, values, name = kind) => ({ name, kind, colour: "accent", values });
const chart = (list, more = {}) => ({ times: [0, 60, 120], series: list, from: 0, to: 180, valueText: String, ...more });

test("bars stand on those before them, and tall ones are drawn first", () => {
  const data = chart([series("bars", [1, 2, null]), series("line", [9, null, 9]), series("bars", [10, 20, 30])]);
  assert.deepEqual(drawnValues(data), [[1, 2, 0], [9, null, 9], [11, 22, 30]]);
  assert.deepEqual(drawingOrder(data.series), [2, 0, 1]);
  assert.equal(highest(data), 30);
  assert.equal(highest({ ...data, to: 60 }), 22);
});

test("the cursor finds the nearest time", () => {
  assert.deepEqual([-5, 29, 31, 999].map((time) => nearest([0, 60, 120], time)), [0, 0, 1, 2]);
  assert.equal(nearest([], 5), -1);
  assert.equal(stepOf([0, 60, 180]), 60);
});

test("ticks are round and cover the values", () => {
  assert.deepEqual(valueTicks(930, 4), [0, 250, 500, 750, 1000]);
  assert.deepEqual(valueTicks(0, 4), [0, 1]);
  assert.deepEqual(valueTicks(0.3, 3).map((value) => value.toFixed(1)), ["0.0", "0.1", "0.2", "0.3"]);
  assert.deepEqual(timeTicks(30, 400, 4), [120, 240, 360]);
  assert.equal(timeTickText(1_894_703_400, 1), "10:30:00");
  assert.equal(timeTickText(1_894_665_600, 3600), "01-15");
});

test("labels of marks do not touch each other", () => {
  const marks = [{ at: 10, label: "first" }, { at: 11, label: "second" }, { at: 99, label: "the last one" }, { at: 200, label: "outside" }];
  const placed = placeMarks(marks, (time) => time * 3, 0, 300);
  assert.deepEqual(placed.map(({ text, left }) => [text, left]), [["first", false], ["", false], ["the last one", true]]);
});

test("files hold texts, never markup", () => {
  const data = chart([series("line", [1, 2, 3], HOSTILE)], { marks: [{ at: 0, label: HOSTILE }] });
  const grid = { ...emptyGrid(0, 60, 3, [{ id: "a", label: HOSTILE }]), marks: [{ at: 60, label: HOSTILE }] };
  for (const { svg } of [
    chartSvg(HOSTILE, data, { width: 900, height: 300 }, colours),
    heatSvg(HOSTILE, grid, wholeGrid(grid), { width: 900, height: 300 }, colours, heatColours(colours)),
    barsSvg(HOSTILE, [["Writes", "accent"]], [{ label: HOSTILE, parts: [[1, "accent"]], dollars: 1 }], colours),
  ]) {
    assert.doesNotMatch(svg, /<script|\u202e|href|style=/);
    assert.match(svg, /&lt;script&gt;alert\(1\)&lt;\/script&gt;\\u202e&quot;&amp;/);
  }
  assert.equal(fileName("Heat of ../a<b>", "svg"), "Heat-of-..-a-b.svg");
  assert.equal(fileName("…", "png"), "picture.png");
});

test("marks stand at their times, and those outside the shown times are left out", () => {
  const marks = [{ at: 30, label: "early" }, { at: 100, label: "shown" }, { at: 170, label: "late" }];
  const grid = { ...emptyGrid(0, 60, 3, [{ id: "a", label: "a" }]), marks };
  const { svg } = heatSvg("t", grid, { left: 1, right: 2, top: 0, bottom: 1 }, { width: 522, height: 300 }, colours, heatColours(colours));
  assert.deepEqual([...svg.matchAll(/<title>(\w+), /g)].map(([, label]) => label), ["shown"]);
  assert.match(svg, /d="M410 48v/); // two thirds of 300 behind 210
});

test("bars have one scale, and their parts stand beside each other", () => {
  const bars = [
    { label: "large", parts: [[30, "entity-1"], [10, "entity-2"], [0, "entity-3"]], dollars: 40 },
    { label: "inner", isInner: true, parts: [[20, "entity-1"]], dollars: 20 },
  ];
  const { svg, height } = barsSvg("Tables", [["Reads", "entity-1"]], bars, colours);
  const widths = [...svg.matchAll(/x="([\d.]+)" y="\d+" width="([\d.]+)" height="14"/g)].map(([, x, width]) => [Number(x), Number(width)]);
  assert.deepEqual(widths, [[346, 366], [712, 122], [346, 244]]);
  assert.ok(height > 62 + 2 * 24);
});

function gridOf(rows, columns, shares) {
  const grid = emptyGrid(0, 60, columns, Array.from({ length: rows }, (_, at) => ({ id: `${at}`, label: `row ${at}` })));
  grid.shares.set(shares);
  return grid;
}

test("the scale is fixed: a share has one colour in every map", () => {
  assert.equal(levelOf(1), 255);
  assert.equal(levelOf(7), 255);
  assert.ok(levelOf(0.999) < 255, "only the bound itself has the last colour");
  assert.equal(levelOf(NaN), levelOf(0));
  const heat = heatColours(colours);
  const quiet = gridOf(1, 2, [0.1, 0.2]);
  const busy = gridOf(1, 2, [0.1, 5]);
  const [one, other] = [quiet, busy].map((grid) => {
    const pixels = new Uint32Array(2);
    fillPixels(pixels, 2, 1, grid, wholeGrid(grid), heat);
    return pixels;
  });
  assert.equal(one[0], other[0]);
  assert.equal(other[1], heat.levels[255]);
});

test("a pixel of several cells shows the hottest, and no throttle vanishes", () => {
  const grid = gridOf(2, 100, new Array(200).fill(0.1));
  grid.shares[157] = 0.93;
  grid.throttles[31] = 1;
  const reduced = reduce(grid, wholeGrid(grid), 10, 1);
  assert.deepEqual([reduced.columns, reduced.rows], [10, 1]);
  assert.ok(Math.abs(reduced.shares[5] - 0.93) < 1e-6);
  assert.deepEqual([...reduced.throttled], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
});

test("throttled cells are hatched, others are not, and unknown ones are empty", () => {
  const grid = gridOf(1, 3, [0.2, 0.2, NaN]);
  grid.throttles[1] = 2;
  const heat = heatColours(colours);
  const pixels = new Uint32Array(30 * 12);
  fillPixels(pixels, 30, 12, grid, wholeGrid(grid), heat);
  const seen = [0, 1, 2].map((cell) => {
    const found = new Set();
    for (let y = 0; y < 12; y++) for (let x = 0; x < 10; x++) found.add(pixels[y * 30 + cell * 10 + x]);
    return [...found];
  });
  const plain = heat.levels[levelOf(Math.fround(0.2))];
  assert.deepEqual(seen[0], [plain]);
  assert.deepEqual(new Set(seen[1]), new Set([plain, heat.hatchOnDark]));
  assert.deepEqual(seen[2], [heat.none]);
});

test("zooming keeps the place below the pointer and stays within the grid", () => {
  const grid = gridOf(4, 100, []);
  const near = zoomTime(wholeGrid(grid), grid, 0.5, 0.25);
  assert.deepEqual([near.left, near.right], [12.5, 62.5]);
  assert.deepEqual(zoomTime(near, grid, 100), wholeGrid(grid));
  const closest = zoomTime(near, grid, 1e-9);
  assert.equal(closest.right - closest.left, 4);
  assert.equal(pan(near, grid, -9, 0).left, 0);
  assert.deepEqual(timesOf(viewOfTimes(grid, 600, 1200), grid), { from: 600, to: 1200 });
  assert.equal(showCell(near, grid, 0, 99).right, 100);
});

test("keys move from cell to cell and bring them into view", () => {
  const grid = gridOf(4, 100, []);
  const view = viewOfTimes(grid, 600, 1200);
  const key = (name, cell, shiftKey = false) => moveByKey({ key: name, shiftKey }, grid, view, cell);
  assert.deepEqual(key("ArrowRight", undefined).cell, { row: 2, column: 15 });
  assert.deepEqual(key("ArrowUp", { row: 0, column: 15 }).cell, { row: 0, column: 15 });
  assert.equal(key("ArrowRight", { row: 0, column: 19 }).view.right, 21);
  assert.deepEqual(key("End", { row: 1, column: 12 }).cell, { row: 1, column: 99 });
  assert.equal(key("ArrowRight", undefined, true).view.left, 12.5);
  assert.equal(key("x", undefined), undefined);
});

test("the table tells what the map shows", () => {
  const grid = gridOf(2, 24, new Array(48).fill(0.1));
  grid.shares[24 + 3] = 1.2;
  grid.throttles[24 + 3] = 7;
  const { times, rows } = tableOf(grid, wholeGrid(grid));
  assert.equal(times.length, 10);
  assert.deepEqual([rows[1].highest.toFixed(1), rows[1].throttles, rows[1].parts[1].throttles], ["1.2", 7, 7]);
  assert.equal(rows[1].parts[2].throttles, 0);
  assert.deepEqual(tableOf(gridOf(0, 0, []), wholeGrid(gridOf(0, 0, []))), { times: [], rows: [] });
  assert.deepEqual([0, 0.004, 0.996, 1, 1.2, NaN].map(shareText), ["0 %", "<1 %", "99 %", "100 %", "120 %", "no traffic known"]);
});

test("a place of the map is one cell", () => {
  const grid = gridOf(4, 100, []);
  const frame = { left: 50, top: 0, width: 200, height: 40 };
  assert.deepEqual(cellAt(grid, frame, wholeGrid(grid), 51, 39), { row: 3, column: 0 });
  assert.equal(cellAt(grid, frame, wholeGrid(grid), 49, 5), undefined);
  assert.equal(cutLabel("CUST#4711#2030-01-15", 9), "CUST…1-15");
});
