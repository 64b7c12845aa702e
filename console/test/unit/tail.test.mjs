// A tail against a made-up server: what a real one does too seldom for a test.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

globalThis.document = { baseURI: "http://127.0.0.1/console/" };
const { Tail } = await load("data/streams/tail.ts");

const SIGNAL = new AbortController().signal;

// A server with these shards: { id, parent, records, closed }. `fail` may refuse a request.
function serve(shards, fail = () => undefined) {
  const answers = {
    DescribeStream: ({ ShardFilter: filter }) => ({
      StreamDescription: { Shards: shards.filter((shard) => filter === undefined || shard.parent === filter.ShardId).map(described) },
    }),
    GetShardIterator: ({ ShardId, ShardIteratorType, SequenceNumber }) => {
      const { records } = shards.find((shard) => shard.id === ShardId);
      const at = { TRIM_HORIZON: 0, LATEST: records.length }[ShardIteratorType] ?? records.indexOf(Number(SequenceNumber)) + 1;
      return { ShardIterator: `${ShardId} ${at}` };
    },
    GetRecords: ({ ShardIterator }) => {
      const [id, at] = ShardIterator.split(" ");
      const { records, closed } = shards.find((shard) => shard.id === id);
      const next = closed ? undefined : `${id} ${records.length}`;
      return { Records: records.slice(Number(at)).map(recordOf), NextShardIterator: next };
    },
  };
  globalThis.fetch = async (url, { headers = [], body } = {}) => {
    if (String(url).endsWith("/clock")) return new Response(JSON.stringify({ time: "2026-01-01T00:00:00Z", machineTime: "2026-01-01T00:00:00Z" }));
    const operation = new Map(headers).get("x-amz-target").split(".")[1];
    const request = JSON.parse(body);
    const type = fail(operation, request);
    if (type === "network") throw new TypeError("network");
    if (type !== undefined) return new Response(JSON.stringify({ __type: type, message: type }), { status: 400 });
    return new Response(JSON.stringify(answers[operation](request)));
  };
}

const described = ({ id, parent, closed }) => ({
  ShardId: id,
  ParentShardId: parent,
  SequenceNumberRange: { StartingSequenceNumber: "1", EndingSequenceNumber: closed ? "99" : undefined },
});
const recordOf = (number) => ({
  eventName: "INSERT",
  dynamodb: { ApproximateCreationDateTime: 2e9, Keys: {}, SequenceNumber: String(number), SizeBytes: 1 },
});
const numbers = ({ records }) => records.map(({ record }) => Number(record.dynamodb.SequenceNumber));

test("shards are read after their parents, and records are in the order of their numbers", async () => {
  const asked = [];
  serve(
    [
      { id: "a", records: [1, 4], closed: true },
      { id: "b", records: [2, 3, 9] },
      { id: "c", parent: "a", records: [5, 8], closed: true },
      { id: "d", parent: "c", records: [10] },
    ],
    (operation, request) => void (operation === "GetRecords" && asked.push(request.ShardIterator[0])),
  );
  const state = await new Tail("arn", { from: "oldest" }).step(SIGNAL);
  assert.deepEqual(numbers(state), [1, 2, 3, 4, 5, 8, 9, 10]);
  assert.ok(asked.indexOf("a") < asked.indexOf("c") && asked.indexOf("c") < asked.indexOf("d"), asked.join());
  assert.equal(state.behind, false);
});

test("a failure loses no record and repeats none", async () => {
  const shards = [
    { id: "a", records: [1, 2], closed: true },
    { id: "b", records: [3] },
    { id: "c", parent: "a", records: [4] },
  ];
  let failures = 3;
  const refuse = (operation, request) => {
    const wanted = failures === 3 ? "GetShardIterator" : failures === 2 ? "DescribeStream" : "GetRecords";
    if (failures === 0 || operation !== wanted || (wanted === "DescribeStream" && request.ShardFilter === undefined)) return undefined;
    failures--;
    return "network";
  };
  serve(shards, refuse);
  const tail = new Tail("arn", { from: "oldest" });
  for (let round = 0; round < 8; round++) await tail.step(SIGNAL).catch((error) => assert.equal(error.type, "Unreachable"));
  assert.equal(failures, 0);
  assert.deepEqual(numbers(tail.state), [1, 2, 3, 4]);
  assert.deepEqual(tail.state.gaps, []);
});

test("an iterator that expired is replaced behind the last record, also if none was read", async () => {
  const shards = [{ id: "a", records: [1, 2] }];
  let expired = false;
  serve(shards, (operation) => {
    if (!expired || operation !== "GetRecords") return undefined;
    expired = false;
    return "ExpiredIteratorException";
  });
  for (const [from, wanted] of [["oldest", [1, 2, 3]], ["now", [1, 2, 3]]]) {
    shards[0].records = from === "now" ? [] : [1, 2];
    const tail = new Tail("arn", { from });
    await tail.step(SIGNAL);
    shards[0].records = [1, 2, 3];
    expired = true;
    assert.deepEqual(numbers(await tail.step(SIGNAL)), wanted, from);
  }
});

test("a shard that was dropped is a gap, and its children are read", async () => {
  const shards = [
    { id: "a", records: [1] },
    { id: "b", parent: "a", records: [7] },
  ];
  serve(shards.slice(0, 1));
  const tail = new Tail("arn", { from: "oldest" });
  await tail.step(SIGNAL);
  serve(shards.slice(1), (operation, request) => {
    if (operation === "GetRecords" && request.ShardIterator.startsWith("a")) return "TrimmedDataAccessException";
    return operation === "GetShardIterator" && request.ShardId === "a" ? "ResourceNotFoundException" : undefined;
  });
  const state = await tail.step(SIGNAL);
  assert.deepEqual(numbers(state), [1, 7]);
  assert.deepEqual(state.gaps, ["shard-gone"]);
});

test("a stream that is gone says so", async () => {
  serve([], (operation) => (operation === "DescribeStream" ? "ResourceNotFoundException" : undefined));
  await assert.rejects(new Tail("arn", { from: "oldest" }).step(SIGNAL), { type: "ResourceNotFoundException" });
});
