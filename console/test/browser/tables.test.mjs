// The tables view against a real server: create, change, fill, empty, delete.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (address) => `${server.url}#${address}`;
const describe = async (name) => (await call(server.origin, "DescribeTable", { TableName: name })).Table;
const button = (page, name) => page.getByRole("button", { name, exact: true });

test("an empty server offers three starts, and the example loads in one click", async () => {
  const { page, close } = await openPage(browser, { url: server.url });
  await page.getByRole("heading", { name: "This server has no tables yet" }).waitFor();
  for (const sdk of ["JavaScript", "Java", "Go", "Python"]) {
    await page.getByRole("radio", { name: sdk, exact: true }).check();
    await page.getByRole("region", { name: `Lines for ${sdk}` }).waitFor();
  }
  assert.match(await page.getByRole("region", { name: "Lines for Python" }).innerText(), /endpoint_url="http:/);
  // The list of tables is read in the middle of the load, which goes on.
  let held = true;
  const target = (request) => request.headers()["x-amz-target"] ?? "";
  await page.route(`${server.origin}/`, async (route) => {
    if (held && target(route.request()).endsWith("BatchWriteItem")) {
      held = false;
      await page.waitForTimeout(1050); // reads younger than a second are not repeated
      const listed = page.waitForResponse((answer) => target(answer.request()).endsWith("ListTables"));
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await listed;
      await page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: /^app-main/ }).waitFor();
    }
    await route.continue();
  });
  await button(page, "Load the example").click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: /^app-main 832$/ }).waitFor();
  assert.equal((await describe("app-main")).ItemCount, 832);
  await close();
});

test("the form creates a table with everything that it offers", async () => {
  const { page, close } = await openPage(browser, { url: at("/create") });
  const create = page.locator("form").getByRole("button", { name: "Create table" });
  assert.ok(await create.isDisabled());
  await page.getByLabel("Table name").fill("x");
  await page.getByLabel("Table name").blur();
  await page.getByText("3 to 255 characters").waitFor();
  await page.getByLabel("Table name").fill("created");
  await page.getByLabel("Sort key", { exact: true }).fill("at");
  await page.getByLabel("Type of sort key").selectOption("N");
  await button(page, "Add index").click();
  const first = page.getByRole("group", { name: "Index 1" });
  await first.getByLabel("Partition key", { exact: true }).fill("<img src=x onerror=alert(1)>");
  await first.getByRole("button", { name: "Add an attribute to the partition key" }).click();
  await first.getByLabel("Partition key 2", { exact: true }).fill("city");
  await first.getByLabel("Projection").selectOption("INCLUDE");
  await first.getByLabel("Projected attributes").fill("name, size");
  await button(page, "Add index").click();
  const second = page.getByRole("group", { name: "Index 2" });
  await second.getByRole("radio", { name: "Local" }).check();
  await second.getByLabel("Index name").fill("by-size");
  await second.getByLabel("Sort key", { exact: true }).fill("size");
  await page.getByRole("radio", { name: "Provisioned" }).check();
  await page.getByLabel("Read units a second", { exact: true }).fill("7");
  await page.getByLabel("Table class").selectOption("STANDARD_INFREQUENT_ACCESS");
  await page.getByLabel("Stream").selectOption("NEW_IMAGE");
  await page.getByLabel("Time to live").fill("expires");
  await page.getByLabel("Protect the table").check();
  await button(page, "Add tag").click();
  await page.getByLabel("Key of tag 1").fill("team");
  await page.getByLabel("Value of tag 1").fill("shop");
  for (const [form, expected] of [
    ["CloudFormation", /Type: AWS::DynamoDB::Table/],
    ["Terraform", /resource "aws_dynamodb_table" "created"/],
    ["JSON", /"TableName": "created"/],
    ["CLI", /aws dynamodb create-table/],
  ]) {
    await page.getByRole("radio", { name: form, exact: true }).check();
    assert.match(await page.getByRole("region", { name: form, exact: true }).innerText(), expected);
  }
  await page.waitForURL(/draft=/);
  await page.reload(); // the address holds the draft
  await create.click();
  await page.getByRole("heading", { name: "created" }).waitFor();
  await page.getByText("team: shop").waitFor();
  await page.getByText("<img src=x onerror=alert(1)> + city").waitFor();
  const table = await describe("created");
  assert.equal(table.ProvisionedThroughput.ReadCapacityUnits, 7);
  assert.equal(table.GlobalSecondaryIndexes[0].KeySchema.length, 2);
  assert.equal(table.LocalSecondaryIndexes[0].IndexName, "by-size");
  assert.equal(table.DeletionProtectionEnabled, true);
  assert.equal(table.TableClassSummary.TableClass, "STANDARD_INFREQUENT_ACCESS");
  const ttl = await call(server.origin, "DescribeTimeToLive", { TableName: "created" });
  assert.equal(ttl.TimeToLiveDescription.AttributeName, "expires");
  await close();
});

test("a refused request shows AWS's error and keeps the form", async () => {
  const { page, close } = await openPage(browser, { url: at("/create"), refusals: true });
  await page.getByLabel("Table name").fill("created");
  await page.locator("form").getByRole("button", { name: "Create table" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("ResourceInUseException").waitFor();
  assert.match(await alert.innerText(), /Request [A-Z0-9]{40,}/);
  assert.equal(await page.getByLabel("Table name").inputValue(), "created");
  await close();
});

test("each setting changes", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/created") });
  const change = (name) => button(page, `Change ${name}`);
  await change("billing").click();
  await page.waitForURL(/change=billing/);
  await page.getByLabel("Write units a second", { exact: true }).fill("9");
  await button(page, "Save").click();
  await page.getByText("Provisioned: 7 R, 9 W").waitFor();
  await change("billing").click();
  await page.getByRole("radio", { name: "On-demand" }).check();
  await button(page, "Save").click();
  await page.getByText("On-demand", { exact: true }).waitFor();
  await change("stream").click();
  await page.getByLabel("Records hold").selectOption("");
  await button(page, "Save").click();
  await change("stream").waitFor();
  await change("time to live").click();
  // DynamoDB changes time to live once an hour.
  await fetch(`${server.origin}/_stator/clock`, { method: "POST", body: '{"advance": "2h"}' });
  await button(page, "Switch off").click();
  await change("time to live").click();
  await fetch(`${server.origin}/_stator/clock`, { method: "POST", body: '{"advance": "2h"}' });
  await page.getByLabel("Attribute", { exact: true }).fill("\u202egone");
  await button(page, "Switch on").click();
  await page.getByText("\\u202e").waitFor(); // a bidi control shows as an escape
  await change("table class").click();
  await page.getByRole("combobox", { name: "Table class" }).selectOption("STANDARD");
  await button(page, "Save").click();
  await page.getByText("Standard", { exact: true }).waitFor();
  await change("tags").click();
  await button(page, "Remove tag 1").click();
  await button(page, "Add tag").click();
  await page.getByLabel("Key of tag 1").fill("owner");
  await button(page, "Save").click();
  await page.getByText("owner:").waitFor();
  await change("deletion").click();
  await button(page, "Allow deletion").click();
  await page.getByText("Allowed", { exact: true }).waitFor();
  const table = await describe("created");
  assert.equal(table.BillingModeSummary.BillingMode, "PAY_PER_REQUEST");
  assert.equal(table.StreamSpecification, undefined);
  assert.equal(table.TableClassSummary.TableClass, "STANDARD");
  await close();
});

test("a global index is added and deleted", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/created") });
  await button(page, "Add index").click();
  await page.getByLabel("Index name").fill("added");
  await page.getByLabel("Partition key", { exact: true }).fill("colour");
  await page.locator("form").getByRole("button", { name: "Add index" }).click();
  const row = page.getByRole("row", { name: /added/ });
  await row.getByText("Active").waitFor();
  await row.getByRole("button", { name: "Delete index added" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete index" }).click();
  await row.waitFor({ state: "detached" });
  assert.equal((await describe("created")).GlobalSecondaryIndexes.length, 1);
  await close();
});

test("an index under way says so, and no second one begins", async () => {
  const slow = await startConsole({ bundle: await bundledConsole(), options: ["--table-status-delay-ms", "2500"] });
  const { page, close } = await openPage(browser, { url: `${slow.url}#/create` });
  await page.getByLabel("Table name").fill("slow");
  await page.locator("form").getByRole("button", { name: "Create table" }).click();
  await page.getByText("Creating", { exact: true }).waitFor();
  await page.getByText("The table is changing.").first().waitFor();
  await page.getByText("Active", { exact: true }).waitFor();
  await page.route("**/_stator/indexes", (route) =>
    route.fulfill({ json: { indexes: [{ table: "slow", index: "GSI1", status: "BACKFILLING", percent: 41.9 }] } }),
  );
  await button(page, "Add index").click();
  await page.getByLabel("Partition key", { exact: true }).fill("colour");
  await page.locator("form").getByRole("button", { name: "Add index" }).click();
  const row = page.getByRole("row", { name: /GSI1/ });
  await row.getByText("Backfill 41 %").waitFor();
  assert.ok(await button(page, "Add index").isDisabled());
  await row.getByText("Active").waitFor();
  await close();
  await slow.stop();
});

test("emptying shows progress, stops, and goes on", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/app-main?do=empty") });
  const dialog = page.getByRole("dialog", { name: "Empty table" });
  let held = true; // deletes wait until the test has seen the progress
  await page.route("**/*", async (route) => {
    const target = route.request().headers()["x-amz-target"] ?? "";
    if (target.endsWith("BatchWriteItem") && held) await new Promise((go) => setTimeout(go, 150));
    await route.continue().catch(() => {});
  });
  await dialog.getByRole("button", { name: "Cancel" }).and(page.locator(":focus")).waitFor(); // Enter deletes nothing
  await dialog.getByRole("button", { name: "Empty table" }).click();
  await dialog.getByText(/^[1-9]\d* of 832 items deleted$/).waitFor();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByText(/^Stopped after/).waitFor();
  const left = (await describe("app-main")).ItemCount;
  assert.ok(left > 0 && left < 832, String(left));
  held = false;
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText(/items deleted\.$/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  assert.equal((await describe("app-main")).ItemCount, 0);
  await close();
});

test("the list filters and sorts, and the address holds both", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  const names = () => page.getByRole("main").getByRole("rowheader").allInnerTexts();
  await page.getByRole("main").getByRole("link", { name: "created" }).waitFor();
  assert.deepEqual(await names(), ["app-main", "created"]);
  for (const column of ["Name", "Status", "Items", "Size", "Keys", "Indexes", "Billing", "Units/s R · W", "Throttles 1 h"]) {
    await page.getByRole("columnheader", { name: column }).getByRole("button").click();
  }
  await page.getByRole("columnheader", { name: "$ a month" }).getByRole("button").click();
  await page.waitForURL(/sort=-dollars/);
  await page.getByLabel("Filter tables").fill("crea");
  await page.waitForURL(/filter=crea/);
  assert.deepEqual(await names(), ["created"]);
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "created" }).waitFor();
  assert.deepEqual(await names(), ["created"]);
  await close();
});

test("deletion asks for the name, and a deleted table says so", async () => {
  const other = await openPage(browser, { url: at("/tables/created"), refusals: true });
  await other.page.getByRole("heading", { name: "created" }).waitFor();
  const { page, close } = await openPage(browser, { url: at("/tables/created"), refusals: true });
  await button(page, "Delete table").click();
  const dialog = page.getByRole("dialog");
  const last = dialog.getByRole("button", { name: "Delete table" });
  assert.ok(await last.isDisabled());
  await dialog.getByLabel("Type created to confirm").fill("create");
  assert.ok(await last.isDisabled());
  await dialog.getByLabel("Type created to confirm").fill("created");
  await last.click();
  await page.waitForURL(/#\/tables$/);
  await other.page.getByText("This table does not exist").waitFor();
  await close();
  await other.close();
});

test("Back leads through the places", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "app-main" }).click();
  await page.waitForURL(/app-main\/items/);
  await page.getByRole("link", { name: "Settings" }).click();
  await button(page, "Delete table").click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goBack();
  await page.goBack();
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  await close();
});
