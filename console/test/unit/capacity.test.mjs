import assert from "node:assert/strict";
import { test } from "node:test";

import { hotHeat, NOW } from "../support/heat_fixture.mjs";
import { load } from "../support/source.mjs";

const { historyOfHeat, historyOfMetrics, throttlesIn } = await load("views/capacity/history.ts");
const { latencyChart, measuredOperations, millisecondsText, steady, throttleChart, unitChart } = await load("views/capacity/charts.ts");
const { levelsOf } = await load("views/capacity/levels.ts");
const { marksOf, scaledUnits } = await load("views/capacity/marks.ts");
const { scheduleTimes } = await load("views/capacity/schedule_times.ts");
const { decreasesText } = await load("views/capacity/decreases.ts");
const { EMPTY_SCHEDULE, percentProblem, scheduleOf, trackingDraft, trackingOf } = await load("views/capacity/tracking_draft.ts");
const { metricRange, spanOf, stillOf } = await load("views/capacity/capacity_place.ts");

const metrics = (values) => ({
  from: 0,
  to: 300,
  period: 60,
  values: new Map(Object.entries(values).map(([id, list]) => [id, new Map(list)])),
});

test("metrics become units a second, and a minute without a value has none", () => {
  const history = historyOfMetrics(metrics({ "consumed-write": [[60, 600]], "throttles-write-provisioned": [[60, 7]] }));
  assert.deepEqual(history.units.write, [0, 10, 0, 0, 0]);
  assert.deepEqual(history.units.read, [0, 0, 0, 0, 0]);
  assert.equal(throttlesIn(history), 7);
  const { series } = throttleChart(history, []);
  assert.deepEqual(series.map(({ name }) => name), ["Writes over the provisioned rate"]);
});

test("heat becomes the last minutes by the second, with throttles by reason", () => {
  const heat = hotHeat();
  heat.from = NOW - 600;
  heat.partitions[3].write = [{ time: NOW - 10, step: 1, units: [5, 7], share: [0, 0], throttles: [0, 4], reasons: [0, 8] }];
  const history = historyOfHeat(heat);
  assert.equal(history.step, 1);
  assert.equal(history.times.length, 600);
  assert.equal(Math.round(history.units.write[591] - history.units.write[590]), 2);
  assert.equal(history.throttles.write.maxOnDemand[591], 4);
  assert.equal(history.throttles.write.provisioned.every((count) => count === 0), true);
});

const table = (more) => ({
  TableName: "t",
  BillingModeSummary: { BillingMode: "PROVISIONED" },
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 18 },
  ...more,
});
const DIMENSION = "dynamodb:table:WriteCapacityUnits";
const activity = (StartTime, Description, StatusCode = "Successful") => ({
  ...{ ActivityId: `${StartTime}`, ScalableDimension: DIMENSION },
  ...{ StartTime, Description, StatusCode, Cause: "" },
});
const scaling = (more = {}) => ({ targets: [], policies: [], schedules: [], activities: [], ...more });

test("provisioned units follow what was measured and what scaling did", () => {
  const history = historyOfMetrics(metrics({ "provisioned-write": [[0, 5]], "consumed-write": [[0, 300]] }));
  const sources = { table: table(), index: undefined, heat: undefined };
  const done = scaling({
    activities: [activity(130, "Setting write capacity units to 18."), activity(140, "Setting write capacity units to 99.", "Failed")],
    policies: [{ PolicyName: "p", ScalableDimension: DIMENSION, TargetTrackingScalingPolicyConfiguration: { TargetValue: 50 } }],
  });
  const [provisioned, target] = levelsOf(history, "write", { ...sources, scaling: done });
  assert.deepEqual(provisioned.values, [5, 5, 5, 18, 18]);
  assert.deepEqual([target.name, target.values], ["Target, 50 %", [2.5, 2.5, 2.5, 9, 9]]);
  const [read] = levelsOf(history, "read", { ...sources, scaling: undefined });
  assert.deepEqual(read.values, [5, 5, 5, 5, 5]);
  assert.deepEqual(steady([0, 60], new Map([[30, 4]])), [null, 4]);
});

test("a ceiling far above the traffic is told, not drawn", () => {
  const history = historyOfMetrics(metrics({ "consumed-write": [[0, 600]] }));
  const sources = { table: table({ BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" }, OnDemandThroughput: { MaxReadRequestUnits: -1, MaxWriteRequestUnits: 40 } }), index: undefined };
  const levels = levelsOf(history, "write", { ...sources, heat: hotHeat(), scaling: undefined });
  const { data, hidden } = unitChart(history, "write", levels, []);
  assert.deepEqual(data.series.map(({ name }) => name), ["Consumed", "Your maximum"]);
  assert.deepEqual(hidden.map(({ name, values }) => [name, values[0]]), [["On-demand ceiling now", 4000]]);
  assert.deepEqual(levelsOf(history, "read", { ...sources, heat: undefined, scaling: undefined }), []);
});

test("activities, schedules and alarms are marks in the order of time", () => {
  const alarm = (AlarmName, more) => ({ AlarmName, StateValue: "ALARM", StateUpdatedTimestamp: 200, Dimensions: [{ Name: "TableName", Value: "t" }], ...more });
  const all = scaling({
    activities: [activity(130, "Setting write capacity units to 18."), activity(140, "Setting write capacity units to 1.", "Failed"), activity(900, "Setting write capacity units to 2.")],
    schedules: [{ ScheduledActionName: "night", ScalableDimension: DIMENSION, Schedule: "at(1970-01-01T00:01:00)", ScalableTargetAction: {} }],
  });
  const alarms = [
    alarm("mine"),
    alarm("TargetTracking-table/t-AlarmHigh-1"),
    alarm("idle", { StateValue: "INSUFFICIENT_DATA" }),
    alarm("of an index", { Dimensions: [{ Name: "TableName", Value: "t" }, { Name: "GlobalSecondaryIndexName", Value: "GSI1" }] }),
  ];
  const texts = (place, access, of = all) => marksOf(place, access, of, alarms, 0, 300).map(({ at, label, tone }) => [at, label, tone]);
  assert.deepEqual(texts({ table: "t" }, "write"), [
    [60, "Schedule night", undefined],
    [130, "Scaled to 18", "quiet"],
    [140, "Scaling failed", "bad"],
    [200, "mine: alarm", "bad"],
  ]);
  assert.deepEqual(texts({ table: "t" }, "read"), [[200, "mine: alarm", "bad"]]);
  assert.deepEqual(texts({ table: "t", index: "GSI1" }, undefined, scaling()), [[200, "of an index: alarm", "bad"]]);
  assert.equal(scaledUnits("Setting min capacity to 20 and max capacity to 100"), undefined);
});

test("daily and single schedules have times, others leave them to their activities", () => {
  const times = (Schedule, more = {}) => scheduleTimes({ Schedule, ...more }, 0, 2 * 86_400);
  assert.deepEqual(times("cron(30 20 * * ? *)"), [73_800, 160_200]);
  assert.deepEqual(times("at(1970-01-02T00:00:00)"), [86_400]);
  for (const other of ["cron(0 8 ? * MON-FRI *)", "rate(5 minutes)", "noise", "cron(*/5 * * * ? *)"]) assert.deepEqual(times(other), []);
  assert.deepEqual(times("cron(30 20 * * ? *)", { Timezone: "Europe/Vienna" }), []);
});

test("decreases that are left follow the day of UTC", () => {
  const noon = 12 * 3600;
  const units = (NumberOfDecreasesToday, LastDecreaseDateTime) => ({ NumberOfDecreasesToday, LastDecreaseDateTime });
  assert.equal(decreasesText(undefined, 4, noon), "4 decreases left today, then one an hour");
  assert.equal(decreasesText(units(3, noon - 60), 4, noon), "1 decrease left today, then one an hour");
  assert.equal(decreasesText(units(4, noon - 60), 4, noon), "The next decrease is allowed at 12:59 UTC");
  assert.equal(decreasesText(units(4, noon - 3600), 4, noon), "One decrease is allowed now, then one an hour");
  assert.equal(decreasesText(units(4, noon), 4, noon + 86_400), "4 decreases left today, then one an hour");
});

test("forms send what DynamoDB takes, and nothing else", () => {
  const draft = trackingDraft(undefined, undefined, 5);
  assert.deepEqual(trackingOf(draft), { min: 5, max: 50, percent: 70, outCooldown: 0, inCooldown: 0, neverIn: false });
  for (const change of [{ min: "0" }, { max: "4" }, { percent: "95" }, { inCooldown: "-1" }, { min: "x" }]) {
    assert.equal(trackingOf({ ...draft, ...change }), undefined, JSON.stringify(change));
  }
  assert.equal(percentProblem("70.5"), "");
  const schedule = { ...EMPTY_SCHEDULE, name: " night ", max: "9" };
  assert.deepEqual(scheduleOf(schedule), { name: "night", schedule: "cron(0 20 * * ? *)", zone: "", min: undefined, max: 9 });
  for (const change of [{ name: "" }, { max: "" }, { schedule: "daily" }, { max: "0" }]) {
    assert.equal(scheduleOf({ ...schedule, ...change }), undefined, JSON.stringify(change));
  }
});

test("latencies show for operations that were measured", () => {
  const found = metrics({ "p50-PutItem": [[60, 0.02]], "p99-PutItem": [[60, 1.5]], "p50-Scan": [] });
  assert.deepEqual(measuredOperations(found), ["PutItem"]);
  const { series } = latencyChart(found, historyOfMetrics(found), "PutItem", []);
  assert.deepEqual(series.map(({ values }) => values), [[null, 0.02, null, null, null], [null, 1.5, null, null, null]]);
  assert.deepEqual([0, 0.0216, 1.5, 30, 250.4].map(millisecondsText), ["0 ms", "0.022 ms", "1.5 ms", "30 ms", "250 ms"]);
});

test("addresses of noise show the last hour", () => {
  assert.equal(spanOf("x"), "3600");
  assert.equal(stillOf("5", "x"), undefined);
  assert.deepEqual(metricRange({ from: 1, to: 2 }, "600"), { from: 1, to: 2 });
  assert.equal(metricRange(undefined, "600"), undefined);
});
