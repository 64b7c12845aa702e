// Tables of a model with sample items: an example, a text, tables that exist.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

const MODEL = `model pair
table left (pk, sk) on-demand
table right (id) on-demand
entity Thing 1k x 100B table left
  attr  thingId:id, until:ttl(2d), size:number
  key   T#{thingId} / META
entity Other 1k x 100B table right
  attr  otherId:id
  key   O#{otherId}
patterns
  A1  1/s  get  Thing[thingId]
  A2  1/s  get  Other[otherId]
`;

let browser;
let server;
before(async () => {
  const bundle = await bundledConsole();
  browser = await launch();
  server = await startConsole({ bundle });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("an example becomes a table with items", async () => {
  const { page, close } = await openPage(browser, { url: server.url });
  await page.getByRole("link", { name: "Create from a model" }).click();
  const tables = page.getByRole("region", { name: "Tables of the model" });
  await tables.getByText("Entities: Customer, Order, Line").waitFor();
  await page.getByLabel("Sample items of each entity").selectOption("100");
  assert.match(page.url(), /items=100/);
  await page.getByRole("button", { name: "Create the table" }).click();
  await page.waitForURL(/tables\/app-main\/items/);
  const { Count } = await call(server.origin, "Scan", { TableName: "app-main", Select: "COUNT" });
  assert.equal(Count, 400); // customers, orders, their copies, lines
  await page.goto(`${server.url}#/create/model`);
  await page.getByText("A table of this name exists. It stays as it is.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Create the table" }).isDisabled());
  await close();
});

test("a pasted text becomes tables, and a text that is no model says why", async () => {
  const { page, close } = await openPage(browser, { url: `${server.url}#/create/model?model=text`, refusals: true });
  await page.getByLabel("Text of the model").fill("model x\nentity");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Text of the model").fill(MODEL);
  await page.getByRole("region", { name: "Tables of the model" }).getByText("Entities: Other").waitFor();
  await page.getByRole("button", { name: "Create 2 tables" }).click();
  await page.getByRole("main").getByRole("link", { name: "right" }).waitFor();
  const { Items } = await call(server.origin, "Scan", { TableName: "left" });
  assert.equal(Items.length, 10);
  assert.ok(Items.every((item) => item.pk.S === `T#${item.thingId.S}` && item._type.S === "Thing"));
  const { TimeToLiveDescription: ttl } = await call(server.origin, "DescribeTimeToLive", { TableName: "left" });
  assert.equal(ttl.AttributeName, "until");
  await close();
});
