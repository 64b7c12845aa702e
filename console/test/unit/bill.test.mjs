import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { groupLines, operationGroups, tableGroups } = await load("views/bill/groups.ts");
const { breakEvenText, cacheText, cheapestText, planText } = await load("views/bill/plan_texts.ts");
const { billOfFile, keepBill, keptBill } = await load("views/bill/saved_bill.ts");
const { patternRequest } = await load("views/bill/pattern_request.ts");
const { modelPatternOf } = await load("views/bill/model_pattern.ts");
const { unverifiedIn } = await load("views/bill/unverified.ts");
const { periodProblem, utilizationProblem } = await load("views/bill/terms.ts");
const { breakEvenSvg } = await load("views/bill/break_even_svg.ts");
const { COLOUR_NAMES } = await load("shared/picture/colours.ts");

const line = (table, index, operation, subject, dollars) => ({
  ...{ table, index, operation, subject, dollars },
  pattern: operation && `${operation} CUST#*`,
  quantity: 1,
});
const LINES = [
  line("orders", "", "PutItem", "writes", 8),
  line("orders", "GSI1", "PutItem", "writes", 3),
  line("orders", "", "GetItem", "reads", 1),
  line("orders", "", "", "storage", 0.5),
  line("users", "", "Scan", "reads", 20),
];

test("lines are summed up by table, index and operation, the most expensive first", () => {
  const groups = tableGroups({ lines: LINES });
  assert.deepEqual(groups.map(({ label, dollars, inner = false }) => [label, dollars, inner]), [
    ["users", 20, false],
    ["orders", 12.5, false],
    ["the table itself", 9.5, true],
    ["GSI1", 3, true],
  ]);
  assert.deepEqual(groups[1].parts, { writes: 11, reads: 1, storage: 0.5, streams: 0, warmThroughput: 0 });
  assert.equal(new Set(groups.map(({ id }) => id)).size, 4);
  assert.deepEqual(operationGroups({ lines: LINES }).map(({ label }) => label), ["Scan", "PutItem", "GetItem", "stored bytes"]);
  assert.deepEqual(groupLines([line("__proto__", "", "", "reads", 1)], ({ table }) => table).map(({ label }) => label), ["__proto__"]);
});

test("the words are those of stator bill", () => {
  const plan = (name, dollars) => ({ plan: name, dollars, lines: [] });
  const table = { plans: [plan("onDemand", 45.99), plan("provisioned", 19.64), plan("reservedThreeYears", 13)], cheapest: "reservedThreeYears", cheapestUncommitted: "provisioned" };
  assert.equal(
    cheapestText(table, 0.7),
    "Cheapest: reserved for 3 years, $13.00 a month. Without reserved capacity: provisioned, 70 % used, $19.64.",
  );
  assert.equal(planText("somethingNew", 0.7), "somethingNew");
  assert.equal(
    breakEvenText({ subject: "writes", fullLoadUnits: 25, fullyUsed: 0.288889, atUtilization: 0.412698 }, 0.7),
    "Writes: on-demand is cheaper than provisioned below 29 % of full load, 6.9 h a day (7.2 of 25 units a second); " +
      "than provisioned at 70 % used, below 41 % of full load, 9.9 h a day (10.3 of 25 units a second).",
  );
  assert.equal(
    cacheText({ answered: 0.53, saved: 2.63, node: "t3.small", nodes: 3, dollars: 87.6, pays: false }),
    "3 nodes t3.small cost $87.60 a month. A cache would have answered 53 % of the read units, worth $2.63: it does not pay.",
  );
});

test("unverified prices are found by their member", () => {
  const sentence = "Unverified in the price file: dax_node_hour.t3.medium, gb_bytes, reserved.one_year.read_block_upfront, reserved.three_years.";
  for (const member of ["dax_node_hour", "reserved.one_year", "reserved.three_years", "gb_bytes"]) assert.ok(unverifiedIn(sentence, member), member);
  for (const member of ["standard", "dax", "streams"]) assert.equal(unverifiedIn(sentence, member), false, member);
  assert.equal(unverifiedIn("", "gb_bytes"), false);
});

const memory = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
};

test("a bill is kept, and a full storage says so", () => {
  const usage = { since: "2030-01-15T10:30:00Z", until: "2030-01-15T10:31:00Z", tables: [] };
  const storage = memory();
  assert.equal(keptBill(() => storage), undefined);
  assert.equal(keepBill({ usage }, () => storage), "");
  assert.deepEqual(keptBill(() => storage).usage, usage);
  const full = { setItem: () => { throw new Error("full"); } };
  assert.match(keepBill({ usage }, () => full), /storage is full or blocked/);
  assert.equal(keptBill(() => ({ getItem: () => "{noise" })), undefined);
  assert.equal(keptBill(() => ({ getItem: () => '{"usage":5}' })), undefined);
});

test("a file that is no bill is told", () => {
  const usage = { since: "a", until: "b" };
  assert.deepEqual(billOfFile("x.json", JSON.stringify({ usage })), { name: "x.json", usage });
  for (const text of ["", "{}", "[1]", "null", '{"usage":{"since":5}}']) assert.throws(() => billOfFile("x.json", text), /x\.json is not a bill/);
  assert.throws(() => billOfFile("x.json", JSON.stringify({ usage: { ...usage, tables: "y".repeat(2_100_000) } })), /more than the server compares/);
});

const TABLE = {
  TableName: "orders",
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  GlobalSecondaryIndexes: [{ IndexName: "GSI1", KeySchema: [{ AttributeName: "g", KeyType: "HASH" }] }],
};
const requestOf = (operation, rest) => patternRequest({ operation, pattern: `${operation}${rest}` }, TABLE);

test("a pattern becomes a request to fill in", () => {
  assert.deepEqual(requestOf("GetItem", " CUST#* / ORDER#*").input.Key, { pk: { S: "CUST#*" }, sk: { S: "ORDER#*" } });
  const query = requestOf("Query", " CUST#* / ORDER#*").input;
  assert.equal(query.KeyConditionExpression, "#p = :p AND begins_with(#s, :s)");
  assert.deepEqual(query.ExpressionAttributeValues, { ":p": { S: "CUST#*" }, ":s": { S: "ORDER#" } });
  assert.equal(requestOf("Query", " CUST#* / =PROFILE").input.KeyConditionExpression, "#p = :p AND #s = :s");
  assert.equal(requestOf("Query", " CUST#* / 2030..").input.KeyConditionExpression, "#p = :p AND #s >= :s");
  const index = requestOf("Query", " GSI1 CUST#*#SHIPPED").input;
  assert.deepEqual([index.IndexName, index.KeyConditionExpression, index.ExpressionAttributeNames], ["GSI1", "#p = :p", { "#p": "g" }]);
  assert.deepEqual(requestOf("Scan", ""), { operation: "Scan", input: { TableName: "orders" } });
  assert.equal(requestOf("TransactWriteItems", " CUST#*"), undefined);
});

test("a pattern finds its line in the model by the form of its keys", () => {
  const request = (operation, input, more = {}) => ({ operation, table: "orders", input, values: [], ...more });
  const S = (text) => ({ S: text });
  const model = {
    patterns: [
      { id: "AP1", requests: [request("GetItem", { Key: { pk: S("CUST#{custId}"), sk: S("PROFILE") } })] },
      { id: "AP2", requests: [request("GetItem", { Key: { pk: S("CUST#{custId}"), sk: S("ORDER#{orderId}") } })] },
      { id: "AP3", requests: [request("Query", { ExpressionAttributeValues: { ":p": S("CUST#{custId}#{status}") } }, { index: "GSI1" })] },
      { id: "AP4", requests: [request("Query", { ExpressionAttributeValues: { ":p": S("CUST#{custId}"), ":s": S("ORDER#") } })] },
      { id: "AP5", requests: [request("Scan", {})] },
    ],
  };
  const found = (operation, rest, table = "orders") => modelPatternOf({ table, operation, pattern: `${operation}${rest}` }, model)?.id;
  assert.equal(found("GetItem", " CUST#* / ORDER#*"), "AP2");
  assert.equal(found("GetItem", " CUST#* / PROFILE"), "AP1");
  assert.equal(found("Query", " GSI1 CUST#*#*"), "AP3");
  assert.equal(found("Query", " CUST#* / ORDER#*"), "AP4");
  assert.equal(found("Scan", ""), "AP5");
  assert.equal(found("GetItem", " USER#*"), undefined);
  assert.equal(found("GetItem", " CUST#* / PROFILE", "other"), undefined);
  assert.equal(found("DeleteItem", " CUST#* / PROFILE"), undefined);
});

test("terms of an address are durations and percents", () => {
  for (const text of ["", "24h", "1d12h", "90m"]) assert.equal(periodProblem(text), "", text);
  for (const text of ["24", "h", "1y", "-1h"]) assert.notEqual(periodProblem(text), "", text);
  assert.equal(utilizationProblem("70.5"), "");
  for (const text of ["0", "101", "x"]) assert.notEqual(utilizationProblem(text), "", text);
});

test("the break-even curve is a picture without markup of others", () => {
  const colours = Object.fromEntries(COLOUR_NAMES.map((name) => [name, "rgb(1, 2, 3)"]));
  const { svg } = breakEvenSvg({ subject: "reads", fullLoadUnits: 15, fullyUsed: 0.29, atUtilization: 0.41 }, 0.7, colours);
  assert.match(svg, /^<svg xmlns=/);
  assert.match(svg, />provisioned, 70 % used</);
});
