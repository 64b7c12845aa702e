import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { clampPosition, heightOf, HEIGHT_MAX, isStuck, lastPosition, moved, positionShowing, rowsIn, topOf } =
  await load("data/rows/scroll.ts");

const FIREFOX_MAX = 17_900_000;
const MILLION = { total: 1_000_000, rowHeight: 46, viewport: 500 };
const SMALL = { total: 1000, rowHeight: 30, viewport: 500 };
const lastTop = (geometry) => heightOf(geometry) - geometry.viewport;

test("a million rows are no higher than a browser allows", () => {
  assert.equal(heightOf(MILLION), HEIGHT_MAX);
  assert.ok(HEIGHT_MAX < FIREFOX_MAX);
  assert.equal(heightOf(SMALL), 30_000);
});

test("the scroll bar reaches the first, the middle and the last of a million rows", () => {
  const at = (share) => rowsIn(moved({ at: 0, top: 0 }, share * lastTop(MILLION), MILLION), MILLION);
  assert.deepEqual(at(1), { first: 999_989, end: 1_000_000 });
  assert.ok(Math.abs(at(0.5).first - 500_000) < 20);
  assert.equal(rowsIn(moved({ at: 5000, top: 900_000 }, 0, MILLION), MILLION).first, 0);
});

test("the wheel moves pixel by pixel, whatever the scale", () => {
  for (const geometry of [MILLION, SMALL]) {
    const from = { at: 10_000, top: topOf(10_000, geometry) };
    assert.equal(moved(from, from.top + 120, geometry).at, 10_120);
    assert.equal(moved(from, from.top - 120, geometry).at, 9880);
  }
});

test("positions and the scroll bar agree for few rows", () => {
  for (const at of [0, 1, 777, lastPosition(SMALL)]) assert.ok(Math.abs(topOf(at, SMALL) - at) < 0.001);
  assert.equal(clampPosition(1e9, SMALL), 29_500);
  assert.equal(topOf(0, { total: 3, rowHeight: 30, viewport: 500 }), 0);
});

test("a scroll bar at its end goes on while rows are left", () => {
  assert.ok(isStuck({ at: 10_000, top: 0 }, MILLION));
  assert.ok(isStuck({ at: 10_000, top: lastTop(MILLION) }, MILLION));
  assert.ok(!isStuck({ at: 0, top: 0 }, MILLION));
  assert.ok(!isStuck({ at: lastPosition(MILLION), top: lastTop(MILLION) }, MILLION));
});

test("a row is shown with the least movement", () => {
  assert.equal(positionShowing(0, 900, SMALL), 0);
  assert.equal(positionShowing(40, 900, SMALL), 900);
  assert.equal(positionShowing(100, 900, SMALL), 101 * 30 - 500);
  assert.equal(positionShowing(999_999, 0, MILLION), lastPosition(MILLION));
});
