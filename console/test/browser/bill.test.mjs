// The bill against a real server with the traffic of a small shop.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
const clock = (body) => fetch(`${server.origin}/_stator/clock`, { method: "POST", body: JSON.stringify(body) });

async function sendTraffic() {
  for (let at = 0; at < 40; at++) {
    const Item = { pk: { S: `CUST#${at % 4}` }, sk: { S: `ORDER#${at}` }, g: { S: `STATUS#${at % 3}` }, text: { S: "x".repeat(900) } };
    await call(server.origin, "PutItem", { TableName: "orders", Item });
  }
  for (let at = 0; at < 60; at++) {
    await call(server.origin, "GetItem", { TableName: "orders", Key: { pk: { S: `CUST#${at % 4}` }, sk: { S: `ORDER#${at % 40}` } } });
  }
}

before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  await clock({ set: "2030-01-15T10:30:00Z", frozen: true });
  await call(server.origin, "CreateTable", {
    TableName: "orders",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "sk", "g"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      { IndexName: "GSI1", KeySchema: [{ AttributeName: "g", KeyType: "HASH" }], Projection: { ProjectionType: "ALL" } },
    ],
  });
  await fetch(`${server.origin}/_stator/bill/reset`, { method: "POST", body: "{}" });
  await sendTraffic();
  await clock({ advance: "1m" });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (query = "") => `${server.url}#/bill${query}`;
const month = (page) => page.getByRole("region", { name: "The month" }).innerText();
const bill = async (query = "") => (await fetch(`${server.origin}/_stator/bill${query}`)).json();
const dollars = (amount) => `$${amount.toFixed(2)}`;
const button = (within, name) => within.getByRole("button", { name, exact: true });

test("the month is shown by table, index, operation and pattern", async () => {
  const { page, close } = await openPage(browser, { url: at() });
  await page.getByRole("region", { name: "The month" }).waitFor();
  const expected = await bill();
  assert.ok((await month(page)).startsWith(dollars(expected.dollars)));
  const tables = await page.getByRole("region", { name: "Tables and indexes by dollars" }).innerText();
  assert.match(tables, /orders[\s\S]*the table itself[\s\S]*GSI1/);
  const operations = await page.getByRole("region", { name: "Operations by dollars" }).innerText();
  assert.match(operations, /PutItem[\s\S]*GetItem[\s\S]*stored bytes/);
  assert.match(await page.getByRole("region", { name: "Access patterns by dollars" }).innerText(), /PutItem CUST#\* \/ ORDER#\*/);
  await close();
});

test("bars are saved as SVG and PNG", async () => {
  const { page, close } = await openPage(browser, { url: at() });
  for (const [title, shown] of [["Tables and indexes", /orders.*the table itself.*GSI1.*\$/s], ["Operations", /PutItem.*GetItem/s], ["Access patterns", /PutItem CUST#\* \/ ORDER#\*/]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, `Save SVG: ${title}`).click()]);
    assert.equal(download.suggestedFilename(), `${title.replaceAll(" ", "-")}.svg`);
    const svg = await readFile(await download.path(), "utf8");
    assert.match(svg, shown);
    assert.match(svg, /<rect [^>]*width="\d{3}/); // the largest bar
  }
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save PNG: Operations").click()]);
  assert.ok((await readFile(await download.path())).length > 3000);
  await close();
});

test("a pattern opens its requests in Operations and its line in the model", async () => {
  const { page, close } = await openPage(browser, { url: at("?table=orders") });
  await button(page, "GetItem CUST#* / ORDER#*").click();
  const panel = page.getByRole("region", { name: "The open pattern" });
  assert.match(page.url(), /pattern=GetItem\+CUST%23\*/);
  assert.match(await panel.innerText(), /requests a month cost \$/);
  const target = async (name) => decodeURIComponent(await panel.getByRole("link", { name }).getAttribute("href"));
  assert.match(await target("Open the request in Operations"), /^#\/operations\?request=\{"operation":"GetItem","input":\{"TableName":"orders","Key":\{"pk":\{"S":"CUST#\*"\}/);
  assert.equal(await target("Open a model to see its line"), "#/model");
  await page.goBack();
  await panel.waitFor({ state: "detached" });
  await page.goto(at("?pattern=GetItem+NONE"));
  await page.getByText("The bill has no pattern GetItem NONE").waitFor();
  await close();
});

test("the traffic may stand for another time, and prices stay the server's", async () => {
  const { page, close } = await openPage(browser, { url: at(), refusals: true });
  await page.getByRole("radio", { name: "24 hours" }).check({ force: true });
  await page.getByText("which stands for 24 h").waitFor();
  const day = await bill("?period=24h");
  assert.ok((await month(page)).includes(`${day.dollars < 0.01 ? "$0.00" : dollars(day.dollars)}`));
  await page.getByRole("textbox", { name: "Another time" }).fill("90m");
  await button(page, "Apply another time").click();
  await page.getByText("which stands for 90 min").waitFor();
  await page.getByRole("textbox", { name: "Provisioned, % used" }).fill("50");
  await page.getByRole("textbox", { name: "Provisioned, % used" }).press("Enter");
  await page.getByText("Provisioned, 50 % used").first().waitFor();
  assert.match(page.url(), /period=90m&utilization=50/);
  await close();
});

test("ways to pay, break-even, DAX and the other class are shown, with unverified prices marked", async () => {
  const { page, close } = await openPage(browser, { url: at("?table=orders") });
  const plans = page.getByRole("region", { name: "Ways to pay for orders" });
  await plans.getByText(/^Cheapest: .*\$[\d.]+ a month\./).waitFor();
  const texts = await plans.innerText();
  for (const text of ["Class Standard", "Class Standard-IA", "Reserved for 3 years", "DAX: 3 nodes", "cheapest", "(unverified price)"]) {
    assert.ok(texts.includes(text), text);
  }
  const curve = plans.getByRole("img", { name: /^Writes: on-demand is cheaper than provisioned below \d+ % of full load/ });
  assert.ok(await curve.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  await close();
});

test("a kept bill shows what has changed, and a reset begins anew", async () => {
  const { page, close } = await openPage(browser, { url: at(), refusals: true });
  await button(page, "Keep this bill for comparison").click();
  await page.getByText(/^Compared with 2030-01-15T10:30:00/).waitFor();
  for (let at = 0; at < 50; at++) await call(server.origin, "Scan", { TableName: "orders" });
  await page.reload();
  const changes = page.getByRole("region", { name: "Changes, the largest first" });
  await changes.getByRole("row", { name: /^orders: Scan, reads/ }).waitFor();
  assert.match(await changes.getByRole("row", { name: /^orders: Scan, reads/ }).innerText(), /\+\$/);
  const file = { name: "noise.json", mimeType: "application/json", buffer: Buffer.from("noise") };
  await page.getByLabel("Compare with a file").setInputFiles(file);
  await page.getByText("noise.json is not a bill").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save as file").click()]);
  assert.equal(download.suggestedFilename(), "bill-2030-01-15.json");
  await page.getByLabel("Compare with a file").setInputFiles(await download.path());
  await page.getByText(/^Compared with .+\.$/).filter({ hasNotText: "2030-01-15T10:30" }).waitFor();

  await button(page, "Reset").click();
  await button(page.getByRole("dialog"), "Reset the bill").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(async () => (await (await fetch("../_stator/bill")).json()).patterns.length === 0);
  await page.getByRole("region", { name: "Access patterns by dollars" }).getByText("Scan").waitFor({ state: "detached" });
  await close();
});
