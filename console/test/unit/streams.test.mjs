// Streams without a server: lineage, starts, bounds, differences.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { lineageOf } = await load("data/streams/lineage.ts");
const { startsOf } = await load("data/streams/tail.ts");
const { BYTES_MAX, keepRecords, RECORDS_MAX } = await load("data/streams/kept_records.ts");
const { Entities } = await load("data/entities/entities.ts");
const { changeOf, entityOf, keyOf, matches } = await load("data/streams/record_facts.ts");
const { compareSequence, openedAt, shortShardId } = await load("data/streams/stream_shapes.ts");
const { differences } = await load("data/values/difference.ts");
const { fromWireItem } = await load("data/values/dynamodb_json.ts");
const { valueLine } = await load("data/values/value_line.ts");

const shard = (id, parent, first, last) => ({
  ShardId: `shardId-00000001763236800000-0000000${id}`,
  ParentShardId: parent && `shardId-00000001763236800000-0000000${parent}`,
  SequenceNumberRange: { StartingSequenceNumber: String(first), EndingSequenceNumber: last && String(last) },
});
// 1 splits into 3 and 4, 3 rolls over into 5; 2 stays open.
const SHARDS = [shard(1, undefined, 101, 200), shard(2, undefined, 101), shard(3, 1, 201, 300), shard(4, 1, 201), shard(5, 3, 301)];

test("a split forks a block, and columns are the commits that opened shards", () => {
  const { placed, rows, columns, left } = lineageOf(SHARDS);
  const places = Object.fromEntries(placed.map(({ shard: one, row, rows: count, from, to }) => [shortShardId(one.ShardId), [row, count, from, to]]));
  assert.deepEqual(places, { 1: [0, 2, 0, 1], 3: [0, 1, 1, 2], 5: [0, 1, 2, 3], 4: [1, 1, 1, 3], 2: [2, 1, 0, 3] });
  assert.deepEqual([rows, columns.length, left], [3, 3, 0]);
});

test("open shards are drawn before closed ones where not all fit", () => {
  const { placed, left } = lineageOf(SHARDS, 4);
  assert.deepEqual(placed.map(({ shard: one }) => shortShardId(one.ShardId)).sort(), ["2", "3", "4", "5"]);
  assert.equal(left, 1);
});

const startIds = (start) => startsOf(SHARDS, start).map(({ shard: one, start: own }) => `${shortShardId(one.ShardId)} ${own.from}`);

test("a tail starts at the roots, at the open shards, or at the shards that hold a number", () => {
  assert.deepEqual(startIds({ from: "oldest" }), ["1 oldest", "2 oldest"]);
  assert.deepEqual(startIds({ from: "now", since: 0 }), ["2 now", "4 now", "5 now"]);
  assert.deepEqual(startIds({ from: "number", number: "250" }), ["2 number", "3 number", "4 number"]);
  assert.deepEqual(startIds({ from: "number", number: "5" }), ["1 oldest", "2 oldest"]);
});

test("sequence numbers compare as numbers of any length", () => {
  const numbers = ["9", "10", "100000000000000000000000002", "100000000000000000000000001"].sort(compareSequence);
  assert.deepEqual(numbers, ["9", "10", "100000000000000000000000001", "100000000000000000000000002"]);
});

test("a shard's id tells its time and its short name", () => {
  assert.equal(openedAt("shardId-00000001763236800000-0000000a").toISOString(), "2025-11-15T20:00:00.000Z");
  assert.equal(openedAt("something else"), undefined);
  assert.equal(openedAt("shardId-99999999999999999999-1"), undefined);
  assert.equal(shortShardId("shardId-00000001763236800000-000000a0"), "a0");
  assert.equal(shortShardId("shardId-00000001763236800000-00000000"), "0");
});

const record = (number, SizeBytes = 10) => ({ shardId: "s", record: { dynamodb: { SequenceNumber: String(number), SizeBytes } } });
const numbersOf = (kept) => kept.map((one) => Number(one.record.dynamodb.SequenceNumber));

test("records are kept in order, up to a number and a size", () => {
  const kept = keepRecords([record(1), record(5)], [record(9), record(3)]);
  assert.deepEqual(numbersOf(kept), [1, 3, 5, 9]);
  const many = keepRecords(kept, Array.from({ length: RECORDS_MAX }, (_, at) => record(100 + at)));
  assert.equal(many.length, RECORDS_MAX);
  assert.equal(numbersOf(many)[0], 100);
  assert.deepEqual(numbersOf(keepRecords([], [1, 2, 3].map((at) => record(at, BYTES_MAX / 2)))), [2, 3]);
  assert.deepEqual(numbersOf(keepRecords([], [record(1, 2 * BYTES_MAX)])), [1]);
});

const diff = (before, after) =>
  differences(fromWireItem(before), fromWireItem(after)).map((one) => [
    one.path,
    one.before && valueLine(one.before),
    one.after && valueLine(one.after),
  ]);

test("images differ by attribute path", () => {
  const before = {
    a: { S: "x" },
    gone: { N: "1" },
    m: { M: { city: { S: "Bonn" }, same: { BOOL: true } } },
    l: { L: [{ N: "1" }, { N: "2" }] },
    set: { SS: ["a", "b"] },
    bytes: { B: "AAE=" },
    "a.b": { S: "1" },
  };
  const after = {
    a: { N: "1" },
    m: { M: { city: { S: "Köln" }, same: { BOOL: true } } },
    l: { L: [{ N: "1" }, { N: "3" }, { NULL: true }] },
    set: { SS: ["c", "b"] },
    bytes: { B: "AAE=" },
    "a.b": { S: "2" },
  };
  assert.deepEqual(diff(before, after), [
    ["a", '"x"', "1"],
    ['"a.b"', '"1"', '"2"'],
    ["gone", "1", undefined],
    ["l[1]", "2", "3"],
    ["l[2]", undefined, "null"],
    ["m.city", '"Bonn"', '"Köln"'],
    ["set{}", '"a"', undefined],
    ["set{}", undefined, '"c"'],
  ]);
  assert.deepEqual(diff(JSON.parse('{"__proto__":{"S":"a"}}'), JSON.parse('{"__proto__":{"S":"b"}}')), [["__proto__", '"a"', '"b"']]);
  assert.equal(differences(fromWireItem(before), fromWireItem(after), 2).length, 2);
});

const modify = (images, eventName = "MODIFY") => ({
  shardId: "s",
  record: { eventName, dynamodb: { Keys: { sk: { N: "7" }, pk: { S: "Ada" } }, SequenceNumber: "1", ...images } },
});
const image = (value) => ({ pk: { S: "Ada" }, sk: { N: "7" }, a: { S: value } });

test("a change with one image is no comparison, unless the item is new or gone", () => {
  const kinds = (kept) => [changeOf(kept).kind, changeOf(kept).differences.map((one) => one.path)];
  assert.deepEqual(kinds(modify({ OldImage: image("x"), NewImage: image("y") })), ["difference", ["a"]]);
  assert.deepEqual(kinds(modify({ NewImage: image("y") })), ["new-image", ["a"]]);
  assert.deepEqual(kinds(modify({ OldImage: image("y") })), ["old-image", ["a"]]);
  assert.deepEqual(kinds(modify({ NewImage: image("y") }, "INSERT")), ["difference", ["a"]]);
  assert.deepEqual(kinds(modify({})), ["keys", []]);
});

test("records are filtered by event, key and shard", () => {
  const kept = modify({});
  assert.equal(keyOf(kept, ["pk", "sk"]).text, "Ada · 7");
  const entities = new Entities("t", { hash: ["pk"], range: ["sk"] }, undefined);
  const found = (filter) => matches(kept, ["pk", "sk"], entities, { event: "", entity: "", key: "", shard: "", ...filter });
  const typed = modify({ NewImage: { ...image("x"), _type: { S: "Person" } } });
  assert.equal(entityOf(typed, entities), "Person");
  assert.ok(matches(typed, ["pk", "sk"], entities, { event: "", entity: "Person", key: "", shard: "" }));
  assert.ok(!found({ entity: "Person" }));
  assert.ok(found({}) && found({ event: "MODIFY", key: "aDA", shard: "s" }));
  assert.ok(!found({ event: "INSERT" }) && !found({ key: "Bob" }) && !found({ shard: "t" }));
});
