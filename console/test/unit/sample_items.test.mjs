// Sample items of a model: keys by template, children of parents that exist, no two of one key.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { sampleRows } = await load("data/model/sample_items.ts");

const template = (attribute, ...parts) => ({ attribute, type: "S", parts });
const literal = (text) => ({ literal: text });
const of = (attribute) => ({ attribute });
const attribute = (name, kind, type = "S", values = undefined) => ({ name, kind, type, values });
const MODEL = {
  model: "m",
  tables: [{ name: "app", partitionKey: "PK", sortKey: "SK", indexes: [] }],
  patterns: [],
  entities: [
    {
      name: "Order",
      table: "app",
      parent: { entity: "Customer", attribute: "custId" },
      identity: ["orderId"],
      attributes: [attribute("custId", "id"), attribute("orderId", "id"), attribute("status", "enum(OPEN 1, PAID 2)", "S", ["OPEN", "PAID"]), attribute("gone", "ttl(2d)", "N"), attribute("no", "number(1)", "N")],
      rows: [
        { role: "item", partition: [template("PK", literal("CUST#"), of("custId"))], sort: [template("SK", literal("ORDER#"), of("orderId"))], attributes: [] },
        { role: "item", index: "GSI1", partition: [template("GPK", literal("OPEN"))], sort: [template("GSK", of("orderId"))], when: [{ attribute: "status", value: "OPEN" }], attributes: [] },
        { role: "copy", partition: [template("PK", literal("ORDER#"), of("orderId"))], sort: [template("SK", literal("COPY"))], attributes: ["status"] },
      ],
    },
    {
      name: "Customer",
      table: "app",
      identity: ["custId"],
      attributes: [attribute("custId", "id"), attribute("email", "string")],
      rows: [
        { role: "item", partition: [template("PK", literal("CUST#"), of("custId"))], sort: [template("SK", literal("PROFILE"))], attributes: [] },
        { role: "guard", partition: [template("PK", literal("EMAIL#"), of("email"))], sort: [template("SK", literal("UNIQUE"))], attributes: [] },
      ],
    },
  ],
};
const rows = sampleRows(MODEL, 12, 1000);
const plain = (item) => Object.fromEntries([...item].map(([name, value]) => [name, value.value]));
const items = rows.map((row) => plain(row.item));

test("each entity has its items, copies and guards, with keys by their templates", () => {
  const count = (type, prefix) => items.filter((item) => item._type === type && item.PK.startsWith(prefix)).length;
  assert.deepEqual(
    [count("Order", "CUST#"), count("Order", "ORDER#"), count("Customer", "CUST#"), count("Customer.unique", "EMAIL#")],
    [12, 12, 12, 12],
  );
  const [first] = items;
  assert.deepEqual(first, { PK: "CUST#c1000", SK: "ORDER#o1000", GPK: "OPEN", GSK: "o1000", _type: "Order", custId: "c1000", orderId: "o1000", status: "OPEN", gone: String(1000 + 2 * 86_400), no: first.no });
  assert.ok(Number(first.no) < 10);
  assert.deepEqual(items[1], { PK: "ORDER#o1000", SK: "COPY", _type: "Order", status: "OPEN" });
});

test("only items that meet the condition are in the index, and children have parents", () => {
  const orders = items.filter((item) => item.SK.startsWith("ORDER#"));
  assert.ok(orders.every((item) => (item.status === "OPEN") === ("GPK" in item)));
  const customers = new Set(items.filter((item) => item._type === "Customer").map((item) => item.custId));
  assert.ok(orders.every((item) => customers.has(item.custId)));
});

test("no two rows have one key", () => {
  const twins = { ...MODEL, entities: [{ ...MODEL.entities[1], attributes: [attribute("custId", "enum(a 1)", "S", ["a"]), attribute("email", "enum(b 1)", "S", ["b"])] }] };
  assert.equal(sampleRows(twins, 5, 0).length, 2);
});
