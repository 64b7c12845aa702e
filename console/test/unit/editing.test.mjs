// The item editor's three forms, what it finds wrong, and what it sends.
import assert from "node:assert/strict";
import { test } from "node:test";

import { randomSource } from "../support/random_values.mjs";
import { load } from "../support/source.mjs";

const { draftOf, readDraft, spanOf } = await load("data/editing/draft.ts");
const { readPlain } = await load("data/editing/plain_read.ts");
const { plainText } = await load("data/editing/plain_write.ts");
const { fromWireItem, toWireItem } = await load("data/values/dynamodb_json.ts");
const { typeChanges } = await load("data/editing/types.ts");
const { needsEscapes, withEscapes, withoutEscapes } = await load("data/editing/escapes.ts");
const { numberProblem } = await load("data/editing/check_number.ts");
const { checkItem } = await load("data/editing/check.ts");
const { changesBetween, withChanges } = await load("data/editing/changes.ts");
const { updatesOf } = await load("data/editing/update.ts");
const { entryCosts, tableUnits } = await load("data/editing/index_entries.ts");
const { retype } = await load("data/editing/retype.ts");
const { treeOf, readTree } = await load("data/editing/tree.ts");
const { sameItem } = await load("data/editing/same.ts");
const { pathText } = await load("data/values/path.ts");

const FORMS = ["tree", "dynamodb", "plain"];
const item = (wire) => fromWireItem(wire);
const wire = (one) => JSON.parse(JSON.stringify(toWireItem(one)));

test("10,000 random items come back the same through all three forms", () => {
  const random = randomSource(20261119);
  for (let count = 0; count < 10_000; count++) {
    const first = random.item();
    let now = first;
    for (const form of FORMS) {
      const reading = readDraft(draftOf(now, form));
      assert.deepEqual([reading.findings, reading.fault], [[], undefined]);
      assert.deepEqual(reading.item, first, `${form} ${JSON.stringify(wire(first))}`);
      now = reading.item;
    }
  }
});

test("a changed plain text keeps the types that still fit, and others are told", () => {
  const stored = item({
    tags: { SS: ["a", "b"] },
    sizes: { NS: ["1", "2"] },
    photo: { B: "AAH/" },
    keys: { BS: ["AA==", "AQ=="] },
    zip: { S: "01234" },
    deep: { M: { tags: { SS: ["x"] } } },
    list: { L: [{ S: "first" }, { B: "AAH/" }, { SS: ["p", "q"] }] },
  });
  const read = (change) => {
    const json = JSON.parse(plainText(stored));
    change(json);
    return readPlain(JSON.stringify(json), stored);
  };
  const told = (change) => typeChanges(stored, read(change)).map(({ path, before, after }) => `${pathText(path)}: ${before} to ${after}`);
  assert.deepEqual(wire(read((json) => json.tags.push("c"))).tags, { SS: ["a", "b", "c"] });
  assert.deepEqual(wire(read((json) => json.deep.tags.push("y"))).deep, { M: { tags: { SS: ["x", "y"] } } });
  assert.deepEqual(wire(read((json) => (json.photo = "AAAA"))).photo, { B: "AAAA" });
  assert.deepEqual(told((json) => json.tags.push(1)), ["tags: SS to L"]);
  assert.deepEqual(told((json) => (json.tags = [])), ["tags: SS to L"]);
  assert.deepEqual(told((json) => (json.sizes = ["1", "x"])), ["sizes: NS to L"]);
  assert.deepEqual(told((json) => (json.photo = "not base64")), ["photo: B to S"]);
  assert.deepEqual(told((json) => (json.keys = ["AA==", "?"])), ["keys: BS to L"]);
  assert.deepEqual(told((json) => (json.zip = 1234)), ["zip: S to N"]);
  assert.deepEqual(told(() => {}), []);
  // A moved element and a renamed member keep their types.
  assert.deepEqual(wire(read((json) => json.list.unshift("new"))).list, {
    L: [{ S: "new" }, { S: "first" }, { B: "AAH/" }, { SS: ["p", "q"] }],
  });
  assert.deepEqual(wire(read((json) => json.list.reverse())).list, {
    L: [{ SS: ["p", "q"] }, { B: "AAH/" }, { S: "first" }],
  });
  const renamed = read((json) => {
    json.labels = json.tags;
    delete json.tags;
  });
  assert.deepEqual(wire(renamed).labels, { SS: ["a", "b"] });
});

test("38 digits, numbers that JSON writes otherwise and hostile names survive plain JSON", () => {
  const stored = item(JSON.parse('{"n":{"N":"12345678901234567890123456789012345678"},"m":{"N":"007"},"s":{"NS":["1E5","+1"]},"__proto__":{"SS":["x"]}}'));
  assert.deepEqual(readPlain(plainText(stored), stored), stored);
  assert.match(plainText(stored), /"n": 12345678901234567890123456789012345678,/);
});

test("wrong texts are told with their place", () => {
  const fault = (form, text) => readDraft({ ...draftOf(new Map(), form), text }).fault;
  const cut = (form, text) => {
    const { from, to, message } = fault(form, text);
    return [text.slice(from, to), message];
  };
  assert.deepEqual(cut("plain", '{"a": 1,, "b": 2}'), [",", "This is no JSON: Quoted object key expected but got ','."]);
  assert.deepEqual(cut("plain", "[1]"), ["[1]", "An item is a JSON object."]);
  assert.deepEqual(cut("dynamodb", '{"x": {"S": ""}, "a": {"M": {"b.c": {"L": [{"S": "x"}, {"N": 5}]}}}}'), [
    '{"N": 5}',
    'a."b.c"[1]: a text is expected',
  ]);
  assert.deepEqual(cut("dynamodb", '{"a": {"S": "x", "N": "1"}}')[0], '{"S": "x", "N": "1"}');
  assert.match(cut("plain", '{"a": 1, "a": 2}')[1], /Duplicate key 'a'/);
});

test("a finding has its place in both texts", () => {
  const one = item({ a: { M: { "b]": { L: [{ S: "x\"{" }, { NS: ["1", "99"] }] } } }, c: { N: "1" } });
  const at = (form, path) => {
    const draft = draftOf(one, form);
    const { from, to } = spanOf(draft, one, path);
    return draft.text.slice(from, to).replace(/\s+/g, "");
  };
  assert.equal(at("plain", ["a", "b]", 1, 1]), "99");
  assert.equal(at("dynamodb", ["a", "b]", 1, 1]), '"99"');
  assert.equal(at("dynamodb", ["c"]), '{"N":"1"}');
  assert.equal(at("plain", ["a", "none"]), '{"b]":["x\\"{",[1,99]]}');
});

test("hidden characters are edited as escapes and come back", () => {
  for (const text of ["a\u202eb", "\r\n", "\\u202e \u0000", "\ud800", "\u{e0041}x", "tab\tline\n\u200b"]) {
    assert.ok(needsEscapes(text));
    assert.equal(withoutEscapes(withEscapes(text)), text);
    assert.ok(!needsEscapes(withEscapes(text)));
  }
  assert.ok(!needsEscapes("plain \\ text\n\twith lines"));
  assert.equal(withoutEscapes("\\x"), undefined);
  assert.equal(withoutEscapes("\\u{110000}"), undefined);
});

test("numbers have DynamoDB's bounds", () => {
  for (const good of ["0", "-1.5", "+3", ".5", "5.", "1E125", "9.9999999999999999999999999999999999999E+125", "1E-130", "0e125", "1000000000000000000000000000000000000000000"]) {
    assert.equal(numberProblem(good), "", good);
  }
  for (const bad of ["", "x", "1_0", " 1", "1e", "NaN", "1E126", "1E-131", "123456789012345678901234567890123456789", "0e126", "0e-131"]) {
    assert.notEqual(numberProblem(bad), "", bad);
  }
});

const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });
const table = {
  TableName: "t",
  KeySchema: [key("pk"), key("sk", "RANGE")],
  AttributeDefinitions: [["pk", "S"], ["sk", "N"], ["g", "S"], ["h", "S"]].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  GlobalSecondaryIndexes: [
    { IndexName: "all", KeySchema: [key("g")], Projection: { ProjectionType: "ALL" } },
    { IndexName: "two", KeySchema: [key("g"), key("h")], Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["x"] } },
  ],
};
const BASE = { pk: { S: "p" }, sk: { N: "1" } };

test("what DynamoDB refuses is found with its path", () => {
  let deep = { S: "x" };
  for (let level = 0; level < 32; level++) deep = { L: [deep] };
  const found = (more) => checkItem(item({ ...BASE, ...more }), table).map(({ path, message }) => `${pathText(path)}: ${message}`);
  assert.deepEqual(found({}), []);
  assert.match(found({ pk: { S: "" } })[0], /^pk: .*not empty/);
  assert.match(found({ sk: { S: "1" } })[0], /^sk: As part of the table's key it is a number/);
  assert.match(found({ g: { N: "1" } })[0], /^g: As part of the key of index all it is a string/);
  assert.match(found({ pk: { S: "é".repeat(1025) } })[0], /at most 2048 bytes/);
  assert.match(found({ a: { L: [{ SS: ["x", "x"] }] } })[0], /^a\[0\]: A set has no member twice/);
  assert.match(found({ a: { NS: ["1", "1.0"] } })[0], /twice/);
  assert.match(found({ a: { SS: [] } })[0], /at least one/);
  assert.match(found({ a: { M: { "": { S: "x" } } } })[0], /name/);
  assert.match(found({ a: deep })[0], /31 times/);
  assert.deepEqual(found({ a: deep.L[0] }), []);
  assert.match(found({ a: { S: "x".repeat(409_600) } })[0], /At most 409600/);
  assert.match(checkItem(item({ pk: { S: "p" } }), table)[0].message, /missing/);
});

test("a save sends only what has changed, and the old values as its condition", () => {
  const before = item({ ...BASE, name: { S: "x" }, size: { N: "1" }, map: { M: { a: { S: "1" }, b: { S: "2" } } }, list: { L: [{ S: "x" }, { S: "y" }] }, set: { SS: ["a", "b"] } });
  const after = item({ ...BASE, name: { S: "y" }, size: { N: "1.0" }, map: { M: { a: { S: "1" }, c: { S: "3" } } }, list: { L: [{ S: "x" }, { S: "z" }] }, set: { SS: ["b", "a"] }, new: { NULL: true } });
  const changes = changesBetween(before, after);
  assert.deepEqual(changes.map(({ path }) => pathText(path)), ["name", "map.b", "map.c", "list[1]", "new"]);
  assert.ok(sameItem(withChanges(before, changes), after));
  const [{ request }, ...others] = updatesOf(table, item(BASE), changes);
  assert.deepEqual(others, []);
  assert.equal(request.UpdateExpression, "SET #1 = :0, #2.#4 = :3, #5[1] = :4, #6 = :6 REMOVE #2.#3");
  assert.equal(
    request.ConditionExpression,
    "attribute_exists(#0) AND #1 = :1 AND #2.#3 = :2 AND attribute_not_exists(#2.#4) AND #5[1] = :5 AND attribute_not_exists(#6)",
  );
  assert.deepEqual(Object.values(request.ExpressionAttributeNames), ["pk", "name", "map", "b", "c", "list", "new"]);
});

test("random changes lead from one item to the other", () => {
  const random = randomSource(5);
  for (let count = 0; count < 2000; count++) {
    const [before, after] = [random.item(), random.item()];
    assert.ok(sameItem(withChanges(before, changesBetween(before, after)), after));
    assert.deepEqual(changesBetween(before, before), []);
  }
});

test("many changes take several requests, each within DynamoDB's bounds", () => {
  const many = (n) => item(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`attribute${at}`, { N: String(at + n) }])));
  const requests = updatesOf(table, item(BASE), changesBetween(many(0), many(1)));
  assert.ok(requests.length > 5 && requests.length < 20, String(requests.length));
  for (const { request: { UpdateExpression, ConditionExpression } } of requests) {
    assert.ok(Math.max(UpdateExpression.length, ConditionExpression.length) <= 4096);
    assert.ok((ConditionExpression.match(/ = | AND /g) ?? []).length <= 300);
  }
});

test("a save's units follow the entries that it touches", () => {
  const costs = (before, after) => entryCosts(before && item({ ...BASE, ...before }), after && item({ ...BASE, ...after }), table).map(({ index, change, units }) => `${index} ${change} ${units}`);
  assert.deepEqual(costs({ a: { S: "x" } }, { a: { S: "y" } }), []);
  assert.deepEqual(costs({}, { g: { S: "x" } }), ["all added 1"]);
  assert.deepEqual(costs({ g: { S: "x" }, big: { S: "x".repeat(1500) } }, { g: { S: "y" }, big: { S: "x".repeat(3000) } }), ["all moved 5"]);
  assert.deepEqual(costs({ g: { S: "x" }, h: { S: "1" }, y: { S: "1" } }, { g: { S: "x" }, h: { S: "1" }, y: { S: "2" } }), ["all changed 1"]);
  assert.deepEqual(costs({ g: { S: "x" }, h: { S: "1" } }, { g: { S: "x" } }), ["all changed 1", "two removed 1"]);
  assert.deepEqual(costs(undefined, { g: { S: "x" }, h: { S: "1" } }), ["all added 1", "two added 1"]);
  assert.equal(tableUnits(item({ a: { S: "x".repeat(3000) } }), item(BASE)), 3);
  assert.equal(tableUnits(undefined, item(BASE)), 1);
});

test("a type that is chosen takes along what fits, and the type before brings the rest back", () => {
  const node = (value) => treeOf(item({ a: value })).children[0].node;
  const after = (value, ...types) => {
    const { item: read, findings } = readTree({ ...treeOf(new Map()), children: [{ name: "a", node: types.reduce(retype, node(value)) }] });
    return findings.length > 0 ? findings : wire(read).a;
  };
  assert.deepEqual(after({ SS: ["a", "b"] }, "L"), { L: [{ S: "a" }, { S: "b" }] });
  assert.deepEqual(after({ L: [{ S: "a" }, { N: "1" }] }, "SS"), { SS: ["a", "1"] });
  assert.deepEqual(after({ S: "12" }, "N"), { N: "12" });
  assert.deepEqual(after({ S: "é" }, "B"), { B: "w6k=" });
  assert.deepEqual(after({ B: "w6k=" }, "S"), { S: "é" });
  assert.deepEqual(after({ S: "x" }, "SS"), { SS: ["x"] });
  assert.deepEqual(after({ M: { x: { S: "1" } } }, "L"), { L: [{ S: "1" }] });
  assert.deepEqual(after({ M: { x: { S: "1" } } }, "NULL", "M"), { M: { x: { S: "1" } } });
  assert.deepEqual(after({ L: [{ S: "1" }] }, "M"), { M: { member1: { S: "1" } } });
  assert.deepEqual(after({ BOOL: true }, "S"), { S: "true" });
});
