// Advice on requests that waste units, and transactions that are held.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
before(async () => {
  const bundle = await bundledConsole();
  browser = await launch();
  server = await startConsole({ bundle });
  await call(server.origin, "CreateTable", {
    TableName: "orders",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (address = "/advice") => openPage(browser, { url: `${server.url}#${address}`, refusals: true });

test("a server without advice says what belongs there", async () => {
  const { page, close } = await open();
  await page.getByText("No request wastes units").waitFor();
  await close();
});

test("a shape that wastes units has its cure and opens in Operations", async () => {
  for (let at = 0; at < 40; at++) await call(server.origin, "PutItem", { TableName: "orders", Item: { pk: { S: `o${at}` }, size: { N: String(at) } } });
  for (let at = 0; at < 12; at++) {
    await call(server.origin, "Scan", {
      TableName: "orders",
      FilterExpression: "#size = :five",
      ExpressionAttributeNames: { "#size": "size" },
      ExpressionAttributeValues: { ":five": { N: "5" } },
    });
  }
  const { page, close } = await open();
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "#size = :five" });
  await line.getByText(/items? read, 12 returned/).waitFor();
  assert.match(await line.innerText(), /Scan orders/);
  await line.getByRole("link", { name: "Open in Operations" }).click();
  await page.getByRole("heading", { name: "Operations" }).waitFor();
  assert.equal(await page.getByLabel("Filter", { exact: true }).inputValue(), 'size = ""');
  await page.getByLabel("Filter", { exact: true }).fill("size = 5");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("1 of 40 items read returned").waitFor();
  await close();
});

test("a transaction is held and released", async () => {
  const { page, close } = await open();
  await page.getByLabel("pk", { exact: true }).fill("o1");
  await page.getByRole("button", { name: "Hold the next transaction" }).click();
  await page.getByText("0 transactions held, 1 item waits for one").waitFor();
  const put = { Put: { TableName: "orders", Item: { pk: { S: "o1" } } } };
  const transaction = call(server.origin, "TransactWriteItems", { TransactItems: [put] });
  await page.getByText("1 transaction held").waitFor();
  await page.getByRole("button", { name: "Release this item" }).click();
  await page.getByText("1 transaction released.").waitFor();
  await transaction;
  await page.getByRole("button", { name: "Release all" }).click();
  await page.getByText("Nothing was held there").waitFor();
  await close();
});
