// The simulation view's treatment of inputs and results.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { DEFAULTS, inputsOf, optionsOf, problemsOf } = await load("views/simulation/inputs.ts");
const { chartOf, withoutFarCapacity } = await load("views/simulation/chart_of.ts");
const { heatOf } = await load("views/simulation/heat_of.ts");
const { cellTextOf } = await load("views/simulation/cell_text.ts");
const { findingOf } = await load("views/simulation/findings.ts");
const { changeText, MEASURES } = await load("views/simulation/measures.ts");
const { placesIn } = await load("views/simulation/model_places.ts");
const { modelText } = await load("views/simulation/use_model_text.ts");
const { BEGIN, clockText, lengthText } = await load("views/simulation/times.ts");

const without = (from) => ({ ...DEFAULTS, ...from });

test("the address holds the inputs", () => {
  assert.deepEqual(inputsOf(""), DEFAULTS);
  assert.equal(inputsOf("hours=2&profile=spike&run=x").hours, "2");
  assert.equal(inputsOf("hours=2&profile=spike&run=x").profile, "spike");
});

test("the model is the current one, or an example", () => {
  const served = [{ name: "orders", text: "model orders" }];
  const none = modelText("", served, "", () => undefined);
  assert.equal(none.choice, "hot-key");
  assert.match(none.text, /^model shipments/);
  const current = modelText("-- mine\nmodel mine\n", served, "", () => undefined);
  assert.deepEqual([current.choice, current.text], ["", "-- mine\nmodel mine\n"]);
  assert.deepEqual(current.choices[0], ["", "The model: mine"]);
  assert.equal(modelText("model mine", served, "orders", () => undefined).text, "model orders");
  const unknown = modelText("model mine", served, "gone", () => undefined);
  assert.deepEqual([unknown.choice, unknown.text], ["gone", ""]);
});

test("options are those of the command line", () => {
  assert.deepEqual(optionsOf(DEFAULTS), { hours: 24, attempts: 4, seed: 1, profile: "diurnal" });
  const all = without({ profile: "table", times: "time,factor\n", capacity: "provisioned", reads: " 7", writes: "9", scaling: "target" });
  assert.deepEqual(optionsOf(all), {
    hours: 24,
    attempts: 4,
    seed: 1,
    profileTable: "time,factor\n",
    capacity: "7,9",
    scaling: "70,5,4000",
  });
  assert.equal(optionsOf(without({ capacity: "on-demand" })).capacity, "on-demand");
});

test("wrong inputs have a sentence each", () => {
  assert.deepEqual(problemsOf(DEFAULTS), {});
  for (const hours of ["", "0", "-1", "745", "x", "NaN", "Infinity"]) assert.ok(problemsOf(without({ hours })).hours, hours);
  for (const attempts of ["0", "21", "1.5", ""]) assert.ok(problemsOf(without({ attempts })).attempts, attempts);
  for (const seed of ["-1", "1e3", "9".repeat(17)]) assert.ok(problemsOf(without({ seed })).seed, seed);
  assert.ok(problemsOf(without({ capacity: "provisioned", reads: "0" })).reads);
  assert.equal(problemsOf(without({ reads: "0" })).reads, undefined, "not used");
  assert.ok(problemsOf(without({ scaling: "target", target: "95" })).target);
  assert.ok(problemsOf(without({ scaling: "target", least: "10", most: "9" })).most);
  assert.ok(problemsOf(without({ scaling: "target", capacity: "on-demand" })).target);
  assert.ok(problemsOf(without({ profile: "table", times: " " })).times);
});

// Partition 1 splits in step 2 into 3 and 4; 4 splits in step 3 into 5 and 6.
const part = (partition, parent, firstStep, write, throttled = write.map(() => 0)) => ({
  ...{ partition, parent, begin: 0, end: 0.5, where: `key ${partition}`, firstStep, write },
  read: write.map(() => 0),
  writePeak: write.map((units) => units / 500),
  readPeak: write.map(() => 0),
  writeThrottled: throttled,
  readThrottled: write.map(() => 0),
});
const PARTITIONS = [
  part(1, undefined, 0, [500, 1000, 900], [0, 80, 60]),
  part(3, 1, 2, [10, 20]),
  part(4, 1, 2, [30, 40]),
  part(5, 4, 3, [100]),
  part(6, 4, 3, [200], [7]),
  part(2, undefined, 0, [1, 2, 3, 4]),
];
const numbers = (values) => ({ asked: values, served: values, throttled: values.map(() => 1), capacity: values.map(() => 400) });
const RESULT = {
  seconds: 240,
  throttles: [{ resource: "T", reason: "TableWriteKeyRangeThroughputExceeded", attempts: 147, firstSecond: 60, lastSecond: 239 }],
  busiestKeys: [
    { resource: "T", access: "write", key: "K (1st)", peakUnitsPerSecond: 1500, throttled: 140 },
    { resource: "T", access: "write", key: "K (2nd)", peakUnitsPerSecond: 9, throttled: 0 },
  ],
  splits: [
    { second: 130, resource: "T", why: "heat", where: "x", partition: 1, into: [3, 4] },
    { second: 200, resource: "T", why: "growth", where: "y", partition: 4, into: [5, 6] },
  ],
  scalings: [{ second: 120, resource: "T", access: "write", from: 100, to: 400 }],
  series: {
    stepSeconds: 60,
    partitionStepSeconds: 60,
    resources: [{ name: "T", read: numbers([0, 0, 0, 0]), write: numbers([501, 1002, 913, 364]), partitions: PARTITIONS }],
  },
};
const T = RESULT.series.resources[0];
const row = (grid, at) => [...grid.shares.slice(at * grid.columns, (at + 1) * grid.columns)].map((share) => Math.round(share * 1000));

test("rows of the heat map are the partitions at the end, with those that they came from", () => {
  const { grid, partitionAt } = heatOf(RESULT, T, "write");
  assert.deepEqual(grid.rows.map(({ id }) => id), ["3", "5", "6", "2"]);
  assert.equal(grid.columns, 4);
  assert.equal(grid.start, BEGIN);
  assert.deepEqual(row(grid, 0), [500, 1000, 900, 20]);
  assert.deepEqual(row(grid, 2), [500, 1000, 900, 200]);
  assert.deepEqual(row(grid, 3), [1, 2, 3, 4]);
  assert.deepEqual([...grid.throttles.slice(8, 12)], [0, 80, 60, 7]);
  assert.equal(partitionAt(2, 0).partition, 1);
  assert.equal(partitionAt(0, 3).partition, 3);
});

test("splits fork the rows with their reasons", () => {
  const { grid } = heatOf(RESULT, T, "write");
  assert.deepEqual(grid.forks, [
    { at: BEGIN + 130, first: 0, last: 2, boundary: 1, reason: "heat" },
    { at: BEGIN + 200, first: 1, last: 2, boundary: 2, reason: "growth" },
  ]);
  const later = heatOf({ ...RESULT, splits: [] }, T, "write").grid.forks;
  assert.deepEqual(later[0], { at: BEGIN + 120, first: 0, last: 2, boundary: 1, reason: "more capacity" });
});

test("a cell says its time, units, share and throttles", () => {
  const heat = heatOf(RESULT, T, "write");
  assert.equal(
    cellTextOf(heat, { row: 0, column: 1 }, "write"),
    "00:01, partition 1, from key 1 (50 % of all keys); 1,000 write units a second, 100 % of its bound, 200 % in the busiest second; 80 attempts throttled",
  );
});

test("the sentence names the partition, the key and the cure", () => {
  assert.equal(
    findingOf(RESULT, T, "write"),
    "Partition 1 of T met its bound of 1,000 write units for 2 minutes. 95 % of the throttles are for K (1st). No split helps one key: shard it.",
  );
  assert.equal(findingOf(RESULT, T, "read"), "No read of T was throttled.");
  const few = { ...RESULT, throttles: [{ ...RESULT.throttles[0], reason: "TableWriteProvisionedThroughputExceeded", attempts: 9000 }] };
  assert.match(findingOf(few, T, "write"), /^T had too few write units for 9,000 attempts\./);
  const spread = { ...RESULT, busiestKeys: [] };
  assert.match(findingOf(spread, T, "write"), /Splits spread its keys/);
  const roomy = { ...T, write: { ...T.write, served: [300, 1000, 800, 300], throttled: [0, 5, 3, 0], capacity: [3000, 3000, 3000, 3000] } };
  assert.match(findingOf(RESULT, roomy, "write"), /shard it\. Meanwhile all of T used 30 % of its 3,000 write units a second\.$/);
});

test("charts have lines, marks and no capacity far above them", () => {
  const chart = chartOf(RESULT, T, "write");
  assert.deepEqual(chart.times, [0, 60, 120, 180].map((second) => BEGIN + second));
  assert.deepEqual(chart.series.map(({ name }) => name), ["asked", "served", "throttled", "capacity"]);
  assert.deepEqual(chart.marks.map(({ label }) => label), ["100 → 400", "split: heat", "split: growth"]);
  assert.equal(withoutFarCapacity(chart), chart);
  assert.deepEqual(withoutFarCapacity(chartOf(RESULT, { ...T, write: { ...T.write, capacity: [1e6, 1e6, 1e6, 1e6] } }, "write")).series.length, 3);
});

test("patterns and keys have places in the model that was simulated", () => {
  const parts = [{ literal: "K#" }, { attribute: "id" }];
  const row = { role: "item", partition: [{ attribute: "PK", type: "S", parts }], sort: [] };
  const entity = { name: "E", line: 7, table: "T", rows: [row, { ...row, index: "G1", partition: [{ parts: [{ attribute: "x" }] }] }] };
  const description = { model: "m", entities: [entity], patterns: [{ id: "R1" }] };
  const places = placesIn(description, { model: "m" });
  assert.deepEqual([places.hasPattern("R1"), places.hasPattern("R2")], [true, false]);
  assert.equal(places.lineOfKey("T", "K#{id} (1st)"), 7);
  assert.equal(places.lineOfKey("T/G1", "{x} (22nd)"), 7);
  assert.equal(places.lineOfKey("T", "L#{id} (1st)"), undefined);
  assert.equal(placesIn(description, { model: "other" }).lineOfKey("T", "K#{id} (1st)"), undefined);
});

test("times and changes read well", () => {
  assert.deepEqual([0, 52_200, 86_400 + 7200].map(clockText), ["00:00", "14:30", "day 2 02:00"]);
  assert.deepEqual([86_400, 600, 5400].map(lengthText), ["24 h", "10 min", "1.5 h"]);
  const [requests] = MEASURES;
  assert.deepEqual(
    [[10, 10], [10, 5], [0, 3], [1000, 1001]].map(([before, after]) => changeText(requests, before, after)),
    ["same", "−50 %", "+3", "+<1 %"],
  );
});
