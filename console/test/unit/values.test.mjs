import assert from "node:assert/strict";
import { test } from "node:test";

import { randomSource } from "../support/random_values.mjs";
import { load } from "../support/source.mjs";

const { fromWire, fromWireItem, toWire, NotDynamoDbJson } = await load("data/values/dynamodb_json.ts");
const { itemToText, textToItem } = await load("data/values/item_text.ts");
const { visible, visibleParts } = await load("data/values/visible.ts");
const { bytesText, dollarsText, rateText } = await load("data/values/amounts.ts");

test("10,000 random values come back the same through DynamoDB JSON", () => {
  const random = randomSource(20261119);
  for (let i = 0; i < 10_000; i++) {
    const value = random.value();
    assert.deepEqual(fromWire(JSON.parse(JSON.stringify(toWire(value)))), value);
  }
});

test("random items come back the same through a text", () => {
  const random = randomSource(7);
  for (let i = 0; i < 1000; i++) {
    const item = random.item();
    assert.deepEqual(textToItem(itemToText(item)), item);
  }
});

test("a number keeps all 38 digits", () => {
  const digits = "-1234567890123456789012345678901234567.8";
  assert.deepEqual(fromWire({ N: digits }), { type: "N", value: digits });
});

test("names of Object's members are names like any other", () => {
  const item = fromWireItem(JSON.parse('{"__proto__": {"S": "x"}, "constructor": {"NULL": true}}'));
  assert.deepEqual([...item.keys()], ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.equal({}.S, undefined);
});

test("32 levels and 1,000 attributes come back", () => {
  let deep = { type: "S", value: "ground" };
  for (let level = 0; level < 32; level++) deep = { type: "L", value: [deep] };
  assert.deepEqual(fromWire(toWire(deep)), deep);
  const wide = new Map(Array.from({ length: 1000 }, (_, at) => [`a${at}`, { type: "N", value: String(at) }]));
  assert.deepEqual(textToItem(itemToText(wide)), wide);
});

test("wrong JSON is refused with the path to the place", () => {
  const wrong = [
    [{ a: { M: { b: { X: 1 } } } }, /^a\.b: X is not a type/],
    [{ a: { L: [{ S: "x" }, { N: 1 }] } }, /^a\[1\]: a text is expected/],
    [{ a: { S: "x", N: "1" } }, /^a: a value has exactly one type/],
    [{ a: { B: "%" } }, /^a: base64 is expected/],
    [{ a: { NULL: false } }, /^a: NULL is true/],
    [[], /an object of attributes/],
  ];
  for (const [json, message] of wrong) {
    assert.throws(() => fromWireItem(json), (error) => error instanceof NotDynamoDbJson && message.test(error.message));
  }
  assert.throws(() => textToItem('{"a": {"S": "x"}, "a": {"S": "y"}}'), SyntaxError);
});

test("control and bidi characters show as escapes", () => {
  assert.equal(visible("a\u202eb\u0000\n\ufeff"), "a\\u202eb\\u0000\\n\\ufeff");
  assert.equal(visible("\ud800x"), "\\ud800x");
  assert.equal(visible("plain ключ 😀"), "plain ключ 😀");
  assert.deepEqual(visibleParts("a\tb"), [
    { text: "a", escaped: false },
    { text: "\\t", escaped: true },
    { text: "b", escaped: false },
  ]);
});

test("amounts read as people write them", () => {
  assert.equal(bytesText(0), "0 B");
  assert.equal(bytesText(1536), "1.5 KB");
  assert.equal(bytesText(400 * 1024), "400 KB");
  assert.equal(dollarsText(1234.5), "$1,234.50");
  assert.equal(dollarsText(0.0000123), "$0.000012");
  assert.equal(dollarsText(0), "$0.00");
  assert.equal(rateText(0.01), "<0.1");
  assert.equal(rateText(12.34), "12.3");
});
