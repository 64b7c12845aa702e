import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { md5, shardOf } = await load("data/model/md5.ts");
const { madeValue, templateText } = await load("data/model/key_text.ts");
const { recogniserOf } = await load("data/model/recognise.ts");
const { filledRequest } = await load("data/model/fill.ts");
const { draftOf } = await load("data/model/draft.ts");

// A test of the server compares this file with its answer.
const orders = JSON.parse(readFileSync(new URL("../support/orders_description.json", import.meta.url)));
const S = (value) => ({ type: "S", value });
const N = (value) => ({ type: "N", value: String(value) });
const item = (members) => new Map(Object.entries(members));
const request = (id) => orders.patterns.find((pattern) => pattern.id === id).requests[0];

test("MD5 equals Node's, over block ends and all kinds of letters", () => {
  for (const text of ["", "a", "o-9001", "ä€😀", ...[55, 56, 63, 64, 65, 1000].map((length) => "x".repeat(length))]) {
    assert.equal(Buffer.from(md5(text)).toString("hex"), createHash("md5").update(text).digest("hex"), text);
  }
  // docs/model-values.md
  assert.deepEqual(["o-9001", "o-9044", "o-9100"].map((id) => shardOf(id, 10)), [3, 1, 0]);
});

test("templates make the texts that docs/model-values.md states", () => {
  const made = (part, value) => madeValue({ type: "S", parts: [{ literal: "K#" }, part] }, item({ a: value }))?.value;
  assert.equal(made({ attribute: "a", width: 5 }, N(42)), "K#00042");
  assert.equal(made({ attribute: "a", bucket: "hour" }, S("2026-11-15T10:30:00.000Z")), "K#2026-11-15T10");
  assert.equal(made({ attribute: "a", descending: true }, S("2026-11-15")), "K#7973-88-84");
  assert.equal(made({ attribute: "a", shards: 10 }, S("o-9001")), "K#3");
  assert.equal(made({ attribute: "b" }, S("x")), undefined);
  assert.deepEqual(madeValue({ type: "N", parts: [{ attribute: "a", plus: 1 }] }, item({ a: N(4) })), N(5));
  assert.deepEqual(madeValue({ type: "BOOL", parts: [{ attribute: "a" }] }, item({ a: { type: "BOOL", value: true } })), {
    type: "BOOL",
    value: true,
  });
  assert.equal(templateText(orders.entities[1].rows[3].partition[0].parts), "OPEN#{shard(orderId,4)}");
});

test("rows are recognised by their keys, and by their type", () => {
  const of = recogniserOf(orders, "app-main");
  const name = (members) => of(item(members))?.entity.name;
  assert.equal(name({ PK: S("CUST#1"), SK: S("PROFILE") }), "Customer");
  assert.equal(name({ PK: S("CUST#1"), SK: S("ORDER#2026-11-15#o-1") }), "Order");
  assert.equal(name({ PK: S("ORDER#o-1"), SK: S("ITEM#001") }), "Line");
  assert.equal(of(item({ PK: S("ORDER#o-1"), SK: S("META") })).row.role, "copy");
  assert.equal(name({ PK: S("CUST#1"), SK: S("PROFILE"), _type: S("Line") }), undefined);
  assert.equal(name({ PK: S("elsewhere"), SK: S("PROFILE") }), undefined);
  assert.equal(name({ PK: N(1), SK: S("PROFILE") }), undefined);
  const inIndex = recogniserOf(orders, "app-main", "GSI2");
  assert.equal(inIndex(item({ GSI2PK: S("OPEN#3"), GSI2SK: S("2026-11-15#o-1") })).entity.name, "Order");
});

test("a pattern's request takes the arguments' values", () => {
  const get = filledRequest(request("A1"), item({ custId: S("c-1") }));
  assert.deepEqual(get, { input: { TableName: "app-main", Key: { PK: { S: "CUST#c-1" }, SK: { S: "PROFILE" } } }, missing: [] });
  const query = filledRequest(request("A4"), item({ custId: S("c-1") }));
  assert.deepEqual(query.missing, ["status"]);
  assert.deepEqual(query.input.ExpressionAttributeValues, { ":v0": { S: "CUST#{custId}#{status}" } });
  assert.equal(request("A1").input.Key.PK.S, "CUST#{custId}", "the description stays as it is");
});

test("a statement takes its parameters", () => {
  const statement = {
    operation: "ExecuteStatement", table: "app-main",
    input: { Statement: "SELECT * FROM t WHERE PK = ? AND total > ?", Parameters: [{ S: "CUST#{custId}" }, { N: "{total}" }] },
    values: [
      { path: ["Parameters", "0"], type: "S", parts: [{ literal: "CUST#" }, { attribute: "custId" }] },
      { path: ["Parameters", "1"], type: "N", parts: [{ attribute: "total" }] },
    ],
  };
  assert.deepEqual(filledRequest(statement, item({ custId: S("c-1"), total: N(5) })), {
    input: { Statement: statement.input.Statement, Parameters: [{ S: "CUST#c-1" }, { N: "5" }] }, missing: [],
  });
  assert.deepEqual(filledRequest(statement, item({ custId: S("c-1") })).missing, ["total"]);
});

test("an item lacks the keys whose condition an argument contradicts", () => {
  const values = { custId: S("c"), orderDate: S("2026-11-15"), orderId: S("o-9001"), total: N(3) };
  const put = (status) => filledRequest(request("A6"), item({ ...values, status: S(status) })).input.TransactItems[0].Put.Item;
  assert.deepEqual(put("OPEN").GSI2PK, { S: `OPEN#${shardOf("o-9001", 4)}` });
  assert.equal("GSI2PK" in put("PAID"), false);
  assert.equal("GSI2SK" in put("PAID"), false);
  assert.deepEqual(put("PAID").version, { N: "1" });
});

test("an update removes such a key", () => {
  const values = { custId: S("c"), orderDate: S("2026-11-15"), orderId: S("o"), "expected version": N(7) };
  const update = (status) => filledRequest(request("A7"), item({ ...values, status: S(status) })).input.TransactItems[0].Update;
  const open = update("OPEN");
  assert.equal(open.UpdateExpression, request("A7").input.TransactItems[0].Update.UpdateExpression);
  assert.deepEqual(open.ExpressionAttributeValues[":v1"], { N: "8" });
  const paid = update("PAID");
  assert.equal(paid.UpdateExpression, "SET #n0 = :v0, #n1 = :v1, #n2 = :v2 REMOVE #n3, #n4");
  assert.deepEqual(Object.keys(paid.ExpressionAttributeValues), [":v0", ":v1", ":v2", ":v5"]);
});

test("a draft of any other form is an empty one", () => {
  const file = { name: "a.std", etag: '"1"', text: "x" };
  assert.deepEqual(draftOf({ text: "x", file }), { text: "x", file });
  assert.deepEqual(draftOf({ text: "x", file: { name: 1 } }), { text: "x" });
  for (const other of [null, 1, "x", [], {}, { text: 1 }]) assert.deepEqual(draftOf(other), { text: "" });
});

// --- What the view makes of it ---

const { knownRows, sampleOf } = await load("views/model/pictures/known_rows.ts");
const { lineChanges } = await load("data/model/line_changes.ts");
const { collectionsOf, placesOf, nameOf } = await load("views/model/pictures/collections.ts");
const { drawCollections } = await load("views/model/pictures/draw_collections.ts");
const { drawGraph, relationsOf } = await load("views/model/pictures/draw_graph.ts");
const { problemsOf } = await load("views/model/model_lines.ts");
const { blocksOf, sectionOf } = await load("views/model/finding_text.ts");
const { optionsAt } = await load("views/model/language/completions.ts");
const { isFileName, modelName } = await load("views/model/model_file.ts");

test("sample data have children under their parents, and recognisable rows", () => {
  const rows = sampleOf(orders, "app-main");
  const of = recogniserOf(orders, "app-main");
  for (const { entity, row, item: one } of rows) {
    assert.equal(of(one)?.entity.name, entity.name);
    assert.equal(of(one)?.row.role, row.role);
  }
  const customers = rows.filter(({ entity }) => entity.name === "Customer").map(({ item: one }) => one.get("custId").value);
  const owners = rows.filter(({ entity }) => entity.name === "Order").map(({ item: one }) => one.get("custId").value);
  assert.deepEqual([...new Set(owners)], customers);
  const keys = rows.map(({ item: one }) => `${one.get("PK").value} ${one.get("SK").value}`);
  assert.equal(new Set(keys).size, keys.length);
});

test("only items that meet an index's condition are in its picture", () => {
  const places = placesOf(orders);
  assert.deepEqual(places.map(nameOf), ["app-main", "app-main / GSI1", "app-main / GSI2"]);
  const open = collectionsOf(places[2], sampleOf(orders, "app-main"));
  for (const { rows } of open) for (const { attributes } of rows) assert.ok(!attributes.some(([name]) => name === "status"));
  assert.ok(open.flatMap(({ rows }) => rows).length < collectionsOf(places[1], sampleOf(orders, "app-main")).flatMap(({ rows }) => rows).length);
  const table = collectionsOf(places[0], sampleOf(orders, "app-main"));
  const first = table.find(({ partition }) => partition.startsWith("CUST#"));
  assert.deepEqual(first.rows.map(({ label }) => label), ["Order", "Order", "Customer"]);
});

const colours = new Proxy({}, { get: (_, name) => `[${String(name)}]` });

test("pictures hold names as text, whatever they are", () => {
  const hostile = JSON.parse(JSON.stringify(orders).replaceAll("Customer", "<script>alert(1)</script>\\u202e"));
  const rows = collectionsOf(placesOf(hostile)[0], sampleOf(hostile, "app-main"));
  const drawn = drawCollections("<b>", ["PK", "SK"], rows, hostile.entities.map(({ name }) => name), colours);
  for (const { svg } of [drawn, drawGraph(hostile, colours)]) {
    assert.doesNotMatch(svg, /<script|<b>|\u202e/);
    assert.match(svg, /&lt;script&gt;/);
  }
});

test("the graph has a line to each parent, and to each entity that an attribute names", () => {
  assert.deepEqual(
    relationsOf(orders).map(({ from, to, dashed }) => [from, to, dashed]),
    [
      ["Customer", "Order", false],
      ["Order", "Line", false],
    ],
  );
});

test("findings stand at their words, also behind letters of several bytes", () => {
  const finding = { code: "x", severity: "note", subject: "", message: "m", cure: "c" };
  const text = 'model m "ä€😀" word\nnext';
  const column = Buffer.from(text.slice(0, text.indexOf("word"))).length + 1;
  const [first, second] = problemsOf(text, [{ ...finding, line: 1, column }, { ...finding, line: 99, column: 99 }]);
  assert.equal(text.slice(first.from, first.to), "word");
  assert.equal(first.severity, "info");
  assert.equal(first.message, "m c");
  assert.ok(second.from <= text.length);
});

test("every finding has its section of the documentation", () => {
  const page = readFileSync(new URL("../../../docs/model-findings.md", import.meta.url), "utf8");
  const rules = readFileSync(new URL("../../../src/model/check/findings.inc", import.meta.url), "utf8");
  const codes = [...rules.matchAll(/^FINDING\(\w+,\s*"([\w-]+)"/gm)].map(([, code]) => code);
  assert.ok(codes.length > 20);
  for (const code of codes) assert.ok(!sectionOf(page, code).startsWith("The documentation says nothing"), code);
  const blocks = blocksOf(sectionOf(page, "many-requests"));
  assert.ok(blocks.some(({ kind }) => kind === "list"));
  assert.ok(blocks.every(({ text = "" }) => !text.includes("](")));
});

test("completions know the place in the text", () => {
  const text = "model m\ntable app (PK, SK)\nentity Order 1 x 1B\n  attr orderId:id, region\n  key A\npatterns\n";
  const at = (line, before = text) => optionsAt(line, before + line, (before + line).length, orders).map(({ label }) => label);
  assert.ok(at("").includes("entity"));
  assert.ok(at("  attr x:").includes("enum"));
  assert.deepEqual(at("  key A#{", text.slice(0, text.indexOf("  key"))).slice(-1), ["region"]);
  assert.ok(at("  A1 1/s ").includes("get"));
  assert.deepEqual(at("  A1 1/s get "), ["Order"]);
  assert.ok(at("  A1 1/s get Order[").includes("custId"));
  assert.ok(at("  A1 1/s list Order[custId] desc ").includes("orderDate"));
  assert.deepEqual(at('  A1 1/s get Order "in words '), []);
});

test("two texts are compared line by line", () => {
  const changes = lineChanges("a\nb\nc\nd", "a\nx\nc\nd\ne").map(({ kind, text }) => `${kind[0]}${text}`);
  assert.deepEqual(changes, ["sa", "rb", "ax", "sc", "sd", "ae"]);
  assert.deepEqual(lineChanges("a", "a"), [{ kind: "same", text: "a" }]);
});

test("file names are those that the server takes", () => {
  for (const name of ["orders.std", "a-b_c.1.std"]) assert.ok(isFileName(name), name);
  for (const name of ["", ".std", "a", "../a.std", ".a.std", "a b.std", "ä.std"]) assert.ok(!isFileName(name), name);
  assert.equal(modelName('-- x\nmodel orders "o"'), "orders");
});


test("a table's own items make pictures, without those that the model does not know", () => {
  const items = [
    item({ PK: S("CUST#1"), SK: S("PROFILE"), custId: S("1") }),
    item({ PK: S("elsewhere"), SK: S("x") }),
  ];
  assert.deepEqual(knownRows(orders, "app-main", items).map(({ entity, item: one }) => [entity.name, one]), [["Customer", items[0]]]);
});
