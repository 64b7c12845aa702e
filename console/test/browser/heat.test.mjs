// The heat map against a real server. One test shows answers that take a server an hour to collect.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { hotHeat, hotThrottles, NOW } from "../support/heat_fixture.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  await call(server.origin, "CreateTable", {
    TableName: "scans",
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
  for (let at = 0; at < 5; at++) {
    const Item = { pk: { S: `SCANS#${at}` }, sk: { S: "a" }, g: { S: "one" } };
    await call(server.origin, "PutItem", { TableName: "scans", Item });
  }
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (query = "") => `${server.url}#/tables/scans/heat${query}`;
const mapOf = (page) => page.getByRole("application", { name: /^Heat of/ });
const clock = (body) => fetch(`${server.origin}/_stator/clock`, { method: "POST", body: JSON.stringify(body) });
const parameter = (page, name) => page.evaluate((one) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(one), name);

// Answers of the server's two functions, as a table with an hour of traffic gives them.
async function openHot(query) {
  const opened = await openPage(browser, { url: server.url });
  const json = (body) => (route) => route.fulfill({ json: body });
  await opened.page.route("**/_stator/tables/scans/heat*", json(hotHeat()));
  await opened.page.route("**/_stator/tables/scans/throttles*", json(hotThrottles()));
  await opened.page.goto(at(query));
  await mapOf(opened.page).waitFor();
  return opened;
}

test("a sentence says what is wrong and what helps", async () => {
  const { page, close } = await openHot();
  const said = await page.getByRole("status").filter({ hasText: "Partition 5" }).innerText();
  assert.equal(
    said,
    "Partition 5 met its bound of 1,000 write units for 12 minutes, 93 % of it for SCANS#7 / 2030-01-15. No split helps one key: shard it.",
  );
  await page.getByRole("radio", { name: "Reads" }).check({ force: true });
  await page.getByText("No reads in this time.").waitFor();
  assert.equal(await parameter(page, "access"), "read");
  await page.getByRole("region", { name: "Splits" }).getByText("Partition 1 became 4 and 5: it was hot for a minute.").waitFor();
  await close();
});

test("a pinned cell leads to items, operation, pattern and capacity", async () => {
  const { page, close } = await openHot();
  const box = await mapOf(page).boundingBox();
  await page.mouse.click(box.x + 90 + (box.width - 90) * 0.7, box.y + 66);
  const cell = page.getByRole("region", { name: "Cell" });
  await cell.getByText("pinned").waitFor();
  assert.match(await parameter(page, "cell"), /^\d+@p5$/);
  await cell.getByText("40 throttles at the bound of the partition").waitFor();
  assert.match(await cell.innerText(), /PutItem SCANS#7 \/ 2030-01-15 TableWriteKeyRangeThroughputExceeded, served nevertheless/);
  assert.match(await cell.innerText(), /<b>SCANS#8<\/b>\\u202e/);
  const target = (name) => cell.getByRole("link", { name }).first().getAttribute("href");
  assert.equal(await target("Items of SCANS#7"), `#/tables/scans/items?pk=${encodeURIComponent('[{"S":"SCANS#7"}]')}`);
  assert.match(decodeURIComponent(await target("Query of SCANS#7")), /^#\/operations\?request=\{"operation":"Query","input":\{"TableName":"scans"/);
  assert.match(decodeURIComponent(await target(/^Pattern PutItem SCANS#\* \/ a/)), /^#\/bill\?table=scans&pattern=PutItem\+SCANS#\*/);
  assert.equal(await target("Capacity"), "#/tables/scans/capacity");
  const pinned = await parameter(page, "cell");
  await page.reload();
  await cell.getByText("pinned").waitFor();
  assert.equal(await parameter(page, "cell"), pinned);
  await close();
});

test("zooming stands still at the times of the address, and Live follows again", async () => {
  const { page, close } = await openHot();
  assert.ok(await page.getByRole("radio", { name: "Live" }).isChecked());
  const box = await mapOf(page).boundingBox();
  await page.mouse.move(box.x + box.width - 100, box.y + 60);
  await page.mouse.wheel(0, -700);
  await page.waitForFunction(() => /from=\d+&to=\d+/.test(location.hash));
  assert.ok(await page.getByRole("radio", { name: "Still" }).isChecked());
  const [from, to] = [Number(await parameter(page, "from")), Number(await parameter(page, "to"))];
  assert.ok(from > NOW - 3600 && to <= NOW + 60 && to - from < 1500, `${from} ${to}`);
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await page.waitForFunction(() => !location.hash.includes("from="));
  await close();
});

test("keys and prefixes are rows, and the map is a table too", async () => {
  const { page, close } = await openHot("?rows=prefixes");
  await page.getByRole("button", { name: "As table" }).click();
  const table = page.getByRole("region", { name: "Heat of scans as a table" });
  assert.match(await table.getByRole("row", { name: /^SCANS#\*/ }).innerText(), /93 %/);
  await page.getByRole("radio", { name: "Busiest keys" }).check({ force: true });
  await table.getByRole("row", { name: /<b>SCANS#8<\/b>\\u202e \/ x/ }).waitFor();
  await close();
});

test("turns of the clock are marked on the map, in words and in the file", async () => {
  await clock({ set: new Date((NOW - 1800) * 1000).toISOString(), frozen: true });
  const { page, close } = await openHot();
  await page.getByText("frozen", { exact: true }).first().waitFor();
  await clock({ advance: "10m" });
  await page.waitForTimeout(1050); // reads younger than a second are not repeated
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.getByText("Clock 10m forward at 2030-01-15 10:10 UTC").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save SVG: Heat of scans" }).click()]);
  assert.match(await readFile(await download.path(), "utf8"), /<title>Clock 10m forward, 2030-01-15 10:10 UTC<\/title>/);
  await close();
});

test("a real server's heat names the hot key, and its keys are counted once asked", async () => {
  await clock({ set: "2031-01-15T10:30:00Z", frozen: true });
  const { page, close } = await openPage(browser, { url: at("?rows=keys&span=600") });
  await page.getByRole("button", { name: "Switch Contributor Insights on" }).click();
  await page.getByRole("button", { name: "Switch Contributor Insights on" }).waitFor({ state: "detached" });
  const Item = { pk: { S: "SCANS#7" }, sk: { S: "a" }, text: { S: "x".repeat(250_000) } };
  for (let second = 0; second < 8; second++) {
    await Promise.all(Array.from({ length: 6 }, () => call(server.origin, "PutItem", { TableName: "scans", Item })));
    await clock({ advance: "1s" });
  }
  await page.goto(at("?span=600"));
  await page.getByText(/^Partition \d+ met its bound of 1,000 write units for \d+ seconds?, \d+ % of it for SCANS#7\. No split helps/).waitFor();
  await page.getByRole("button", { name: "As table" }).click();
  const table = page.getByRole("region", { name: "Heat of scans as a table" });
  assert.match(await table.innerText(), /\d{3} %, throttled/);
  await close();
});
