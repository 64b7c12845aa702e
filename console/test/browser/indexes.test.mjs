// The view of indexes against a real server: facts, absent items, adding, units, deleting.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

const attribute = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });
const UNITS = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 };

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  await call(server.origin, "CreateTable", {
    TableName: "things",
    BillingMode: "PROVISIONED",
    ProvisionedThroughput: UNITS,
    AttributeDefinitions: [attribute("pk"), attribute("sk", "N"), attribute("status"), attribute("size", "N")],
    KeySchema: [key("pk"), key("sk", "RANGE")],
    GlobalSecondaryIndexes: [
      { IndexName: "by-status", KeySchema: [key("status")], Projection: { ProjectionType: "KEYS_ONLY" }, ProvisionedThroughput: UNITS },
    ],
    LocalSecondaryIndexes: [{ IndexName: "by-size", KeySchema: [key("pk"), key("size", "RANGE")], Projection: { ProjectionType: "ALL" } }],
  });
  for (let n = 0; n < 6; n++) {
    const Item = { pk: { S: "<b>p" }, sk: { N: String(n) }, late: n === 0 ? { S: "text" } : { N: "1" }, name: { S: "x" } };
    if (n < 4) Item.status = { S: "OPEN" };
    await call(server.origin, "PutItem", { TableName: "things", Item });
  }
  await call(server.origin, "CreateTable", {
    TableName: "plain",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [attribute("pk")],
    KeySchema: [key("pk")],
  });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (address) => `${server.url}#${address}`;
const button = (page, name) => page.getByRole("button", { name, exact: true });
const describe = async () => (await call(server.origin, "DescribeTable", { TableName: "things" })).Table;

test("an index shows its entries, its traffic, its cost and the ways to it", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/things/indexes") });
  const table = page.getByRole("region", { name: "Indexes", exact: true });
  const row = table.getByRole("row").filter({ has: page.getByRole("link", { name: "by-status" }) });
  await row.getByText("Keys only").waitFor();
  assert.match(await row.innerText(), /status\s+Global\s+Keys only\s+Active\s+4\s+\d+ B/);
  await row.getByText(/^\$[\d.]+ \((under 1|\d+) %\)$/).waitFor();
  await table.getByRole("link", { name: "by-size" }).click();
  await page.waitForURL(/indexes\?index=by-size/);
  const panel = page.getByRole("region", { name: "Index by-size" });
  await panel.getByText("Those of the table").waitFor();
  assert.equal(await panel.getByRole("button", { name: "Delete index" }).count(), 0);
  await table.getByRole("link", { name: "by-status" }).click();
  const global = page.getByRole("region", { name: "Index by-status" });
  await global.getByText("2 of 6").waitFor();
  for (const [name, address] of [["Items", /\/items\?index=by-status/], ["Heat", /\/heat\?index=by-status/], ["Capacity", /\/capacity\?index=by-status/], ["Bill", /\/bill\?table=things/]]) {
    assert.match(await global.getByRole("link", { name, exact: true }).getAttribute("href"), address);
  }
  await page.goBack();
  await panel.waitFor();
  await close();
});

test("absent items are counted by reason with links, and count nowhere", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/things/indexes?index=by-status") });
  await button(page, "Look at the items").click();
  const absent = page.getByRole("region", { name: "Absent items" });
  await absent.getByText("2 of 6 items have no entry.").waitFor();
  const reason = absent.getByRole("row").filter({ hasText: "The attribute is missing." });
  assert.match(await reason.innerText(), /status\s+The attribute is missing\.\s+2/);
  await absent.getByText("The index does not have 2 of 5 attributes.").waitFor();
  const bill = await (await fetch(`${server.origin}/_stator/bill`)).json();
  assert.ok(!bill.patterns.some((pattern) => pattern.operation === "Scan"), JSON.stringify(bill.patterns));
  await reason.getByRole("link").first().click();
  await page.getByLabel("Value of pk").waitFor();
  assert.equal(await page.getByLabel("Value of pk").inputValue(), "<b>p");
  await close();
});

test("an index is added, items of the wrong type stay out, and its units change until it is deleted", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/things/indexes") });
  await button(page, "Add index").click();
  await page.getByLabel("Index name").fill("by-late");
  await page.getByLabel("Partition key", { exact: true }).first().fill("late");
  await page.getByLabel(/^Type of/).first().selectOption("N");
  await page.locator("form").getByRole("button", { name: "Add index" }).click();
  await page.getByRole("link", { name: "by-late" }).click();
  const panel = page.getByRole("region", { name: "Index by-late" });
  await panel.getByText("1 of 6").waitFor();
  await button(page, "Look at the items").click();
  await panel.getByText("Its type is S. As part of the key of index by-late it is a number.").waitFor();
  await button(page, "Change units").click();
  await page.getByLabel("Read units a second").fill("7");
  await button(page, "Save").click();
  await panel.getByText("7 read, 5 write a second").waitFor();
  await button(panel, "Delete index").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete index" }).click();
  await page.getByText("The table has no index called by-late.").waitFor();
  assert.deepEqual((await describe()).GlobalSecondaryIndexes.map((index) => index.IndexName), ["by-status"]);
  await close();
});

test("a table without indexes says what one is for", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/plain/indexes") });
  await page.getByText("This table has no indexes").waitFor();
  await close();
});
