import assert from "node:assert/strict";
import { test } from "node:test";

import { hotHeat, NOW } from "../support/heat_fixture.mjs";
import { load } from "../support/source.mjs";

const { spanText, verdictOf, verdictText } = await load("views/heat/verdict.ts");
const { contextOf } = await load("views/heat/verdict_context.ts");
const { addSlot, columnsOf, emptySlots } = await load("shared/heat_columns.ts");
const { partitionRows } = await load("views/heat/partition_rows.ts");
const { keyRows, prefixOf, prefixRows } = await load("views/heat/key_rows.ts");
const { patternsOf } = await load("views/heat/pattern_match.ts");
const { keyNarrowing, keyQuery } = await load("views/heat/cell_requests.ts");
const { cellOf, cellText, rangeOf, timesToRead } = await load("views/heat/heat_place.ts");
const { inKeyOrder, keyText, withKeyOrder } = await load("views/heat/heat_rows.ts");
const { boundNames, factsText, throttlesOf } = await load("views/heat/cell_text.ts");

const sentence = (heat, access = "write") => verdictText(verdictOf(heat, access));
const changed = (change) => {
  const heat = hotHeat();
  change(heat);
  return heat;
};
const hot = (heat) => heat.partitions.find(({ partition }) => partition === 5);

test("a hot key is named, with what helps", () => {
  assert.equal(
    sentence(hotHeat()),
    "Partition 5 met its bound of 1,000 write units for 12 minutes, 93 % of it for `SCANS#7 / 2030-01-15`. " +
      "No split helps one key: shard it.",
  );
});

test("a key that heats one part after another is one story", () => {
  const heat = changed((one) => {
    const parent = one.partitions[0];
    parent.write[0].share = parent.write[0].share.map((_, at) => (at < 8 ? 1 : 0.1));
    const used = parent.write[0].units.reduce((sum, units) => sum + units, 0);
    // The key's slots go on after the split. Only those before it belong to the parent.
    const slots = Array.from({ length: 40 }, (_, at) => ({ time: one.from + at * 60, step: 60, units: (used / 20) * 3 * 0.9, throttles: 0 }));
    parent.keys = [{ key: { pk: { S: "SCANS#7" } }, units: 0, throttles: 0, slots }];
  });
  assert.equal(
    sentence(heat),
    "Partitions 1 and 5 met their bound of 1,000 write units for 20 minutes, 92 % of it for `SCANS#7 / 2030-01-15`. " +
      "No split helps one key: shard it.",
  );
});

test("a hot collection of many items is told from a hot item", () => {
  const heat = changed((one) => {
    const { key, slots } = hot(one).keys[0];
    const tenth = slots.map((slot) => ({ ...slot, units: slot.units / 10 }));
    hot(one).keys = Array.from({ length: 10 }, (_, at) => ({ key: { ...key, sk: { S: `${at}` } }, units: 1, throttles: 0, slots: tenth }));
  });
  assert.match(sentence(heat), /93 % of it for items of `SCANS#7`\. A split between its items helps, unless/);
});

test("a partition that many keys heat needs a split, and the sentence says whether it helped", () => {
  const many = changed((one) => (hot(one).keys = [{ ...hot(one).keys[1] }]));
  assert.match(sentence(many), /Its traffic goes to many keys, so a split helps/);
  const without = changed((one) => delete hot(one).keys);
  assert.match(sentence(without), /Contributor Insights would name the keys/);
  const parent = changed((one) => {
    delete hot(one).keys;
    delete one.partitions[0].keys;
    hot(one).write[0].share = hot(one).write[0].share.map(() => 0.4);
    delete hot(one).write[0].reasons;
    one.partitions[0].write[0].share.fill(1);
  });
  assert.match(sentence(parent), /^Partition 1 met .* for 20 minutes\. It was split at 09:50 UTC, which helped: its parts reached 40 % since\.$/);
});

test("the use of the whole table and the time after the fault stand beside the sentence", () => {
  assert.equal(
    contextOf(hotHeat(), "write"),
    "Meanwhile the whole table used 39 % of its 4,000 write units a second. " +
      "Since 10:18 UTC no partition used more than 31 % of its bound in writes.",
  );
  const full = changed((one) => (one.capacity.write.rate = 1600));
  assert.equal(contextOf(full, "write"), "Since 10:18 UTC no partition used more than 31 % of its bound in writes.");
  const unused = changed((one) => delete one.capacity);
  assert.doesNotMatch(contextOf(unused, "write"), /Meanwhile/);
  const present = changed((one) => (one.now = one.from + 48 * 60 + 30));
  assert.doesNotMatch(contextOf(present, "write"), /Since/);
  assert.equal(contextOf(hotHeat(), "read"), undefined);
});

test("throttles below the partitions' bounds point at the table's rate", () => {
  const heat = changed((one) => {
    one.mode = "enforce";
    one.capacity.write.rate = 100;
    hot(one).write[0].share = hot(one).write[0].share.map(() => 0.1);
    hot(one).write[0].reasons = hot(one).write[0].reasons.map((bits) => bits && 1);
  });
  assert.equal(
    sentence(heat),
    "480 writes met the provisioned rate of 100 write units, while no partition used more than 62 % of its own bound. " +
      "Provision more units, scale automatically, or go on-demand.",
  );
});

test("quiet times are called quiet", () => {
  assert.equal(sentence(hotHeat(), "read"), "No reads in this time.");
  const calm = changed((one) => (one.partitions = one.partitions.filter(({ partition }) => partition === 2)));
  assert.equal(sentence(calm), "No partition used more than 31 % of its bound of 1,000 write units. Nothing was throttled.");
  assert.equal(verdictOf(calm, "write").tone, "good");
  const idle = changed((one) => (one.partitions = one.partitions.slice(-1).map((last) => ({ ...last, write: [{ ...last.write[0], share: [0.004], units: [240] }] }))));
  assert.equal(sentence(idle), "No partition used as much as 1 % of its bound of 1,000 write units. Nothing was throttled.");
  const busy = changed((one) => (one.partitions = one.partitions.filter(({ partition }) => partition === 1)));
  assert.match(sentence(busy), /^Partition 1 reached 62 % of its bound/);
  assert.match(sentence(changed((one) => (one.mode = "off"))), /^Capacity is off here/);
  assert.deepEqual([1, 40, 720, 7200].map(spanText), ["1 second", "40 seconds", "12 minutes", "2 hours"]);
});

test("slots are spread over finer columns and summed in coarser ones", () => {
  const columns = { start: 0, step: 10, count: 6 };
  const slots = emptySlots(columns);
  addSlot(slots, columns, { time: 0, length: 60, units: 60, throttles: 6, reasons: 2 });
  assert.deepEqual([...slots.units], [10, 10, 10, 10, 10, 10]);
  for (let time = 20; time < 30; time++) addSlot(slots, columns, { time, length: 1, units: 1 });
  assert.equal(Math.round(slots.units[2]), 20);
  addSlot(slots, columns, { time: -100, length: 1000, units: 1000 });
  assert.equal(Math.round(slots.units[5]), 20);
  assert.deepEqual(columnsOf(NOW - 600, NOW, { seconds: 2, minutes: 60 }), { start: NOW - 600, step: 2, count: 300 });
  assert.equal(columnsOf(NOW - 86_400, NOW, { seconds: 1, minutes: 60 }).count, 1440);
  assert.ok(columnsOf(0, NOW, { seconds: 1, minutes: 60 }).count <= 2001, "an odd range stays bounded");
});

const rowsOf = (heat) => partitionRows(heat, "write", columnsOf(heat.from, heat.to, heat.resolution));

test("a partition that was split lies over the rows of its parts", () => {
  const { grid, factsOf } = rowsOf(hotHeat());
  assert.deepEqual(grid.rows.map(({ label }) => label), ["Partition 4", "Partition 5", "Partition 2", "Partition 3"]);
  const share = (row, column) => grid.shares[row * grid.columns + column].toFixed(2);
  assert.deepEqual([share(0, 5), share(1, 5), share(0, 30), share(1, 40)], ["0.62", "0.62", "0.20", "1.00"]);
  assert.deepEqual([share(3, 5), share(2, 59)], ["0.05", "0.31"]);
  assert.deepEqual(grid.forks, [{ at: NOW - 2400, first: 0, last: 1, boundary: 1, reason: "it was hot for a minute" }]);
  assert.equal(factsOf({ row: 0, column: 5 }).row, "Partition 1");
  const facts = factsOf({ row: 1, column: 40 });
  assert.deepEqual([facts.row, facts.throttles, boundNames(facts.reasons)], ["Partition 5", 40, ["the bound of the partition"]]);
  assert.equal(facts.keys[0].text, "SCANS#7 / 2030-01-15");
  assert.match(facts.notes[0], /^Partition 5 holds the keys from 25 % to 50 % of the hashes\.$/);
  assert.match(factsOf({ row: 0, column: 20 }).notes.join(" "), /^Partition 4 holds/);
  assert.match(factsText(facts, "write"), /100 % of the bound, 60,000 write units, 1,000 a second, 40 throttles at the bound/);
});

test("a cell before a partition is unknown, and an answer of nothing is an empty map", () => {
  const heat = changed((one) => (one.partitions = one.partitions.filter(({ partition }) => partition !== 1)));
  const { grid, factsOf } = rowsOf(heat);
  assert.ok(Number.isNaN(grid.shares[0]));
  assert.equal(factsOf({ row: 0, column: 0 }).row, "No partition");
  assert.deepEqual(grid.forks, []);
  assert.equal(rowsOf(changed((one) => (one.partitions = []))).grid.rows.length, 0);
});

test("a frozen clock shows what happens in the present second", () => {
  const run = { time: NOW, step: 1, units: [500], share: [0.5] };
  const heat = changed((one) => {
    Object.assign(one, { from: NOW, to: NOW + 1, since: NOW, splits: [] });
    one.partitions = [{ partition: 1, from: { route: "0".repeat(16) }, read: [], write: [run] }];
  });
  const { grid } = rowsOf(heat);
  assert.deepEqual([grid.columns, grid.shares[0]], [1, 0.5]);
});

test("keys and prefixes are rows, the busiest first", () => {
  const heat = hotHeat();
  const columns = columnsOf(heat.from, heat.to, heat.resolution);
  const keys = keyRows(heat, columns);
  assert.deepEqual(keys.grid.rows.map(({ id }) => id), ["SCANS#7 / 2030-01-15", "<b>SCANS#8</b>\u202e / x"]);
  assert.equal(keys.grid.shares[40].toFixed(2), "0.93");
  assert.equal(keys.factsOf({ row: 0, column: 40 }).keys[0].key.pk.S, "SCANS#7");
  assert.deepEqual(prefixRows(heat, columns).grid.rows.map(({ id }) => id), ["SCANS#*", "<b>SCANS#*"]);
  assert.deepEqual(["CUST#1#2", "a:b", "plain", "#x", ""].map(prefixOf), ["CUST#*", "a:*", "(no prefix)", "(no prefix)", "(no prefix)"]);
});

test("a key leads to its items, its Query and the patterns that touch it", () => {
  const table = {
    TableName: "scans",
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
    GlobalSecondaryIndexes: [{ IndexName: "GSI1", KeySchema: [{ AttributeName: "g", KeyType: "HASH" }] }],
  };
  const key = { pk: { S: "SCANS#7" }, sk: { S: "a" } };
  assert.deepEqual(keyNarrowing(table, undefined, key).pk, [{ type: "S", value: "SCANS#7" }]);
  assert.equal(keyQuery(table, "GSI1", { g: { N: "4" }, pk: { S: "x" } }).ExpressionAttributeValues[":k0"].N, "4");
  const pattern = (operation, text, units) => ({ table: "scans", operation, pattern: text, readUnits: 0, writeUnits: 0, ...units });
  const all = [
    pattern("PutItem", "PutItem SCANS#* / *", { writeUnits: 5 }),
    pattern("Query", "Query GSI1 SCANS#*", { readUnits: 5 }),
    pattern("PutItem", "PutItem CUST#*", { writeUnits: 9 }),
    pattern("PutItem", "PutItem SCANS.7", { writeUnits: 9 }),
  ];
  const found = (given) => patternsOf(all, { table: "scans", key: "SCANS#7", ...given }).map((one) => one.pattern);
  assert.deepEqual(found({ access: "write" }), ["PutItem SCANS#* / *"]);
  assert.deepEqual(found({ access: "read", index: "GSI1" }), ["Query GSI1 SCANS#*"]);
  assert.deepEqual(found({ access: "read", table: "other" }), []);
});

test("keys begin with the partition key, whatever the server's order", () => {
  const schema = [{ AttributeName: "scanner", KeyType: "HASH" }, { AttributeName: "at", KeyType: "RANGE" }];
  const key = { at: { S: "2030" }, other: { N: "1" }, scanner: { S: "SCANS#7" } };
  assert.equal(keyText(inKeyOrder(key, schema)), "SCANS#7 / 2030 / 1");
  const heat = withKeyOrder(hotHeat(), [...schema, { AttributeName: "sk", KeyType: "HASH" }]);
  assert.equal(keyText(heat.partitions[2].keys[0].key), "2030-01-15 / SCANS#7");
  assert.equal(heat.partitions[0].keys, undefined);
});

test("addresses of noise show the last hour", () => {
  assert.equal(rangeOf("x", "9"), undefined);
  assert.equal(rangeOf("9", "3"), undefined);
  assert.deepEqual(timesToRead(undefined, "3600"), { span: 3600 });
  assert.deepEqual(timesToRead({ from: 1000, to: 1100 }, "600"), { from: 900, to: 1200 });
  const { grid } = rowsOf(hotHeat());
  assert.deepEqual(cellOf(grid, cellText(grid, { row: 1, column: 7 })), { row: 1, column: 7 });
  for (const text of ["", "@", "5@p5", "x@p5", `${NOW}@none`]) assert.equal(cellOf(grid, text), undefined, text);
});

test("throttles of a cell are those of its partition, time and access", () => {
  const facts = { from: 100, to: 160, partitions: [5] };
  const throttle = (more) => ({ time: 120, access: "write", partition: 5, ...more });
  const all = [throttle(), throttle({ time: 160 }), throttle({ partition: 4 }), throttle({ access: "read" }), throttle({ index: "GSI1" })];
  assert.deepEqual(throttlesOf(all, facts, "write", undefined), [all[0]]);
  // A listed throttle names the partition of today, which may be a part of the cell's.
  assert.deepEqual(rowsOf(hotHeat()).factsOf({ row: 0, column: 5 }).partitions, [1, 4, 5]);
});
