// The palette's commands for a table's name and a key.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

globalThis.location = new URL("http://127.0.0.1/");
const gone = [];
globalThis.history = { pushState: (_state, _title, address) => gone.push(address) };
globalThis.HashChangeEvent = class {};
globalThis.dispatchEvent = () => {};
const { keyCommands } = await load("shell/key_commands.ts");

const key = (AttributeName, KeyType) => ({ AttributeName, KeyType });
const ORDERS = {
  TableName: "orders",
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "N" },
    { AttributeName: "a", AttributeType: "S" },
    { AttributeName: "b", AttributeType: "S" },
  ],
  KeySchema: [key("pk", "HASH"), key("sk", "RANGE")],
  GlobalSecondaryIndexes: [{ IndexName: "by-a-b", KeySchema: [key("a", "HASH"), key("b", "HASH")] }],
};
const IDS = { TableName: "ids", AttributeDefinitions: [{ AttributeName: "id", AttributeType: "N" }], KeySchema: [key("id", "HASH")] };
const labels = (query, here) => keyCommands(query, [ORDERS, IDS], here).map((command) => command.label);

test("a table and a key lead to the item and to collections", () => {
  assert.deepEqual(labels("orders CUST#1"), ["Collection CUST#1 in orders"]);
  assert.deepEqual(labels("ord CUST#1 7"), ["Item CUST#1 · 7 of orders", "Collection CUST#1 7 in orders", "Collection CUST#1 · 7 in by-a-b of orders"]);
  assert.deepEqual(labels("ids 5"), ["Item 5 of ids"]);
  assert.deepEqual(labels("ids five"), []);
  assert.deepEqual(labels("orders"), []);
  assert.deepEqual(labels(""), []);
});

test("on a table's page the name may be left out", () => {
  assert.deepEqual(labels("CUST#1", "orders"), ["Collection CUST#1 in orders"]);
  assert.deepEqual(labels("5", "ids"), ["Item 5 of ids"]);
  assert.deepEqual(labels("ids 5", "orders"), ["Item 5 of ids"]);
});

test("a table and the begin of a view's name lead there", () => {
  assert.ok(labels("orders str").includes("orders: Stream"));
});

test("keys keep their types in the address", () => {
  keyCommands("ids 5", [IDS], undefined)[0].run();
  assert.match(decodeURIComponent(gone.at(-1)), /\/tables\/ids\/item\?key=\{"id":\{"N":"5"\}\}/);
  assert.equal(keyCommands("ids 5\u202e", [IDS], undefined).length, 0);
  assert.match(labels("orders a\u202e")[0], /a\\u202e/);
});
