import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { RowSpace } = await load("data/rows/row_space.ts");
const { fullWidthOf } = await load("data/rows/segments.ts");

const MILLION = 1_000_000;
const PAGE_ROWS_MAX = 8000; // of 1 MB

// A table with rows at these places of the key order, 0 to 1, and what it was asked.
function fakeTable(places) {
  const asked = [];
  const firstFrom = (place) => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const read = async ({ from, segment, limit, countOnly }) => {
    asked.push({ segment, limit, countOnly });
    const { Segment = 0, TotalSegments = 1 } = segment ?? {};
    const begin = from === undefined ? firstFrom(Segment / TotalSegments) : Number(from.n.N) + 1;
    const stop = Segment + 1 === TotalSegments ? places.length : firstFrom((Segment + 1) / TotalSegments);
    const end = Math.min(begin + Math.min(limit, PAGE_ROWS_MAX), stop);
    const rows = Array.from({ length: end - begin }, (_, at) => new Map([["n", { type: "N", value: String(begin + at) }]]));
    const next = end < stop ? { n: { N: String(end - 1) } } : undefined;
    return { items: countOnly ? [] : rows, count: rows.length, scanned: rows.length, next, rest: stop - end };
  };
  return { asked, read };
}

const spaceOf = (table, options = {}) => {
  const space = new RowSpace({ read: table.read, total: MILLION, segmented: true, filtered: false, changed: () => {}, ...options });
  const settle = async () => {
    do await new Promise(setImmediate);
    while (space.isReading);
  };
  return { space, settle };
};

const numberOf = (item) => Number(item?.get("n").value);

// Distinct numbers in ascending order, as hashes of partition keys would be, each with `rows` rows.
function hashed(rows, keys) {
  let state = 12345;
  const hashes = Float64Array.from({ length: keys }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  }).sort();
  return Float64Array.from({ length: rows }, (_, at) => hashes[Math.floor((at * keys) / rows)]);
}

for (const [text, keys, requestsMax] of [
  ["a million partition keys", MILLION, 5],
  ["collections of twenty rows", MILLION / 20, 5],
  ["ten large collections", 10, 60],
  ["one collection", 1, 160],
]) {
  test(`the last of a million rows is reached with ${text}`, async () => {
    const table = fakeTable(hashed(MILLION, keys));
    const { space, settle } = spaceOf(table);
    space.need(0, 60);
    await settle();
    assert.deepEqual([0, 1, 59].map((at) => numberOf(space.row(at))), [0, 1, 59]);
    const before = table.asked.length;
    space.need(space.total - 60, space.total);
    await settle();
    assert.equal(space.total, MILLION);
    assert.deepEqual([MILLION - 60, MILLION - 1].map((at) => numberOf(space.row(at))), [MILLION - 60, MILLION - 1]);
    assert.ok(table.asked.length - before <= requestsMax, `${table.asked.length - before} requests`);
  });
}

test("a jump into the middle shows rows of the middle, in order, both ways", async () => {
  const { space, settle } = spaceOf(fakeTable(hashed(MILLION, MILLION / 20)));
  const start = space.anchorOf(500_000);
  space.need(500_000, 500_060);
  await settle();
  const found = space.anchorOf(space.indexOf(start)); // a row now, and no estimate
  const middle = numberOf(space.row(space.indexOf(found)));
  assert.ok(Math.abs(middle - 500_000) < 5000, String(middle));
  for (const step of [40, -40]) {
    let anchor = found;
    let expected = middle;
    for (let n = 0; n < 30; n++) {
      const first = space.indexOf(anchor) + (n === 0 ? 0 : step);
      expected += n === 0 ? 0 : step;
      anchor = space.anchorOf(first, first + 60);
      space.need(first, first + 60);
      await settle();
      const rows = Array.from({ length: 60 }, (_, at) => numberOf(space.row(space.indexOf(anchor) + at)));
      assert.deepEqual(rows, Array.from({ length: 60 }, (_, at) => expected + at));
    }
  }
});

test("memory stays bounded while a reader walks on", async () => {
  const { space, settle } = spaceOf(fakeTable(hashed(20_000, 20_000)), { total: 20_000 });
  for (let first = 0; first < 19_000; first += 500) {
    space.need(first, first + 60);
    await settle();
    const loaded = [...space.loaded()];
    assert.ok(loaded.length <= 2100, String(loaded.length));
    for (const [index, item] of loaded) assert.equal(space.row(index), item);
  }
  space.need(0, 60); // rows that were let go come back
  await settle();
  assert.equal(numberOf(space.row(7)), 7);
});

test("a count that is wrong ends with the rows that there are", async () => {
  for (const total of [0, 10, 5000]) {
    const { space, settle } = spaceOf(fakeTable(hashed(140, 140)), { total });
    space.need(0, 60);
    await settle();
    space.need(Math.max(0, space.total - 60), space.total);
    await settle();
    assert.equal(numberOf(space.row(space.total - 1)), 139, String(total));
    if (total === 0) assert.equal(space.total, 140);
  }
});

test("an empty table has no rows", async () => {
  const { space, settle } = spaceOf(fakeTable([]), { total: 0 });
  space.need(0, 60);
  await settle();
  assert.equal(space.total, 0);
  assert.ok(space.isExact);
});

test("a Query without a count learns its length from the server", async () => {
  const table = fakeTable(hashed(900, 1));
  const { space, settle } = spaceOf(table, { total: undefined, segmented: false });
  space.need(0, 60);
  await settle();
  assert.equal(space.total, 900);
  assert.equal(table.asked.length, 1);
  space.need(840, 900);
  await settle();
  assert.equal(numberOf(space.row(899)), 899);
  assert.ok(space.asked === undefined && table.asked[1].countOnly);
});

test("a filter that finds nothing pauses, and reads on when it is asked to", async () => {
  let reads = 0;
  const read = async ({ from }) => {
    reads++;
    const at = Number(from?.n.N ?? 0);
    const found = at === 30 ? [new Map([["n", { type: "N", value: "30" }]])] : [];
    const next = at < 40 ? { n: { N: String(at + 1) } } : undefined;
    return { items: found, count: found.length, scanned: 1000, next, rest: undefined };
  };
  const { space, settle } = spaceOf({ read }, { total: undefined, segmented: false, filtered: true });
  space.need(0, 60);
  await settle();
  assert.ok(space.isPaused);
  assert.equal(reads, 20);
  space.readOn();
  await settle();
  space.readOn();
  await settle();
  assert.equal(space.total, 1);
  assert.equal(numberOf(space.row(0)), 30);
  assert.ok(space.isExact);
});

test("a failure is kept until the reader tries again", async () => {
  const table = fakeTable(hashed(100, 100));
  let fails = true;
  const read = async (reading) => {
    if (fails) throw new Error("gone");
    return table.read(reading);
  };
  const { space, settle } = spaceOf({ read }, { total: 100 });
  space.need(0, 60);
  await settle();
  assert.match(String(space.error), /gone/);
  fails = false;
  space.readOn();
  await settle();
  assert.equal(space.error, undefined);
  assert.equal(numberOf(space.row(99)), 99);
});

test("segments are powers of two within DynamoDB's bound", () => {
  assert.equal(fullWidthOf(100), 1);
  assert.equal(fullWidthOf(MILLION), 16384);
  assert.equal(fullWidthOf(1e12), 524288);
});
