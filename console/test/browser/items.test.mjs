// The items of tables and indexes against a real server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

const CUSTOMERS = 60;
const ORDERS = 50;

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  await createTable("shop", ["GSI1PK", "GSI1SK"]);
  await fill("shop", shopItems());
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const hash = (AttributeName) => ({ AttributeName, KeyType: "HASH" });
const range = (AttributeName) => ({ AttributeName, KeyType: "RANGE" });

async function createTable(TableName, index) {
  const indexes = index && [
    { IndexName: "GSI1", KeySchema: [hash(index[0]), range(index[1])], Projection: { ProjectionType: "ALL" } },
  ];
  await call(server.origin, "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["PK", "SK", ...(index ?? [])].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [hash("PK"), range("SK")],
    GlobalSecondaryIndexes: indexes,
  });
}

async function fill(table, items) {
  for (let at = 0; at < items.length; at += 25) {
    const writes = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await call(server.origin, "BatchWriteItem", { RequestItems: { [table]: writes } });
  }
}

const S = (text) => ({ S: text });
const pad = (number) => String(number).padStart(3, "0");

function shopItems() {
  const items = [];
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const PK = S(`CUST#${pad(customer)}`);
    items.push({ PK, SK: S("PROFILE"), name: S(`Customer ${customer}`), expires: { N: "1900000000" } });
    for (let order = 0; order < ORDERS; order++) {
      const place = { GSI1PK: S(`CITY#${order % 3}`), GSI1SK: S(`${pad(customer)}-${pad(order)}`) };
      items.push({ PK, SK: S(`ORDER#${pad(order)}`), total: { N: String(order) }, ...(order < 5 ? place : {}) });
    }
  }
  return items;
}

const at = (address) => `${server.url}#${address}`;
const enc = (value) => encodeURIComponent(JSON.stringify(value));
const grid = (page) => page.getByRole("grid", { name: "Items" });
const rowsOf = (page, total) => page.getByText(new RegExp(`^Rows .* of ${total}$`));
const button = (page, name) => page.getByRole("button", { name, exact: true });
const cell = (page, text) => grid(page).getByRole("gridcell", { name: text, exact: true });

test("a key is gone to, narrowed by its sort key and filtered beyond it", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/shop/items?layout=grid") });
  await rowsOf(page, (CUSTOMERS * (ORDERS + 1)).toLocaleString("en-US")).waitFor();
  await page.getByLabel("PK", { exact: true }).fill("CUST#007");
  await button(page, "Show").click();
  await page.getByText('PK = "CUST#007"').waitFor();
  await page.getByText("51 items read").waitFor();
  await page.getByLabel("Condition", { exact: true }).selectOption("between");
  await page.getByLabel("SK", { exact: true }).fill("ORDER#010");
  await page.getByLabel("SK up to").fill("ORDER#019");
  await page.keyboard.press("Enter");
  await page.getByText("10 items read, 0.5 units").waitFor();
  assert.ok(await page.getByLabel("SK up to").evaluate((field) => field === document.activeElement));
  await button(page, "Add filter").click();
  await page.getByLabel("Attribute 1").fill("total");
  await page.getByLabel("Condition 1").selectOption(">=");
  await page.getByLabel("Type 1").selectOption("N");
  await page.getByLabel("Value 1", { exact: true }).fill("x");
  assert.ok(await button(page, "Show").isDisabled());
  await page.getByLabel("Value 1", { exact: true }).fill("17");
  await button(page, "Show").click();
  await page.getByText("10 items read for 3 items returned").waitFor();
  assert.equal(await grid(page).getByRole("row").count(), 4);
  await page.goBack();
  await page.getByText("10 items read, 0.5 units").waitFor();
  await button(page, "Show all").click();
  await page.getByText("Scan shop").waitFor();
  await close();
});

test("an index is read, and key values lead to their Queries", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/shop/items?layout=grid") });
  await page.getByLabel("Read from").selectOption("GSI1");
  await rowsOf(page, 300).waitFor();
  await grid(page).getByRole("link", { name: /^CITY#/ }).first().click();
  await page.getByText('Query shop index GSI1 · GSI1PK = "CITY#').waitFor();
  await rowsOf(page, "(60|120)").waitFor();
  await grid(page).getByRole("link", { name: /^CUST#/ }).first().click();
  await page.getByText('Query shop · PK = "CUST#').waitFor();
  await rowsOf(page, 51).waitFor();
  await close();
});

test("collections show their partition key once", async () => {
  const { page, close } = await openPage(browser, { url: at(`/tables/shop/items?pk=${enc([S("CUST#003")])}&layout=collections`) });
  await page.getByText("51 items read").waitFor();
  assert.equal(await grid(page).locator('[data-column="1"] > div').count(), 1);
  assert.ok((await grid(page).getByText("total", { exact: true }).count()) > 5);
  await close();
});

test("the keyboard reaches every row, and few rows are in the document", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/shop/items?layout=grid") });
  await cell(page, "PROFILE").or(grid(page).getByRole("link").first()).first().waitFor();
  await grid(page).focus();
  await page.keyboard.press("Control+End");
  const last = String(CUSTOMERS * (ORDERS + 1) + 1);
  await grid(page).locator(`[aria-rowindex="${last}"]`).getByRole("link", { name: "Open" }).waitFor();
  assert.equal(await grid(page).getAttribute("aria-rowcount"), last);
  assert.ok((await grid(page).getByRole("row").count()) <= 200);
  const active = await grid(page).getAttribute("aria-activedescendant");
  assert.ok(await page.locator(`[id="${active}"]`).isVisible());
  await page.keyboard.press("Control+Home");
  await grid(page).locator('[aria-rowindex="2"]').getByRole("link", { name: "Open" }).waitFor();
  await close();
});

test("keys of several attributes are narrowed from left to right", async () => {
  const types = { id: "S", country: "S", city: "S", day: "N", hour: "S" };
  await call(server.origin, "CreateTable", {
    TableName: "parcels",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: [hash("id")],
    GlobalSecondaryIndexes: [
      {
        IndexName: "by-place",
        KeySchema: [hash("country"), hash("city"), range("day"), range("hour")],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  });
  const parcel = (n) => ({ country: S("CH"), city: S(n % 2 ? "Bern" : "Basel"), day: { N: String(n % 3) }, hour: S(`0${n % 5}:00`) });
  await fill("parcels", Array.from({ length: 60 }, (_, n) => ({ id: S(`p${n}`), ...parcel(n), weight: { N: "7" } })));
  const { page, close } = await openPage(browser, { url: at("/tables/parcels/items?index=by-place") });
  await rowsOf(page, 60).waitFor();
  await page.getByText("Other attributes are in the table").waitFor();
  await page.getByLabel("country", { exact: true }).fill("CH");
  assert.ok(await button(page, "Show").isDisabled());
  await page.getByLabel("city", { exact: true }).fill("Bern");
  await button(page, "Show").click();
  await rowsOf(page, 30).waitFor();
  await page.getByLabel("day", { exact: true }).fill("1");
  await page.getByLabel("hour", { exact: true }).fill("02");
  await page.getByLabel("Condition", { exact: true }).selectOption("begins_with");
  await button(page, "Show").click();
  await rowsOf(page, 2).waitFor();
  await page.getByText('day = 1 AND begins_with(hour, "02")').waitFor();
  await grid(page).getByRole("link", { name: "Bern" }).or(grid(page).getByRole("link", { name: "CH" })).first().click();
  await rowsOf(page, 30).waitFor();
  await close();
});

// The server says that the table has a million items, so that the scroll bar is scaled. The rows are
// those 3,060 that there are, at their places in the key order.
test("the scroll bar spans a million rows, and the last one is reached", async () => {
  const { page, close } = await openPage(browser, { url: at("/nowhere") });
  await page.route(`${server.origin}/`, async (route) => {
    const answer = await route.fetch();
    const isTable = route.request().headers()["x-amz-target"]?.endsWith(".DescribeTable");
    const body = await answer.text();
    await route.fulfill({ response: answer, body: isTable ? body.replace(/"ItemCount":3\d\d\d,/, '"ItemCount":1000000,') : body });
  });
  await page.goto(at("/tables/shop/items?layout=collections"));
  await page.reload(); // the page may have read the true count before
  await rowsOf(page, "1,000,000").waitFor();
  const height = await grid(page).evaluate((one) => one.scrollHeight);
  assert.ok(height < 17_900_000 && height > 7_000_000, String(height));
  await grid(page).evaluate((one) => (one.scrollTop = one.scrollHeight / 2));
  await page.getByText(/^Rows (49|50)\d,\d\d\d to/).waitFor();
  await grid(page).getByRole("link", { name: "Open" }).first().waitFor();
  await grid(page).evaluate((one) => (one.scrollTop = one.scrollHeight));
  const last = grid(page).locator('[aria-rowindex="1000001"]');
  await last.getByRole("link", { name: "Open" }).waitFor();
  await page.getByText(/^Rows .* to 1,000,000 of 1,000,000$/).waitFor();
  const box = await last.boundingBox();
  const frame = await grid(page).boundingBox();
  assert.ok(box.y + box.height <= frame.y + frame.height + 1, "the last row is within the grid");
  await close();
});

test("an address that does not fit says so", async () => {
  const { page, close } = await openPage(browser, { url: at(`/tables/shop/items?pk=${enc([{ N: "7" }])}`) });
  await page.getByText("The key attribute PK has the type S.").waitFor();
  await page.goto(at("/tables/shop/items?pk=%7Bnoise"));
  await page.getByText("This address cannot be read").waitFor();
  await page.goto(at("/tables/shop/items?index=none"));
  await page.getByText("no index called none").waitFor();
  await close();
});

test("items are selected, deleted, put back, duplicated, copied and exported", async () => {
  const address = `/tables/shop/items?layout=grid&pk=${enc([S("CUST#050")])}`;
  const { page, close } = await openPage(browser, { url: at(address), refusals: true, permissions: ["clipboard-read", "clipboard-write"] });
  await rowsOf(page, 51).waitFor();
  await grid(page).getByLabel("Select row 2", { exact: true }).click();
  await grid(page).getByLabel("Select row 4", { exact: true }).click({ modifiers: ["Shift"] });
  await page.getByText("3 items selected").waitFor();
  await button(page, "Copy as JSON").click();
  await button(page, "Copied").waitFor();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual(copied.map((item) => item.SK.S), ["ORDER#001", "ORDER#002", "ORDER#003"]);
  await button(page, "Delete").click();
  await page.getByText("Deleted 3 items.").waitFor();
  await rowsOf(page, 48).waitFor();
  await fill("shop", [{ PK: S("CUST#050"), SK: S("ORDER#002"), taken: { BOOL: true } }]);
  await button(page, "Undo").click();
  await page.getByText("Put back 2 items. 1 key is taken by now, so the new items stay.").waitFor();
  await rowsOf(page, 51).waitFor();
  const key = { PK: S("CUST#050"), SK: S("ORDER#002") };
  assert.deepEqual((await call(server.origin, "GetItem", { TableName: "shop", Key: key })).Item, { ...key, taken: { BOOL: true } });
  await button(page, "Dismiss").click();
  await grid(page).getByLabel("Select row 1", { exact: true }).click();
  await button(page, "Duplicate").click();
  await page.getByLabel("Append to SK").fill("x");
  await button(page, "Write 1 copy").click();
  await page.getByText("Wrote 1 copy.").waitFor();
  await cell(page, "ORDER#000x").waitFor();
  await grid(page).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("2 items selected").waitFor();
  await page.keyboard.press("Control+a");
  await page.getByText("52 items selected").waitFor();
  await button(page, "Export").click();
  await page.waitForURL(/export\?from=selection/);
  await page.getByText("52 selected items").first().waitFor({ state: "attached" });
  await close();
});

test("the legend counts entities and filters the loaded rows", async () => {
  const { page, close } = await openPage(browser, { url: at(`/tables/shop/items?layout=grid&pk=${enc([S("CUST#001")])}`) });
  const legend = page.getByRole("group", { name: "Entities" });
  await legend.getByText("colours by key prefixes, counts of 51 loaded rows").waitFor();
  await legend.getByRole("button", { name: "CUST# PROFILE 1" }).click();
  await page.getByText("Rows 1 to 1 of 1 loaded rows").waitFor();
  assert.equal(await grid(page).getByRole("row").count(), 2);
  await page.reload(); // the address holds the entity
  await page.getByText("Rows 1 to 1 of 1 loaded rows").waitFor();
  await legend.getByRole("button", { name: "CUST# PROFILE 1" }).click();
  await rowsOf(page, 51).waitFor();
  await close();
});

test("a time is readable on hover and for the active cell", async () => {
  const { page, close } = await openPage(browser, { url: at(`/tables/shop/items?layout=grid&pk=${enc([S("CUST#001")])}&sk=${enc([S("PROFILE")])}`) });
  await cell(page, "1900000000").hover();
  await page.getByRole("tooltip").getByText("2030-03-17 17:46:40 UTC").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  await cell(page, "1900000000").click();
  await page.locator("p").getByText("2030-03-17 17:46:40 UTC").waitFor();
  await close();
});

test("columns are hidden, moved and sized, and a table remembers them", async () => {
  const { page, close } = await openPage(browser, { url: at(`/tables/shop/items?layout=grid&pk=${enc([S("CUST#001")])}`) });
  await rowsOf(page, 51).waitFor();
  const titles = () => grid(page).getByRole("columnheader").allInnerTexts();
  assert.ok((await titles()).includes("GSI1SK"));
  await button(page, "Columns").click();
  await page.getByLabel("GSI1SK", { exact: true }).uncheck();
  await button(page, "Move total to the left").click();
  await button(page, "Make total wider").click();
  await button(page, "Close").click();
  const changed = await titles();
  assert.ok(!changed.includes("GSI1SK"));
  await page.reload();
  await rowsOf(page, 51).waitFor();
  await button(page, "Columns, 1 hidden").waitFor();
  assert.deepEqual(await titles(), changed);
  await page.evaluate(() => localStorage.setItem("stator.columns.shop", '{"order":7,"hidden":[[]],"widths":[["a"]]}'));
  await page.reload();
  await rowsOf(page, 51).waitFor();
  assert.ok((await titles()).includes("GSI1SK"));
  await close();
});

test("hostile items stay text", async () => {
  await createTable("hostile");
  const deep = Array.from({ length: 31 }).reduce((inner) => ({ L: [inner] }), S("deep"));
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`attribute-${at}`, S(String(at))]));
  await fill("hostile", [
    { PK: S("<img src=x onerror=alert(1)>"), SK: S("a\u202eb\u0000"), __proto__x: S("y"), constructor: S("javascript:alert(1)") },
    { PK: S("large"), SK: S("1"), text: S("x".repeat(390_000)) },
    { PK: S("many"), SK: S("1"), ...many },
    { PK: S("deep"), SK: S("1"), deep },
  ]);
  await fill("hostile", [JSON.parse('{"PK":{"S":"proto"},"SK":{"S":"1"},"__proto__":{"S":"kept"}}')]);
  const { page, close } = await openPage(browser, { url: at("/tables/hostile/items?layout=grid") });
  await page.getByText("Rows 1 to 5 of 5").waitFor();
  await grid(page).getByText("<img src=x onerror=alert(1)>").waitFor();
  await grid(page).getByText("\\u202e").waitFor();
  assert.equal(await grid(page).locator("img").count(), 0);
  assert.ok((await grid(page).getByRole("gridcell").count()) < 200);
  assert.ok((await grid(page).innerText()).length < 5000);
  await grid(page).focus();
  await page.keyboard.press("End");
  const active = await grid(page).getAttribute("aria-activedescendant");
  await page.locator(`[id="${active}"]`).waitFor();
  await page.getByRole("radio", { name: "Collections" }).check();
  await grid(page).getByText("kept").waitFor();
  await close();
});

test("tables and indexes may have the names that objects have", async () => {
  await call(server.origin, "CreateTable", {
    TableName: "__proto__",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["PK", "SK", "constructor"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [hash("PK"), range("SK")],
    GlobalSecondaryIndexes: [{ IndexName: "toString", KeySchema: [hash("constructor")], Projection: { ProjectionType: "ALL" } }],
  });
  await call(server.origin, "PutItem", { TableName: "__proto__", Item: { PK: S("p"), SK: S("s"), constructor: S("hasOwnProperty"), _type: S("valueOf") } });
  const { page, close } = await openPage(browser, { url: at("/tables/__proto__/items?layout=grid&index=toString") });
  await cell(page, "hasOwnProperty").or(grid(page).getByRole("link", { name: "hasOwnProperty" })).first().waitFor();
  await page.getByRole("group", { name: "Entities" }).getByText("valueOf").waitFor();
  for (const [place, shown] of [
    ["/tables/__proto__/indexes?index=toString", page.getByRole("region", { name: "Index toString" })],
    ["/tables/__proto__/heat?index=toString", page.getByRole("application", { name: /^Heat of toString/ })],
    ["/tables/__proto__/capacity?index=toString", page.getByRole("region", { name: "Write units a second", exact: true })],
    ["/bill?table=__proto__", page.getByRole("region", { name: "Ways to pay for __proto__" })],
    [`/operations?request=${enc({ operation: "BatchGetItem", input: { RequestItems: { constructor: { Keys: [] } } } })}`, page.getByRole("group", { name: "Every item of constructor" })],
  ]) {
    await page.goto(at(place));
    await shown.first().waitFor();
  }
  await close();
});

test("a table that is deleted while it is shown says so in one sentence", async () => {
  await createTable("leaving");
  await fill("leaving", [{ PK: S("a"), SK: S("b") }]);
  const { page, close } = await openPage(browser, { url: at("/tables/leaving/items"), refusals: true });
  await grid(page).getByRole("link", { name: "Open" }).waitFor();
  await call(server.origin, "DeleteTable", { TableName: "leaving" });
  await page.keyboard.press("r");
  await page.getByText("This table does not exist").waitFor();
  await close();
});
