import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { Entities } = await load("data/entities/entities.ts");
const { colourNumber } = await load("data/entities/colours.ts");

const keys = { hash: ["PK"], range: ["SK"] };
const text = (value) => ({ type: "S", value });
const item = (PK, SK, more = {}) => new Map(Object.entries({ PK: text(PK), SK: text(SK), ...more }));

test("entities are known by _type, then by the model, then by key prefixes", () => {
  const part = (attribute, ...parts) => ({ attribute, type: "S", parts });
  const rows = (...templates) => [{ role: "item", partition: [templates[0]], sort: [templates[1]] }];
  const cust = part("PK", { literal: "CUST#" }, { attribute: "custId" });
  const model = {
    entities: [
      { name: "Anything", table: "app", rows: rows(cust, part("SK", { attribute: "any" })) },
      { name: "Customer", table: "app", rows: rows(cust, part("SK", { literal: "PROFILE" })) },
      { name: "Elsewhere", table: "other", rows: rows(cust, part("SK", { literal: "PROFILE" })) },
    ],
  };
  const known = new Entities("app", keys, model);
  assert.deepEqual(known.of(item("CUST#1", "PROFILE", { _type: text("Person") })), { name: "Person", source: "type" });
  assert.deepEqual(known.of(item("CUST#1", "PROFILE")), { name: "Customer", source: "model" });
  assert.deepEqual(known.of(item("CUST#1", "x")), { name: "Anything", source: "model" });
  assert.deepEqual(known.of(item("SHOP#1", "ORDER#7")), { name: "SHOP# ORDER#", source: "prefix" });
});

test("prefixes are words before a delimiter, and constants beside them", () => {
  const known = new Entities("app", keys, undefined);
  const nameOf = (PK, SK) => known.of(item(PK, SK))?.name;
  assert.equal(nameOf("CUST#c101", "PROFILE"), "CUST# PROFILE");
  assert.equal(nameOf("user:7", "2026-01-01"), "user:");
  assert.equal(nameOf("7d444840-9dc0", "17"), undefined);
  assert.equal(nameOf("Ada", "Grace"), undefined);
  assert.equal(nameOf(`${"x".repeat(400)}#1`, "7"), undefined);
  assert.equal(new Entities("app", { hash: ["n"], range: [] }, undefined).of(new Map([["n", { type: "N", value: "7" }]])), undefined);
});

test("a colour stays with its entity, and names are bounded", () => {
  assert.equal(colourNumber("t", "__proto__"), 1);
  assert.equal(colourNumber("t", "b"), 2);
  assert.equal(colourNumber("t", "__proto__"), 1);
  assert.equal(colourNumber("u", "b"), 1);
  for (let at = 0; at < 2000; at++) assert.ok(colourNumber("t", `x${at}`) <= 10);
});
