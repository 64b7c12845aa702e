// Requests as patterns of a model, and patterns as requests.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { consoleFolder, load } from "../support/source.mjs";

const { patternOf } = await load("data/operations/pattern_line.ts");
const { freeId, withPattern } = await load("data/operations/model_text.ts");
const { entityRows, rowsRequest } = await load("data/operations/row_query.ts");
const { completed } = await load("views/operations/completions.ts");
const { filledRequest } = await load("data/model/fill.ts");
const { unitPricesOf } = await load("data/operations/unit_prices.ts");

const model = JSON.parse(await readFile(join(consoleFolder, "test/support/orders_description.json"), "utf8"));

const valueOf = ({ type, values }) => (type === "N" ? { type, value: "5" } : { type: "S", value: values?.[0] ?? "2026-01-01" });

test("the requests of a model become its patterns again", () => {
  const again = model.patterns.flatMap(({ arguments: parameters, requests }) =>
    requests.map((request) => {
      const { input } = filledRequest(request, new Map(parameters.map((one) => [one.name, valueOf(one)])));
      return patternOf({ operation: request.operation, input }, model);
    }),
  );
  assert.deepEqual(again, [
    "get Customer[custId]",
    "list Order[custId] desc orderDate limit 20",
    "list Order[orderId]",
    "list Order[custId, status] desc orderDate show total",
    "list Order[status=OPEN] asc orderDate limit 500 show total",
    "txn put Order if new + put Line",
    "txn update Order[custId, orderDate, orderId] set status, version if version rewrite keys",
  ]);
});

test("a part of a key names the attributes that it holds whole", () => {
  const query = (sk) => ({
    operation: "Query",
    input: {
      TableName: "app-main",
      KeyConditionExpression: "PK = :p AND begins_with(SK, :s)",
      ExpressionAttributeValues: { ":p": { S: "CUST#c1" }, ":s": { S: sk } },
    },
  });
  assert.equal(patternOf(query("ORDER#2026-01-01#"), model), "list Order[custId, orderDate] asc orderId");
  assert.equal(patternOf(query("ORDER#2026-0"), model), "list Order[custId] asc orderDate");
  assert.throws(() => patternOf({ operation: "Query", input: { ...query("").input, TableName: "other" } }, model), /No entity/);
  assert.throws(() => patternOf({ operation: "BatchGetItem", input: {} }, model), /one request/);
});

test("a pattern goes behind the last one", () => {
  assert.equal(freeId(model), "A8");
  const text = "model m\npatterns\n  A1  1/s  get  User[id]\n      as get \"PK = {id}\"\n\nassert no scan\n";
  const described = { patterns: [{ id: "A1", line: 3 }] };
  assert.equal(
    withPattern(text, "A2  1/s  list  User[mail]", described),
    "model m\npatterns\n  A1  1/s  get  User[id]\n      as get \"PK = {id}\"\n  A2  1/s  list  User[mail]\n\nassert no scan\n",
  );
  assert.equal(withPattern("model m\n", "A1  1/s  scan  User", { patterns: [] }), "model m\n\npatterns\n  A1  1/s  scan  User\n");
  assert.equal(withPattern("model m\npatterns\n", "A1  1/s  scan  User", { patterns: [] }), "model m\npatterns\n  A1  1/s  scan  User\n");
});

test("prices are those of the default table and of the class", () => {
  const table = { standard: { on_demand: { read_million: 0.125, write_million: 0.625 } } };
  const answer = { default: "b", prices: [{ name: "a", table: {} }, { name: "b", table }] };
  assert.deepEqual(unitPricesOf(answer, "STANDARD"), { read: 0.125, write: 0.625 });
  assert.equal(unitPricesOf(answer, "STANDARD_INFREQUENT_ACCESS"), undefined);
});

test("the rows of an entity by the beginning of their key", () => {
  const rows = entityRows(model);
  const orders = rows.find(({ id }) => id === "Order.0");
  const text = (value) => ({ type: "S", value });
  assert.equal(orders.text, "Order[custId] in app-main");
  assert.deepEqual([orders.needed, orders.possible].map((all) => all.map(({ name }) => name)), [["custId"], ["orderDate", "orderId"]]);
  assert.equal(rowsRequest(orders, new Map([["orderDate", text("2026")]])), undefined);
  const { input } = rowsRequest(orders, new Map([["custId", text('c"1')], ["orderDate", text("2026-01-01")]]));
  assert.deepEqual(JSON.parse(JSON.stringify(input)), {
    TableName: "app-main",
    KeyConditionExpression: "PK = :PK AND begins_with(SK, :SK)",
    ExpressionAttributeValues: { ":PK": { S: 'CUST#c"1' }, ":SK": { S: "ORDER#2026-01-01#" } },
  });
  for (const one of rows) {
    const values = new Map([...one.needed, ...one.possible].map((attribute) => [attribute.name, valueOf(attribute)]));
    assert.equal(rowsRequest(one, values).operation, "Query", one.text);
  }
});

test("fields complete names at the end, and values behind a comparison", () => {
  const known = { names: ["status", "my name", "total"], values: new Map([["status", [{ type: "S", value: "OPEN" }]]]) };
  assert.deepEqual(completed("total > 5 AND st", known), ["total > 5 AND status"]);
  assert.deepEqual(completed("status = ", known), ['status = "OPEN"']);
  assert.deepEqual(completed("m", known), []);
  assert.ok(completed("", known).includes("`my name`"));
  assert.deepEqual(completed('status = "OP', known), []);
});
