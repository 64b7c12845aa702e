// Pictures of every place at two sizes and in two themes: node test/screenshots.mjs FOLDER. The
// server is seeded the same way each time and its clock stands still.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { launch } from "./support/browser.mjs";
import { bundledConsole } from "./support/bundled.mjs";
import { call, startConsole } from "./support/stator.mjs";

const [folder = "screenshots"] = process.argv.slice(2);
const SIZES = [
  [1280, 800],
  [390, 844],
];
const DRAFT = {
  name: "parcels",
  range: { name: "at", type: "N" },
  billing: "PROVISIONED",
  stream: "NEW_AND_OLD_IMAGES",
  ttl: "expires",
  tags: [{ Key: "team", Value: "shop" }],
  indexes: [
    {
      name: "by-place",
      kind: "global",
      hash: ["country", "city"].map((name) => ({ name, type: "S" })),
      range: [{ name: "at", type: "N" }],
      projection: "INCLUDE",
      included: "weight, status",
      readUnits: "5",
      writeUnits: "5",
    },
  ],
};

const press = (key) => (page) => page.keyboard.press(key);
const click = (name) => (page) => page.getByRole("button", { name, exact: true }).click();
const PLACES = [
  ["tables", "/tables"],
  ["tables-filtered", "/tables?filter=nothing"],
  ["table", "/tables/app-main"],
  ["table-billing", "/tables/sessions?change=billing"],
  ["table-tags", "/tables/sessions?change=tags"],
  ["table-index", "/tables/sessions?change=index"],
  ["table-delete", "/tables/sessions?do=delete"],
  ["table-empty", "/tables/app-main?do=empty"],
  ["table-missing", "/tables/none"],
  ["create", "/create"],
  ["create-full", `/create?draft=${encodeURIComponent(JSON.stringify(DRAFT))}`],
  ["create-terraform", `/create?as=terraform&draft=${encodeURIComponent(JSON.stringify(DRAFT))}`],
  ["create-refused", `/create?draft=${encodeURIComponent(JSON.stringify({ name: "sessions" }))}`, submit],
  ["keys", "/tables", press("?")],
  ["palette", "/tables", press("Control+k")],
  ["nowhere", "/nowhere"],
  ["menu", "/tables", click("Tables"), 390],
];

async function submit(page) {
  await page.locator("form").getByRole("button", { name: "Create table" }).click();
}

const key = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });

async function seed(origin) {
  await fetch(`${origin}/_stator/clock`, { method: "POST", body: '{"set": "2030-01-15T10:30:00Z", "frozen": true}' });
  const names = ["sessions", "events-2029", "events-2030", "audit-log", "a-table-with-a-rather-long-name-for-one-line"];
  for (const [at, TableName] of names.entries()) {
    await call(origin, "CreateTable", {
      TableName,
      ...(at % 2 === 0
        ? { BillingMode: "PROVISIONED", ProvisionedThroughput: { ReadCapacityUnits: 25, WriteCapacityUnits: 10 } }
        : { BillingMode: "PAY_PER_REQUEST" }),
      AttributeDefinitions: [key("id"), key("time", "N")],
      KeySchema: [
        { AttributeName: "id", KeyType: "HASH" },
        { AttributeName: "time", KeyType: "RANGE" },
      ],
      Tags: [
        { Key: "team", Value: "identity" },
        { Key: "stage", Value: "test" },
      ],
    });
    for (let item = 0; item < 7 * (at + 1); item++) {
      const Item = { id: { S: `u${item % 5}` }, time: { N: String(item) }, text: { S: "x".repeat(90 * (at + 1)) } };
      await call(origin, "PutItem", { TableName, Item });
    }
  }
}

async function loadExample(browser, url) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Load the example" }).click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await page.close();
}

async function shoot(browser, url, name, [width, height], colorScheme, act) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first().waitFor();
  await act?.(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
  await context.close();
}

await mkdir(folder, { recursive: true });
const bundle = await bundledConsole();
const browser = await launch();
const empty = await startConsole({ bundle });
const server = await startConsole({ bundle });
await loadExample(browser, server.url);
await seed(server.origin);
for (const theme of ["light", "dark"]) {
  for (const size of SIZES) {
    await shoot(browser, empty.url, "starts", size, theme);
    for (const [name, address, act, only] of PLACES) {
      if (only === undefined || only === size[0]) await shoot(browser, `${server.url}#${address}`, name, size, theme, act);
    }
  }
}
await browser.close();
await empty.stop();
await server.stop();
