// Expressions as users type them, and the requests that they become.
import assert from "node:assert/strict";
import { test } from "node:test";

import { randomSource } from "../support/random_values.mjs";
import { load } from "../support/source.mjs";

const { lifted, inlined } = await load("data/expressions/lift.ts");
const { literalText, valueOfLiteral } = await load("data/expressions/literal_text.ts");
const { typedExpression, withExpression } = await load("data/operations/expressions.ts");
const { keyTermsOf, typedTerms } = await load("data/operations/key_condition.ts");
const { toWire } = await load("data/values/dynamodb_json.ts");

const NONE = { names: new Map(), values: new Map() };
const lift = (typed) => {
  const { expression, names, values } = lifted(typed, NONE);
  return [expression, Object.fromEntries(names), JSON.parse(JSON.stringify(Object.fromEntries([...values].map(([name, value]) => [name, toWire(value)]))))];
};

test("values and reserved names become placeholders", () => {
  assert.deepEqual(lift('status = "OPEN"'), ["#status = :status", { "#status": "status" }, { ":status": { S: "OPEN" } }]);
  assert.deepEqual(lift("cost > -5 AND size(tags) <> 2.5e3")[0], "cost > :cost AND size(tags) <> :tags");
  assert.deepEqual(lift("`my attr`.name[0] = true")[1], { "#myattr": "my attr", "#name": "name" });
  assert.deepEqual(lift("_x = 1")[1], { "#_x": "_x" });
  assert.deepEqual(lift('a IN ("x", "y")')[0], "a IN (:a, :a2)");
});

test("updates keep indexes, and literals of every type", () => {
  const [expression, , values] = lift('SET list[2] = [1, {"k": null}], n = n - 1, m = b"AAE=" ADD tags <<"x", "y">> REMOVE a[0]');
  assert.equal(expression, "SET #list[2] = :list, n = n - :n, m = :m ADD tags :tags REMOVE a[0]");
  assert.deepEqual(values, {
    ":list": { L: [{ N: "1" }, { M: { k: { NULL: true } } }] },
    ":n": { N: "1" },
    ":m": { B: "AAE=" },
    ":tags": { SS: ["x", "y"] },
  });
});

test("a text that is no expression has a problem with its place", () => {
  for (const [typed, at] of [['a = "x', 4], ["a = <<1, \"x\">>", 4], ["a ; b", 2], ["a = :none", 4], ["a = [1", 6], ["a = <<>>", 4]]) {
    assert.throws(() => lift(typed), (error) => error.name === "ExpressionProblem" && error.at === at, typed);
  }
});

test("every value comes back from its text", () => {
  const source = randomSource(7);
  for (let count = 0; count < 2000; count++) {
    const value = source.value();
    const text = literalText(value);
    assert.deepEqual(toWire(valueOfLiteral(text)), toWire(value), text);
    const { expression, values } = lifted(`x = ${text}`, NONE);
    assert.deepEqual([expression, values.size], ["x = :x", 1]);
    assert.equal(inlined(expression, { names: new Map(), values }), `x = ${text}`);
  }
});

test("expressions share placeholders, and those without a use go", () => {
  let input = { TableName: "t", Limit: 5 };
  input = withExpression(input, "KeyConditionExpression", 'name = "a"');
  input = withExpression(input, "FilterExpression", 'name <> "b" AND status = "c"');
  assert.equal(input.FilterExpression, "#name <> :name2 AND #status = :status");
  assert.deepEqual(input.ExpressionAttributeNames, { "#name": "name", "#status": "status" });
  assert.equal(typedExpression(input, "FilterExpression"), 'name <> "b" AND status = "c"');
  assert.deepEqual(withExpression(input, "FilterExpression", "  "), {
    TableName: "t",
    KeyConditionExpression: "#name = :name",
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":name": { S: "a" } },
    Limit: 5,
  });
});

test("what another program wrote reads as values too", () => {
  const input = {
    UpdateExpression: "SET #a.#b = :v, c = :w",
    ExpressionAttributeNames: { "#a": "set", "#b": "x y" },
    ExpressionAttributeValues: { ":v": { M: { __proto__: null, k: { N: "1e5" } } }, ":w": { N: "no number" } },
  };
  assert.equal(typedExpression(input, "UpdateExpression"), 'SET `set`.`x y` = {"k": 1e5}, c = :w');
  const again = withExpression(input, "UpdateExpression", typedExpression(input, "UpdateExpression"));
  assert.deepEqual(again.ExpressionAttributeValues[":w"], { N: "no number" });
});

test("key conditions fall apart into terms", () => {
  const input = (typed) => withExpression({}, "KeyConditionExpression", typed);
  for (const typed of [
    'PK = "a"',
    'PK = "a" AND begins_with(SK, "b AND c")',
    "PK = 5 AND SK BETWEEN 1 AND 2",
    'PK = "a" AND SK >= b"AAE="',
  ]) {
    assert.equal(typedTerms(keyTermsOf(input(typed))), typed);
  }
  assert.equal(keyTermsOf(input('PK = "a" OR SK = "b"')), undefined);
  assert.equal(keyTermsOf({ KeyConditionExpression: "PK = :missing" }), undefined);
  assert.deepEqual(keyTermsOf({}), []);
});
