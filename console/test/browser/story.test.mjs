// The story of docs/console-story.md, walked as the page tells it: the heat map of a real server, and
// the same from simulations.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { startConsole } from "../support/stator.mjs";
import { scans, storyModel } from "../support/story.mjs";

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole(), options: ["--capacity", "enforce"] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (query) => `${server.url}#/tables/Shipments/heat?span=600${query ?? ""}`;
const sentence = (page, begin) => page.getByRole("status").filter({ hasText: begin });
const now = async () => Date.parse((await (await fetch(`${server.origin}/_stator/clock`)).json()).time) / 1000;

async function savedMap(page) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Save SVG/ }).click();
  return readFile(await (await download).path(), "utf8");
}

test("a hot key throttles at 40 % of the table, splits do not help, and shards do", async () => {
  await scans(server.origin, "create");
  assert.match(await scans(server.origin, "ordinary", 1), /0 scans of pallet-9/);
  const { page, close } = await openPage(browser, { url: at(), acceptDownloads: true });
  await sentence(page, /^No partition used more than 16 % of its bound of 1,000 write units\. Nothing was throttled\.$/).waitFor();
  const calm = await savedMap(page);
  assert.doesNotMatch(calm, /fill="url\(#on-/, "nothing is hatched");

  assert.match(await scans(server.origin, "peak", 3), /: 6,300 scans of pallet-9, 1,9\d\d of them throttled/);
  const met = sentence(page, /^Partitions \d, \d and \d met their bound of 1,000 write units for 3 minutes/);
  await met.waitFor();
  assert.match(await met.innerText(), /, 9\d % of it for SHIPMENT#pallet-9\. No split helps one key: shard it\.$/);
  await page.getByText("Meanwhile the whole table used 40 % of its 3,000 write units a second.").waitFor();
  const splits = page.getByRole("region", { name: "Splits" }).getByRole("listitem");
  assert.equal(await splits.count(), 2);
  for (const split of await splits.allInnerTexts()) assert.match(split, /Partition \d became \d and \d: it was hot for a minute\.$/);
  const hot = await savedMap(page);
  assert.match(hot, /fill="url\(#on-/, "throttled cells are hatched");
  assert.equal((hot.match(/Partition \d</g) ?? []).length, 6, "four rows forked twice");

  const cured = await now();
  assert.match(await scans(server.origin, "sharded", 3), /: 6,300 scans of pallet-9, 0 of them throttled/);
  await page.getByText(/Since \d\d:\d\d UTC no partition used more than 82 % of its bound in writes\.$/).waitFor();
  assert.equal(await splits.count(), 2, "no split since");
  await page.goto(at(`&from=${cured + 60}&to=${cured + 120}`));
  await page.reload();
  await sentence(page, /^Partition \d reached \d\d % of its bound of 1,000 write units\. Nothing was throttled\.$/).waitFor();
  assert.doesNotMatch(await savedMap(page), /fill="url\(#on-/);
  await close();
});

test("the rows of keys show the pallet, and then its shards", async () => {
  const { page, close } = await openPage(browser, { url: at("&rows=keys") });
  await page.getByRole("button", { name: "As table" }).click();
  const table = page.getByRole("region", { name: "Heat of Shipments as a table" });
  assert.match(await table.getByRole("row", { name: /^SHIPMENT#pallet-9 / }).innerText(), /100 %\s+1,?9\d\d\b.*throttled/s);
  const shards = table.getByRole("row", { name: /^SHIPMENT#pallet-9#\d / });
  assert.equal(await shards.count(), 10);
  for (const shard of await shards.allInnerTexts()) assert.match(shard, /#\d\s+1\d %\s+0\b/);
  await close();
});

test("a simulation tells the same story, and the shards end it", async () => {
  const { page, close } = await openPage(browser, { url: server.url });
  const simulate = async (name) => {
    await page.evaluate((text) => localStorage.setItem("stator.model", JSON.stringify({ text })), await storyModel(name));
    await page.goto(`${server.url}#/simulation?profile=spike&hours=1`);
    await page.reload();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("region", { name: "Busiest keys" }).waitFor();
    return /run=([0-9a-f-]{36})/.exec(page.url())[1];
  };
  const oneKey = await simulate("one_key");
  await page.getByText(/^Partition \d of Shipments met its bound of 1,000 write units for 28 minutes\. 100 % of the throttles are for SHIPMENT#\{shipmentId\} \(1st\)\. No split helps one key: shard it\. Meanwhile all of Shipments used 40 % of its 3,000 write units a second\.$/).waitFor();
  const splits = page.getByRole("region", { name: "Splits" });
  await splits.getByText("before SHIPMENT#{shipmentId} (1st)").waitFor();
  await splits.getByText("after SHIPMENT#{shipmentId} (1st)").waitFor();
  await simulate("ten_shards");
  await page.getByText("No write of Shipments was throttled.").waitFor();
  await page.getByLabel("Beside it").selectOption(oneKey);
  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.getByRole("row", { name: /Throttled attempts/ }).waitFor();
  await close();
});
