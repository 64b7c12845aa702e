// axe-core on every place in both themes and at both widths.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { consoleFolder } from "../support/source.mjs";
import { call, startConsole } from "../support/stator.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

// A place is an address and what makes it ready.
const PLACES = [
  ["/tables", (page) => page.getByRole("main").getByRole("link", { name: "orders" }).waitFor()],
  ["/tables?filter=nothing", (page) => page.getByRole("button", { name: "Show all tables" }).waitFor()],
  ["/tables/orders", (page) => page.getByRole("heading", { name: "Indexes" }).waitFor()],
  ["/tables/orders?change=billing", (page) => page.getByRole("button", { name: "Save" }).waitFor()],
  ["/tables/orders?change=tags", (page) => page.getByRole("button", { name: "Add tag" }).waitFor()],
  ["/tables/orders?change=index", (page) => page.getByLabel("Index name").waitFor()],
  ["/tables/orders?do=delete", (page) => page.getByRole("dialog").waitFor()],
  ["/tables/orders?do=empty", (page) => page.getByRole("dialog").waitFor()],
  ["/tables/none", (page) => page.getByText("This table does not exist").waitFor()],
  ["/create", (page) => page.getByLabel("Table name").waitFor()],
  [`/create?draft=${encodeURIComponent(JSON.stringify(draft()))}`, (page) => page.getByLabel("Key of tag 1").waitFor()],
  ["/nowhere", (page) => page.getByText("This address leads nowhere").waitFor()],
  ["/tables?keys", (page) => openBy(page, "?", "Keys")],
  ["/tables?palette", (page) => openBy(page, "Control+k", "Palette")],
];

function draft() {
  const part = { name: "", type: "S" };
  const units = { readUnits: "x", writeUnits: "5" };
  const index = { name: "GSI1", kind: "global", hash: [part, part], range: [part], projection: "INCLUDE", included: "", ...units };
  return { billing: "PROVISIONED", tags: [{ Key: "", Value: "" }], indexes: [index] };
}

async function openBy(page, key, name) {
  await page.keyboard.press("Escape"); // the dialog before hides the rest
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("link", { name: "orders" }).waitFor();
  await page.keyboard.press(key);
  await page.getByRole("dialog", { name }).waitFor();
}

let browser;
let server;
let empty;
let axe;
before(async () => {
  const bundle = await bundledConsole();
  axe = await readFile(join(consoleFolder, "node_modules/axe-core/axe.min.js"), "utf8");
  browser = await launch();
  server = await startConsole({ bundle });
  empty = await startConsole({ bundle });
  await call(server.origin, "CreateTable", {
    TableName: "orders",
    BillingMode: "PROVISIONED",
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
    AttributeDefinitions: ["pk", "sk", "a"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: "by-a",
        KeySchema: [{ AttributeName: "a", KeyType: "HASH" }],
        Projection: { ProjectionType: "ALL" },
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
      },
    ],
    Tags: [{ Key: "team", Value: "shop" }],
  });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await empty?.stop();
});

// The page bypasses the policy, because axe-core is put into it.
async function violations(page, url, ready) {
  await page.goto(url);
  await ready(page);
  const found = await page.evaluate((tags) => axe.run({ runOnly: tags, resultTypes: ["violations"] }), RULES);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const texts = found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
  return overflow > 0 ? [...texts, `the page is ${overflow} pixels too wide`] : texts;
}

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of SIZES) {
    test(`axe-core finds nothing in the ${colorScheme} theme at ${viewport.width}`, async () => {
      const context = await browser.newContext({ viewport, colorScheme, bypassCSP: true, reducedMotion: "reduce" });
      context.setDefaultTimeout(10_000);
      await context.addInitScript(axe);
      const page = await context.newPage();
      const found = [];
      for (const [address, ready] of PLACES) {
        for (const text of await violations(page, `${server.url}#${address}`, ready)) found.push(`${address}: ${text}`);
      }
      found.push(...(await violations(page, empty.url, () => page.getByText("has no tables yet").waitFor())));
      await context.close();
      assert.deepEqual(found, []);
    });
  }
}
