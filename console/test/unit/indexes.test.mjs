// The index view's facts about items and costs.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { attributesOf, EMPTY_SURVEY, EXAMPLES_MAX, surveyed } = await load("data/indexes/survey.ts");
const { indexBill } = await load("data/indexes/index_bill.ts");
const { fromWireItem } = await load("data/values/dynamodb_json.ts");

const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });
const index = { IndexName: "i", KeySchema: [key("a"), key("b", "RANGE")], Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["x"] } };
const table = {
  TableName: "t",
  KeySchema: [key("pk")],
  AttributeDefinitions: [["pk", "S"], ["a", "S"], ["b", "N"]].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  GlobalSecondaryIndexes: [index],
};
const item = (n, more) => fromWireItem({ pk: { S: `p${n}` }, ...more });
const A = { a: { S: "x" } };
const B = { b: { N: "1" } };

test("absent items are counted by reason, over pages, with a few examples", () => {
  const first = surveyed(EMPTY_SURVEY, [item(1, { ...A, ...B }), item(2, A), item(3, { ...B, a: { S: "" } })], { pk: { S: "p3" } }, index, table);
  const many = Array.from({ length: 20 }, (_, n) => item(10 + n, { ...A, b: { S: "1" }, y: { NULL: true } }));
  const survey = surveyed(first, [item(4), ...many, item(5, { ...B, a: { S: "x".repeat(2049) } })], undefined, index, table);
  assert.deepEqual([survey.looked, survey.present, survey.next], [25, 1, undefined]);
  const told = survey.reasons.map(({ attribute, message, count }) => `${attribute} ${count} ${message}`);
  assert.deepEqual(told, [
    "b 20 Its type is S. As part of the key of index i it is a number.",
    "b 2 The attribute is missing.",
    "a 1 Its type is S. As part of the key of index i it is not empty.",
    "a 1 The attribute is missing.",
    "a 1 Its type is S. As part of the key of index i it has at most 2048 bytes.",
  ]);
  assert.equal(survey.reasons[0].examples.length, EXAMPLES_MAX);
  assert.deepEqual([...survey.reasons[0].examples[0].keys()], ["pk"]);
  assert.deepEqual(
    attributesOf(survey, index, table).map(({ name, count, isProjected }) => `${name} ${count} ${isProjected}`),
    ["y 20 false", "pk 25 true", "a 24 true", "b 23 true"].sort((x, y) => x.endsWith("true") - y.endsWith("true")),
  );
});

test("attributes are counted within a bound", () => {
  const wide = item(1, Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`n${n}`, { NULL: true }])));
  const survey = surveyed(EMPTY_SURVEY, [wide], undefined, index, table);
  assert.deepEqual([survey.attributes.size, survey.isCut], [1000, true]);
});

test("an index has its share of the table's bill", () => {
  const line = (of, name, dollars) => ({ table: of, index: name, dollars });
  const bill = { lines: [line("t", "", 6), line("t", "i", 1), line("t", "i", 1), line("other", "i", 9)] };
  assert.deepEqual(indexBill(bill, "t", "i"), { dollars: 2, share: 0.25 });
  assert.deepEqual(indexBill({ lines: [] }, "t", "i"), { dollars: 0, share: 0 });
});
