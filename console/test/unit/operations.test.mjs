// Requests of the builder: their parts, texts, answers, and what the browser keeps.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { inputOfParts, partsOf, tableSpecsOf, withTableSpec } = await load("data/operations/parts.ts");
const { addressText, inputOfText, requestOfText, textOfInput } = await load("data/operations/request_text.ts");
const { fileOf, loadKept, requestsOfFile, storeKept, withLatest, withSaved } = await load("data/operations/kept.ts");
const { consumedOf, dollarsForMonth, unitsIn } = await load("data/operations/units.ts");
const { followUpOf, metItem, reasonsOf } = await load("data/operations/send_request.ts");
const { failureOf } = await load("data/requests/failure.ts");
const { pagesText, remarksOn } = await load("data/operations/explanation.ts");

test("batches and transactions come back from their parts", () => {
  const key = { pk: { S: "a" } };
  const inputs = [
    ["BatchGetItem", { RequestItems: { t: { Keys: [key, { pk: { S: "b" } }], ConsistentRead: true }, u: { Keys: [key] } } }],
    ["BatchWriteItem", { RequestItems: { t: [{ PutRequest: { Item: key } }, { DeleteRequest: { Key: key } }] }, ReturnConsumedCapacity: "TOTAL" }],
    ["TransactGetItems", { TransactItems: [{ Get: { TableName: "t", Key: key } }] }],
    ["TransactWriteItems", { TransactItems: [{ Update: { TableName: "t", Key: key, UpdateExpression: "REMOVE x" } }], ClientRequestToken: "x" }],
  ];
  for (const [operation, input] of inputs) {
    assert.deepEqual(inputOfParts(operation, partsOf(operation, input), input), input);
  }
  assert.deepEqual(partsOf("TransactWriteItems", { TransactItems: [5, {}, { Put: {}, Get: {} }, { Nothing: {} }] }), []);
  assert.deepEqual(partsOf("BatchGetItem", { RequestItems: [] }), []);
});

test("what a batch reads of a table changes without its keys and the other tables", () => {
  const key = { pk: { S: "a" } };
  const input = { RequestItems: { t: { Keys: [key] }, u: { Keys: [key], ConsistentRead: true } }, ReturnConsumedCapacity: "TOTAL" };
  const [[table, spec]] = tableSpecsOf(input);
  const next = withTableSpec(input, table, { ...spec, ConsistentRead: true });
  assert.deepEqual(next, { ...input, RequestItems: { t: { Keys: [key], ConsistentRead: true }, u: input.RequestItems.u } });
  assert.deepEqual(tableSpecsOf({ RequestItems: { t: 5 } }), [["t", {}]]);
});

test("JSON keeps every digit and every name", () => {
  const text = '{"TableName":"t","Limit":5,"Item":{"__proto__":{"N":"12345678901234567890123456789012345678"},"x":1.50}}';
  const input = inputOfText(text);
  assert.equal(input.Limit, 5);
  assert.deepEqual(Object.keys(input.Item), ["__proto__", "x"]);
  assert.equal(addressText({ operation: "PutItem", input }).replace('{"operation":"PutItem","input":', "").slice(0, -1), text);
  assert.deepEqual(inputOfText(textOfInput(input)), input);
});

test("an address without a request says why", () => {
  for (const text of ["", "{", "[]", '{"operation":"DropTable","input":{}}', '{"operation":"Query","input":[]}', '{"input":{},"input":{"a":1}}']) {
    assert.throws(() => requestOfText(text), /\w{3}/, text);
  }
});

const QUERY = { operation: "Query", input: { TableName: "t" } };

test("the history is bounded and has each request once", () => {
  let history = [];
  for (let at = 0; at < 80; at++) history = withLatest(history, { operation: "Scan", input: { TableName: `t${at % 60}` } }, at);
  assert.equal(history.length, 50);
  assert.equal(history[0].input.TableName, "t19");
  assert.equal(new Set(history.map((one) => one.input.TableName)).size, 50);
  const large = { operation: "PutItem", input: { TableName: "t", Item: { x: { S: "y".repeat(200_000) } } } };
  assert.deepEqual(withLatest(history, large, 99), history);
});

test("broken and full storage lose nothing that is shown", () => {
  const broken = { getItem: () => "{broken", setItem: () => { throw new Error("quota"); } };
  assert.deepEqual(loadKept(broken, "saved"), []);
  assert.equal(storeKept(broken, "saved", [{ ...QUERY, name: "x", at: 1 }]), false);
  assert.equal(storeKept(undefined, "history", []), false);
  const odd = { getItem: () => '[5, {"operation":"Nothing","input":{}}, {"operation":"Query","input":{},"name":7}]' };
  assert.deepEqual(loadKept(odd, "history"), [{ operation: "Query", input: {}, name: "", at: 0 }]);
});

test("saved requests come back from their file", () => {
  const saved = withSaved(withSaved(withSaved([], QUERY, "a", 1), QUERY, "b", 2), { ...QUERY, input: {} }, "a", 3);
  assert.deepEqual(saved.map(({ name }) => name), ["a", "b"]);
  const read = requestsOfFile(fileOf(saved));
  assert.deepEqual(read.map(({ name, input }) => [name, input]), [["a", {}], ["b", { TableName: "t" }]]);
  for (const text of ["", "[]", '{"format":"other","requests":[]}', "PK\u0003"]) assert.throws(() => requestsOfFile(text), /file/);
});

test("units are those of the table and of each index", () => {
  const consumed = consumedOf({
    TableName: "t",
    CapacityUnits: 5,
    Table: { CapacityUnits: 2 },
    GlobalSecondaryIndexes: { g: { CapacityUnits: 3 }, h: { CapacityUnits: 0 } },
  });
  assert.deepEqual(consumed, [{ table: "t", units: 2 }, { table: "t", index: "g", units: 3 }]);
  assert.equal(unitsIn(consumed), 5);
  assert.deepEqual(consumedOf([{ TableName: "a", CapacityUnits: 1 }, { TableName: "b", CapacityUnits: 0.5 }]).map((one) => one.units), [1, 0.5]);
  assert.deepEqual(consumedOf(undefined), []);
  assert.equal(dollarsForMonth(2, 0.125, 10).toFixed(2), "6.57");
});

test("an answer leads to the next page, or to what a batch left", () => {
  const page = { request: QUERY, answer: { LastEvaluatedKey: { pk: { S: "a" } } } };
  assert.deepEqual(followUpOf(page).request.input, { TableName: "t", ExclusiveStartKey: { pk: { S: "a" } } });
  assert.equal(followUpOf({ request: QUERY, answer: {} }), undefined);
  const batch = { operation: "BatchWriteItem", input: { RequestItems: { t: [] }, ReturnConsumedCapacity: "TOTAL" } };
  const rest = { t: [{ DeleteRequest: { Key: {} } }] };
  assert.deepEqual(followUpOf({ request: batch, answer: { UnprocessedItems: rest } }).request.input, { RequestItems: rest, ReturnConsumedCapacity: "TOTAL" });
  assert.equal(followUpOf({ request: batch, answer: { UnprocessedItems: {} } }), undefined);
});

test("reasons and stored items of refusals", () => {
  const body = JSON.stringify({ __type: "x#TransactionCanceledException", message: "m", CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed", Message: "failed", Item: { a: { N: "1" } } }] });
  const [first, second] = reasonsOf(failureOf(400, body, "r"));
  assert.deepEqual([first.code, second.code, second.message, second.item.get("a")], ["None", "ConditionalCheckFailed", "failed", { type: "N", value: "1" }]);
  for (const odd of ["", "<html>", "null", '{"CancellationReasons":5}']) assert.deepEqual(reasonsOf(failureOf(400, odd, "r")), []);
  assert.deepEqual(reasonsOf(new Error("x")), []);
  assert.equal(metItem(failureOf(400, '{"Item":{"a":{"S":"x"}}}', "r")).get("a").value, "x");
});

test("explanations in words", () => {
  const read = { operation: "Query", table: "t", consistent: false, itemsExamined: 50, itemsReturned: 2, itemsFiltered: 48, bytesRead: 1, units: 1 };
  assert.match(remarksOn(read)[0], /filter drops/);
  assert.deepEqual(remarksOn({ ...read, itemsReturned: 50 }), []);
  assert.equal(pagesText({ ...read, pagesToGo: 0 }), "This was the last page.");
  assert.equal(pagesText({ ...read, pagesToGo: 3, pagesEstimated: true }), "About 3 pages to go.");
  assert.equal(pagesText(read), "");
});
