// The clock without a server: durations, times, and how readings tell turns.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { durationText, parseDuration } = await load("data/values/durations.ts");
const { clockMarks, parseTime } = await load("shared/clock_text.ts");
const { changeBetween, clockChanges, noteReading } = await load("data/clock_changes.ts");
const { clockMarksIn } = await load("shared/chart/clock_marks.ts");

test("durations read as the server reads them", () => {
  const texts = ["3d", "1d12h", " 1D 12h ", "90s", "1.5h", "2w", "250ms", "", "3", "d", "1x", "-1d", "1d12"];
  assert.deepEqual(texts.map(parseDuration), [
    259_200_000, 129_600_000, 129_600_000, 90_000, 5_400_000, 1_209_600_000, 250, ...Array(6).fill(undefined),
  ]);
});

test("durations show two units, and years from one year on", () => {
  const shown = [0, 250, 90_000, 86_399_999, 90_061_000, 1_209_600_000, 6 * 365 * 86_400_000, 550 * 86_400_000];
  assert.deepEqual(shown.map(durationText), ["0s", "250ms", "1m 30s", "1d", "1d 1h", "14d", "6 years", "1.5 years"]);
});

test("times are UTC and days exist", () => {
  assert.equal(parseTime("2027-01-01").toISOString(), "2027-01-01T00:00:00.000Z");
  assert.equal(parseTime(" 2027-01-01 08:30 ").toISOString(), "2027-01-01T08:30:00.000Z");
  assert.equal(parseTime("2027-01-01T08:30:15.5Z").toISOString(), "2027-01-01T08:30:15.500Z");
  for (const wrong of ["", "tomorrow", "2027-02-30", "2027-01-01 25:00", "27-01-01", "2027-01-01 08"]) {
    assert.equal(parseTime(wrong), undefined, wrong);
  }
});

const reading = (machine, service, more = {}) => ({
  machineTime: new Date(machine * 1000).toISOString(),
  time: new Date(service * 1000).toISOString(),
  frozen: false,
  scale: 1,
  ...more,
});

test("readings tell steps, freezes, pace and nothing else", () => {
  const text = (before, now) => changeBetween(before, now)?.text;
  assert.equal(text(reading(100, 100), reading(110, 110.4)), undefined);
  assert.deepEqual(changeBetween(reading(100, 100), reading(110, 3710)), { from: 110, to: 3710, text: "1h forward" });
  assert.equal(text(reading(100, 100), reading(110, 104, { frozen: true })), "frozen");
  assert.equal(text(reading(100, 104, { frozen: true }), reading(110, 104, { frozen: true })), undefined);
  assert.equal(text(reading(100, 104, { frozen: true }), reading(110, 109)), "resumed");
  assert.equal(text(reading(100, 100), reading(110, 400, { scale: 60 })), "pace ×60");
  assert.equal(text(reading(100, 100, { scale: 60 }), reading(110, 700, { scale: 60 })), undefined);
  assert.equal(text(reading(100, 5000), reading(110, 110)), "1h 21m back");
  assert.equal(text(reading(100, 100), reading(110, 86_510, { frozen: true })), "1d forward, frozen");
});

test("changes are kept up to a bound, and a reading that was overtaken is none", () => {
  noteReading(reading(0, 0));
  for (let at = 1; at <= 210; at++) noteReading(reading(at, at * 3601));
  assert.equal(clockChanges.get().length, 200);
  noteReading(reading(5, 5));
  assert.equal(clockChanges.get().length, 200);
});

test("marks say how the clock differs", () => {
  assert.deepEqual(clockMarks(reading(0, 1)), []);
  assert.deepEqual(clockMarks(reading(0, 93_600, { frozen: true, scale: 60, expiry: "held" })), ["frozen", "×60", "1d 2h ahead", "expiry held"]);
});

test("charts mark the turns within their time", () => {
  const changes = [{ from: 10, to: 20, text: "10s forward" }, { from: 500, to: 500, text: "frozen" }];
  assert.deepEqual(clockMarksIn(changes, 0, 100), [{ at: 20, label: "Clock 10s forward", tone: "warn" }]);
});
