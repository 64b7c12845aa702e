// All views in Debian's Firefox.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { bundledConsole } from "../support/bundled.mjs";
import { launchFirefox, missing, openFirefoxPage } from "../support/firefox.mjs";
import { call, startConsole, startProxy, startStator } from "../support/stator.mjs";

let browser;
let server;
let bundle;
before(async () => {
  if (missing) return;
  bundle = await bundledConsole();
  [browser, server] = await Promise.all([launchFirefox(), startConsole({ bundle })]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Waits until the view has its heading and nothing that it still waits for.
const ready = (page, heading) =>
  page.waitForFunction(
    (wanted) => {
      const titles = [...document.querySelectorAll("h1")].map((one) => one.textContent.trim());
      return document.querySelector("main progress") === null && (wanted === undefined ? titles.length > 0 : titles.includes(wanted));
    },
    {},
    heading,
  );
const links = (page, label) =>
  page.$$eval(`nav[aria-label="${label}"] a`, (found) => found.map((one) => [one.textContent, one.getAttribute("href")]));
const alerts = (page) => page.$$eval("[role=alert]", (found) => found.map((one) => one.textContent));

async function clickButton(page, text) {
  const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space(.)="${text}"])`);
  await button.click();
}

test("Firefox walks through all views", { skip: missing }, async () => {
  const { page, close } = await openFirefoxPage(browser, server.url);
  await clickButton(page, "Load the example");
  await ready(page, "app-main");
  const places = [...(await links(page, "Views")), ...(await links(page, "Views of the table"))];
  assert.ok(places.length >= 5, JSON.stringify(places));
  const found = [];
  for (const [name, href] of [...places, ["Create table", "#/create"], ["nowhere", "#/nowhere"]]) {
    await page.evaluate((address) => (location.hash = address), href);
    await ready(page);
    await page.waitForFunction((address) => location.hash.startsWith(address.split("?")[0]), {}, href);
    for (const text of await alerts(page)) found.push(`${name}: ${text}`);
  }
  assert.deepEqual(found, []);
  await close();
});

test("Firefox has the palette, the clock and the themes", { skip: missing }, async () => {
  const { page, close } = await openFirefoxPage(browser, `${server.url}#/tables`);
  await ready(page, "Tables");
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  await page.waitForSelector("[role=dialog]");
  await page.keyboard.type("theme: dark");
  await page.waitForSelector("[role=option]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(20, 23, 28)");
  await page.waitForFunction(() => document.querySelector("[role=dialog]") === null);
  await page.keyboard.press("o");
  await clickButton(page, "1 hour");
  await page.waitForSelector("::-p-text(1h forward)");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.getElementById("clock-panel") === null);
  await close();
});

const ROWS = 3000;

async function fillTable(origin) {
  await call(origin, "CreateTable", {
    TableName: "million",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  });
  const items = Array.from({ length: ROWS }, (_, at) => ({ PutRequest: { Item: { id: { S: `item-${at}` } } } }));
  for (let at = 0; at < ROWS; at += 25) {
    await call(origin, "BatchWriteItem", { RequestItems: { million: items.slice(at, at + 25) } });
  }
}

// Firefox collapses an element of more than 17.9 million pixels, so the scroll bar is scaled. The
// server has fewer items than it says: writing a million takes too long for a test.
test("Firefox reaches the last of a million rows", { skip: missing }, async (t) => {
  const stator = await startStator();
  t.after(stator.stop);
  const rewrite = (request, body) =>
    request.headers["x-amz-target"]?.endsWith(".DescribeTable") ? body.replace(`"ItemCount":${ROWS},`, '"ItemCount":1000000,') : body;
  const proxy = await startProxy({ bundle, upstream: () => stator.port, rewrite });
  t.after(proxy.stop);
  await fillTable(proxy.origin);
  const { page, close } = await openFirefoxPage(browser, `${proxy.origin}/console/#/tables/million/items`);
  await page.waitForSelector("[aria-rowcount='1000001'] [aria-rowindex='2']");
  const height = await page.$eval("[aria-rowcount]", (grid) => grid.scrollHeight);
  assert.ok(height > 5_000_000 && height < 17_900_000, String(height));
  await page.$eval("[aria-rowcount]", (grid) => (grid.scrollTop = grid.scrollHeight));
  const last = await page.waitForSelector("[aria-rowindex='1000001']");
  await page.waitForFunction((row) => row.textContent.includes("item-"), {}, last);
  assert.ok(await page.evaluate((row) => {
    const [own, grid] = [row, row.closest("[aria-rowcount]")].map((one) => one.getBoundingClientRect());
    return own.height > 10 && own.bottom <= grid.bottom + 1;
  }, last));
  await close();
});
