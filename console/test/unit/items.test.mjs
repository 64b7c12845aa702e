// The logic of the items view: columns, narrowing, links, times, previews.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { columnsOf, KnownAttributes, moveBefore, NO_CHOICES, orderedNames, withWidth } = await load("views/items/columns.ts");
const { columnWindow } = await load("views/items/column_window.ts");
const { draftOf, narrowingIn, problemOf } = await load("views/items/narrow_draft.ts");
const { keyProblemOf } = await load("views/items/key_problem.ts");
const { KeyLinks } = await load("views/items/links.ts");
const { requestText } = await load("views/items/request_text.ts");
const { requestOf } = await load("data/rows/read_view.ts");
const { copyOf } = await load("data/rows/duplicate_items.ts");
const { filterOf, filterText, narrowingOf } = await load("shared/narrowing.ts");
const { distanceText, timeOf, timeText } = await load("data/values/times.ts");
const { previewOf } = await load("data/values/preview.ts");

const S = (value) => ({ type: "S", value });
const N = (value) => ({ type: "N", value });
const key = (AttributeName, KeyType) => ({ AttributeName, KeyType });
const TABLE = {
  TableName: "app",
  AttributeDefinitions: ["PK", "SK", "country", "city"]
    .map((AttributeName) => ({ AttributeName, AttributeType: "S" }))
    .concat([{ AttributeName: "at", AttributeType: "N" }]),
  KeySchema: [key("PK", "HASH"), key("SK", "RANGE")],
  GlobalSecondaryIndexes: [
    { IndexName: "place", KeySchema: [key("country", "HASH"), key("city", "HASH"), key("at", "RANGE"), key("SK", "RANGE")] },
  ],
};
const ITEM = new Map([["PK", S("CUST#1")], ["SK", S("A")], ["country", S("CH")], ["city", S("Bern")], ["at", N("7")]]);

test("columns keep the user's order, and keys stand first", () => {
  const known = new KnownAttributes();
  known.meetAll([new Map([["b", S("1")], ["a", S("2")], ["PK", S("x")], ["__proto__", S("y")]])]);
  const names = (choices) => columnsOf(["PK"], known, choices).map((column) => column.name);
  assert.deepEqual(names(NO_CHOICES), ["PK", "b", "a", "__proto__"]);
  assert.deepEqual(names({ ...NO_CHOICES, hidden: ["b", "PK"], order: ["__proto__", "gone"] }), ["PK", "__proto__", "a"]);
  assert.deepEqual(orderedNames(["PK"], ["a", "b"], { ...NO_CHOICES, order: ["b"] }), ["PK", "b", "a"]);
  assert.deepEqual(moveBefore(["a", "b", "c"], "c", "a"), ["c", "a", "b"]);
  assert.deepEqual(moveBefore(["a", "b"], "none", "a"), ["a", "b"]);
  assert.equal(columnsOf([], known, withWidth(NO_CHOICES, "a", 5)).find(({ name }) => name === "a").width, 60);
});

test("of thousands of columns the visible ones are drawn", () => {
  const known = new KnownAttributes();
  known.meetAll([new Map(Array.from({ length: 9000 }, (_, at) => [`a${at}`, S("x")]))]);
  const shown = columnsOf(["a0"], known, NO_CHOICES);
  assert.equal(shown.length, 5000); // the bound
  for (const left of [0, 100_000, shown.at(-1).left]) {
    const { keys, others, gap, first, width } = columnWindow(shown, { left, width: 1300 });
    assert.ok(others.length >= 3 && others.length < 40, String(others.length));
    assert.equal(keys[0].width + gap, others[0].left);
    assert.equal(shown[first - 2].name, others[0].name); // after the row's head and its size
    assert.ok(width > others.at(-1).left);
  }
});

test("a narrowing goes through the form and the address and back", () => {
  const narrowing = { index: "place", pk: [S("CH"), S("Bern")], sk: [N("7"), S("a")], op: "between", sk2: S("b") };
  const filter = [{ attribute: "n", op: "between", value: N("1"), end: N("2") }, { attribute: "gone", op: "attribute_not_exists" }];
  const draft = draftOf(narrowing, filter);
  assert.equal(problemOf(TABLE, draft), "");
  assert.deepEqual(narrowingIn(TABLE, draft).narrowing, narrowing);
  assert.deepEqual(JSON.parse(JSON.stringify(filterOf(filterText(filter)))), JSON.parse(JSON.stringify(filter)));
  assert.equal(keyProblemOf(TABLE, narrowing), "");
  for (const wrong of [{ sk: ["", "a"] }, { pk: ["CH", ""] }, { sk: ["x"] }, { sk2: "" }, { filter: [{ ...draft.filter[0], value: "x" }] }]) {
    assert.notEqual(problemOf(TABLE, { ...draft, ...wrong }), "", JSON.stringify(wrong));
  }
});

test("addresses that do not fit are refused", () => {
  for (const wrong of [{ index: "none" }, { pk: [N("1")] }, { pk: [S("a")], sk: [N("1")] }, { index: "place", pk: [S("a")] }, { pk: [S("a")], sk: [S("b")], op: "between" }]) {
    assert.notEqual(keyProblemOf(TABLE, wrong), "", JSON.stringify(wrong));
  }
  for (const text of ["pk=noise", "pk={}", 'pk=[{"X":"1"}]']) assert.throws(() => narrowingOf(new URLSearchParams(text)), text);
  for (const text of ["{}", "[1]", '[["a","like",{"S":"x"}]]', '[["a","="]]']) assert.throws(() => filterOf(text), text);
});

test("the request reads as one line with its values", () => {
  const condition = { pk: [S("CH"), S("Bern")], sk: [N("7")], op: ">=" };
  const request = requestOf({ table: TABLE, index: "place", condition, filter: [{ attribute: "a", op: "contains", value: S("x") }] });
  assert.equal(request.operation, "Query");
  assert.equal(requestText(request), 'Query app index place · country = "CH" AND city = "Bern" AND at >= 7 · filter contains(a, "x")');
});

test("values of keys lead to their Queries", () => {
  const links = new KeyLinks(TABLE);
  const members = (name) => new URLSearchParams(links.of(ITEM, name).split("?")[1]);
  assert.equal(members("PK").get("pk"), '[{"S":"CUST#1"}]');
  assert.equal(members("SK").get("sk"), '[{"S":"A"}]');
  assert.equal(members("city").get("index"), "place");
  assert.equal(members("city").get("pk"), '[{"S":"CH"},{"S":"Bern"}]');
  assert.equal(members("at").get("sk"), '[{"N":"7"}]');
  assert.equal(links.of(new Map([["city", S("Bern")]]), "city"), undefined);
  assert.equal(links.of(ITEM, "other"), undefined);
});

test("times are read from epochs, ISO texts and keys", () => {
  const time = Date.UTC(2026, 8, 1, 10);
  for (const value of [N(String(time / 1000)), N(String(time)), S("2026-09-01T10:00:00Z"), S("ORDER#2026-09-01T12:00:00+02:00#7"), S("2026-09-01 10:00:00")]) {
    assert.equal(timeOf(value), time, value.value);
  }
  for (const value of [N("42"), N("1.5"), N("99999999999999999"), S("2026"), S("9999-99-99"), { type: "BOOL", value: true }]) {
    assert.equal(timeOf(value), undefined, String(value.value));
  }
  assert.equal(timeOf(N("42"), true), 42_000);
  assert.equal(distanceText(time, time + 3 * 86_400_000), "3 days ago");
  assert.match(timeText(N(String(time / 1000)), time - 7_200_000, true), /^Expires 2026-09-01 10:00:00 UTC, in 2 hours$/);
  assert.match(timeText(N("42"), time, true), /^Expired 1970-01-01/);
});

test("previews of large and deep values are short", () => {
  const deep = Array.from({ length: 32 }).reduce((inner) => ({ type: "L", value: [inner] }), S("x"));
  const wide = { type: "M", value: new Map(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, S("v".repeat(50))])) };
  for (const value of [S("x".repeat(400_000)), deep, wide, { type: "B", value: new Uint8Array(400_000) }, { type: "SS", value: Array(9999).fill("ab") }]) {
    const began = performance.now();
    assert.ok(previewOf(value, 50).length <= 51);
    assert.ok(performance.now() - began < 50);
  }
  assert.equal(previewOf({ type: "M", value: new Map([["a", N("1")], ["b", { type: "NULL" }]]) }), "{a: 1, b: null}");
  assert.equal(previewOf(S("𝄞".repeat(9)), 3), "𝄞…");
});

test("copies get another key and nothing else", () => {
  assert.deepEqual([...copyOf(ITEM, "SK", "-copy")], [...new Map(ITEM).set("SK", S("A-copy"))]);
  assert.equal(copyOf(ITEM, "at", "1").get("at").value, "8");
  const large = new Map([["n", N("12345678901234567890123456789012345678")]]);
  assert.equal(copyOf(large, "n", "1").get("n").value, "12345678901234567890123456789012345679");
});
