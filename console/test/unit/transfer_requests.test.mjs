// The requests of imports and exports, against a server that the test plays.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load } from "../support/source.mjs";

const { importFile } = await load("data/transfer/import_file.ts");
const { exportItems } = await load("data/transfer/export_items.ts");
const { queryOf } = await load("data/transfer/export_source.ts");
const { refusedLines } = await load("data/transfer/refused_lines.ts");
const { blobTarget } = await load("data/transfer/target.ts");

globalThis.document = { baseURI: "http://127.0.0.1:8000/console/" };

let answer; // (operation, input) => [status, json]
let calls;
beforeEach(() => (calls = []));
globalThis.fetch = async (url, { headers, body, signal }) => {
  signal?.throwIfAborted();
  const operation = new Map(headers).get("x-amz-target").split(".")[1];
  const input = JSON.parse(body);
  calls.push({ operation, input, unmetered: new Map(headers).get("x-stator-unmetered") });
  const [status, json] = await answer(operation, input);
  return new Response(JSON.stringify(json), { status });
};
const refusal = (type, message = "") => [400, { __type: `x#${type}`, message }];

const TABLE = {
  TableName: "t",
  AttributeDefinitions: ["a", "b", "c", "d"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
  KeySchema: [{ AttributeName: "a", KeyType: "HASH" }],
  GlobalSecondaryIndexes: [
    {
      IndexName: "g",
      KeySchema: ["a", "b"].map((AttributeName) => ({ AttributeName, KeyType: "HASH" })).concat(
        ["c", "d"].map((AttributeName) => ({ AttributeName, KeyType: "RANGE" })),
      ),
      Projection: { ProjectionType: "ALL" },
    },
  ],
};
const CONTENT = { format: "jsonl", compressed: false, records: "lines", delimiter: "" };
const idsOf = (input) => input.RequestItems.t.map((write) => write.PutRequest.Item.a.S);

function importing(lines, { skip = 0, signal = new AbortController().signal } = {}) {
  const refused = refusedLines();
  const reports = [];
  const job = { file: new Blob([lines.join("\n")]), content: CONTENT, table: TABLE, skip, refused };
  return { refused, reports, end: importFile({ ...job, report: (one) => reports.push(one) }, signal) };
}

const lines = (count) => Array.from({ length: count }, (_, n) => `{"a":"${n}"}`);

test("the server's refusal falls on the wrong items alone", async () => {
  answer = async (_, input) =>
    idsOf(input).some((id) => ["3", "17", "60"].includes(id)) ? refusal("ValidationException", "wrong") : [200, {}];
  const { refused, end } = importing(lines(80));
  const { written, records } = await end;
  assert.deepEqual([written, records, refused.count()], [77, 80, 3]);
  assert.ok(refused.first().every(({ reason }) => reason === "wrong"));
  assert.deepEqual(refused.first().map(({ line }) => line).sort(), [18, 4, 61]); // as answers arrive
});

test("a batch waits for earlier batches with one of its keys", async () => {
  let stored;
  let running = 0;
  answer = async (_, input) => {
    const mine = input.RequestItems.t.find((write) => write.PutRequest.Item.a.S === "0");
    if (mine !== undefined) {
      assert.equal(running++, 0);
      await new Promise((go) => setTimeout(go, 20 - calls.length));
      running--;
      stored = mine.PutRequest.Item.n.N;
    }
    return [200, {}];
  };
  const { end } = importing(Array.from({ length: 250 }, (_, n) => `{"a":"${n % 25}","n":${n}}`));
  assert.equal((await end).written, 250);
  assert.equal(stored, "225");
});

test("repeated keys within a batch leave the last item", async () => {
  answer = async () => [200, {}];
  const { end } = importing(['{"a":"x","n":1}', '{"a":"y"}', '{"a":"x","n":2}']);
  assert.deepEqual(await end.then(({ written, repeated }) => [written, repeated]), [2, 1]);
  assert.deepEqual(calls[0].input.RequestItems.t.map((write) => write.PutRequest.Item.n?.N), ["2", undefined]);
});

test("a failure keeps the position before the first batch that is not written", async () => {
  answer = async (_, input) => {
    const [first] = idsOf(input);
    if (first === "50") return [500, { __type: "x#InternalServerError", message: "" }];
    return [200, {}];
  };
  const { reports, end } = importing(lines(1000));
  await assert.rejects(end, (error) => error.type === "InternalServerError");
  assert.equal(reports.at(-1).records, 50);
  calls = [];
  answer = async () => [200, {}];
  const again = await importing(lines(1000), { skip: 50 }).end;
  assert.equal(again.written, 950);
  assert.equal(idsOf(calls[0].input)[0], "50");
});

test("stopping ends the requests and reports where to go on", async () => {
  const stopping = new AbortController();
  answer = async () => {
    if (calls.length === 8) stopping.abort();
    return [200, {}];
  };
  const { reports, end } = importing(lines(100_000), { signal: stopping.signal });
  await assert.rejects(end, { name: "AbortError" });
  assert.ok(calls.length < 20);
  const { records, written } = reports.at(-1);
  assert.ok(records >= 50 && records <= written, `${records} ${written}`);
});

async function exporting(source, given = {}) {
  const target = given.target ?? blobTarget();
  const job = { table: TABLE, source, format: "dynamodb", compressed: false, guard: false, report: () => {} };
  const progress = await exportItems({ ...job, ...given, target }, new AbortController().signal);
  return { progress, text: await target.finish().text() };
}

test("a table is scanned in segments, to the end of each, and counts nowhere", async () => {
  answer = async (_, { Segment, ExclusiveStartKey }) =>
    ExclusiveStartKey === undefined
      ? [200, { Items: [{ a: { S: `${Segment}` } }], LastEvaluatedKey: { a: { S: "k" } } }]
      : [200, { Items: [{ a: { S: `${Segment}!` } }] }];
  const { progress, text } = await exporting({ kind: "scan" });
  assert.equal(progress.items, 8);
  assert.equal(progress.bytes, text.length);
  assert.equal(new Set(text.trim().split("\n")).size, 8);
  assert.ok(calls.every((one) => one.unmetered === "1" && one.operation === "Scan" && one.input.ConsistentRead));
});

test("a selection is read by its keys, unprocessed ones too", async () => {
  const keys = Array.from({ length: 230 }, (_, n) => new Map([["a", { type: "S", value: `${n}` }]]));
  answer = async (_, { RequestItems }) => {
    const { Keys } = RequestItems.t;
    const half = Math.ceil(Keys.length / 2);
    const left = Keys.slice(half);
    return [200, { Responses: { t: Keys.slice(0, half) }, UnprocessedKeys: left.length > 0 ? { t: { Keys: left } } : {} }];
  };
  const { progress } = await exporting({ kind: "keys", keys });
  assert.equal(progress.items, 230);
  assert.ok(calls.every((one) => one.input.RequestItems.t.Keys.length <= 100 && one.unmetered === "1"));
});

test("a query names the keys of several attributes", () => {
  const values = (...all) => all.map((value) => ({ type: "S", value }));
  const query = (sk, op, sk2) => {
    const condition = { pk: values("1", "2"), sk: values(...sk), op, sk2: sk2 && { type: "S", value: sk2 } };
    return queryOf(TABLE, { kind: "query", index: "g", condition });
  };
  const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = query(["3", "4"], "between", "5");
  assert.equal(KeyConditionExpression, "#k0 = :k0 AND #k1 = :k1 AND #k2 = :k2 AND #k3 BETWEEN :k3 AND :end");
  assert.deepEqual(ExpressionAttributeNames, { "#k0": "a", "#k1": "b", "#k2": "c", "#k3": "d" });
  assert.deepEqual(ExpressionAttributeValues[":end"], { S: "5" });
  assert.match(query(["3"], "begins_with").KeyConditionExpression, /begins_with\(#k2, :k2\)$/);
  assert.match(query(["3"], "<=").KeyConditionExpression, /#k2 <= :k2$/);
  assert.match(query([], "=").KeyConditionExpression, /#k1 = :k1$/);
});

test("a failed segment ends the export, and a file that grows too large says so", async () => {
  answer = async (_, { Segment }) => (Segment === 2 ? refusal("ResourceNotFoundException", "gone") : [200, { Items: [] }]);
  await assert.rejects(exporting({ kind: "scan" }), (error) => error.message === "gone");
  answer = async () => [200, { Items: [{ a: { S: "x".repeat(2000) } }] }];
  await assert.rejects(exporting({ kind: "scan" }, { target: blobTarget(5000) }), (error) => /grew beyond 4\.9 KB/.test(error.message));
  answer = async () => [200, { Items: [] }];
  const { text } = await exporting({ kind: "scan", index: "g" }, { format: "csv" });
  assert.equal(text, "a:S,b:S,c:S,d:S,others:*\n");
  assert.ok(calls.at(-1).input.ConsistentRead === false);
});
