import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { itemBytes, numberBytes, readUnits, textBytes, valueBytes, writeUnits } = await load("data/values/size.ts");

test("numbers have DynamoDB's sizes", () => {
  const sizes = {
    1: 2, 12: 2, 123: 3, 100: 2, 1010: 3, "0.0000001": 2, "1E125": 2, 1.5: 3, 1.234: 4, 3.14159: 5, 100.5: 4, 0.15: 2,
    "-42": 3, "-1E125": 3, "-0": 1, 0: 1, "12345678901234567890123456789012345678": 20, "+7": 2, "0.00": 1,
  };
  for (const [text, bytes] of Object.entries(sizes)) assert.equal(numberBytes(text), bytes, text);
});

test("texts count their bytes in UTF-8", () => {
  for (const text of ["", "abc", "é", "€uro", "𝄞 clef", "\u0000\u007f\u0080\u07ff\u0800\uffff"]) {
    assert.equal(textBytes(text), Buffer.byteLength(text), text);
  }
});

test("containers count their members", () => {
  const list = { type: "L", value: [{ type: "S", value: "ab" }, { type: "NULL" }] };
  assert.equal(valueBytes(list), 3 + 1 + 2 + 1 + 1);
  assert.equal(valueBytes({ type: "M", value: new Map([["k", list]]) }), 3 + 1 + 1 + 8);
  assert.equal(valueBytes({ type: "BS", value: [new Uint8Array(5), new Uint8Array(2)] }), 7);
  assert.equal(valueBytes({ type: "NS", value: ["1", "-42"] }), 5);
  assert.equal(itemBytes(new Map([["pk", { type: "S", value: "x" }], ["ok", { type: "BOOL", value: true }]])), 6);
});

test("units grow with each 4 KB read and each 1 KB written", () => {
  assert.deepEqual([1, 4096, 4097, 409600].map(readUnits), [1, 1, 2, 100]);
  assert.deepEqual([1, 1024, 1025, 409600].map(writeUnits), [1, 1, 2, 400]);
});
