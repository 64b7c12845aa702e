// axe-core on every place in both themes and at both widths.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, WAIT_MS } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { consoleFolder } from "../support/source.mjs";
import { hotHeat, NOW } from "../support/heat_fixture.mjs";
import { call, startConsole } from "../support/stator.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

const SCAN = { operation: "Scan", input: { TableName: "orders", Limit: 5 } };
const PUT = { Put: { TableName: "orders", Item: { pk: { S: "a" }, sk: { S: "b" }, n: { N: "5" }, tags: { SS: ["x"] } } } };
const TRANSACTION = { operation: "TransactWriteItems", input: { TransactItems: [PUT, PUT] } };

const ITEM_KEY = { pk: { S: "p" }, sk: { S: "s" } };
const ITEM = `/tables/orders/item?key=${encodeURIComponent(JSON.stringify(ITEM_KEY))}`;
const ITEM_VALUES = {
  a: { S: "x" },
  note: { S: "Ring twice\u202e" },
  n: { N: "1.5" },
  data: { B: "AAE=" },
  tags: { SS: ["a", "b"] },
  map: { M: { list: { L: [{ BOOL: true }, { NULL: true }] } } },
};

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
  ["/tables/orders/indexes", lookAtItems],
  ["/tables/orders/indexes?change=units", (page) => page.getByLabel("Read units a second").waitFor()],
  ["/tables/orders/indexes?change=index", (page) => page.getByLabel("Index name").waitFor()],
  ["/tables/parcels/indexes", (page) => page.getByText("This table has no indexes").waitFor()],
  [ITEM, (page) => page.getByLabel("Value of note").waitFor()],
  [`${ITEM}&form=plain`, (page) => page.getByRole("textbox", { name: "Item as plain JSON" }).waitFor()],
  [`${ITEM}&wrong`, (page) => spoilItem(page)],
  ["/tables/orders/item?key=unsaved", (page) => page.getByRole("dialog", { name: "Leave without saving?" }).waitFor()],
  ["/tables/orders/item?key=none", leaveItem],
  ["/tables/orders/item", (page) => page.getByRole("heading", { name: "New item" }).waitFor()],
  ["/tables/orders/items?index=none", (page) => page.getByText("no index called none").waitFor()],
  ["/tables/filled/items?layout=collections", (page) => selectRow(page)],
  ["/tables/filled/items?layout=grid&where=%5B%5B%22n%22%2C%22between%22%2C%7B%22N%22%3A%220%22%7D%2C%7B%22N%22%3A%229%22%7D%5D%5D", (page) => selectRow(page)],
  ["/tables/filled/items?layout=grid&columns", (page) => openColumns(page)],
  ["/tables/orders/import", (page) => page.getByText("What a file may hold").waitFor()],
  ["/tables/orders/import?file", (page) => chooseFile(page)],
  ["/tables/orders/export?format=csv", (page) => page.getByText("Guard against formulas").waitFor()],
  ["/tables/orders/export?index=none", (page) => page.getByText("no index called none").waitFor()],
  ["/tables/orders/stream", (page) => page.getByText("The table has no stream").waitFor()],
  ["/tables/parcels/stream", (page) => page.getByRole("button", { name: "INSERT" }).click()],
  ["/tables/parcels/stream?shards=table&from=now", (page) => page.getByText("Waiting for changes").waitFor()],
  ["/operations", (page) => page.getByLabel("pk", { exact: true }).waitFor()],
  [`/operations?request=${encodeURIComponent(JSON.stringify(SCAN))}`, (page) => sendRequest(page)],
  [`/operations?request=${encodeURIComponent(JSON.stringify(TRANSACTION))}`, (page) => page.getByText("2. Put").waitFor()],
  ["/operations?show=json", (page) => page.getByRole("textbox", { name: "Input of the request" }).waitFor()],
  ["/operations?show=code", (page) => page.getByRole("region", { name: "The request for AWS CLI" }).waitFor()],
  ["/operations?show=model", (page) => page.getByText("There is no model yet").waitFor()],
  ["/operations?show=model&pattern=A4", (page) => openModel(page)],
  ["/operations?show=model&pattern=Order.0", (page) => openModel(page, "Needs custId")],
  ["/operations?show=saved", (page) => page.getByLabel("Name of this request").waitFor()],
  ["/operations?show=history", (page) => page.getByRole("button", { name: "Clear the history" }).waitFor()],
  ["/model?panel=patterns", (page) => openModel(page, "customer by id")],
  ["/model?panel=findings", (page) => openFaulty(page)],
  ["/model?panel=price", (page) => openModel(page, "Within the budget of $6,000.00.")],
  ["/model?panel=pictures", (page) => openModel(page, "Save SVG")],
  ["/model?panel=files&to=markdown", (page) => openModel(page, "Download for NoSQL Workbench")],
  ["/model?panel=tables", (page) => openModel(page, "Create this table")],
  ["/model?panel=verify", (page) => openModel(page, "Every pattern does what it says.")],
  ["/model", (page) => closeModel(page)], // last: the draft stays in the page until it is loaded again
  ["/advice", (page) => page.getByRole("button", { name: "Release all" }).waitFor()],
  ["/simulation", (page) => page.getByText("No simulation yet").waitFor()],
  ["/simulation?hours=14&scaling=target&capacity=provisioned", (page) => simulate(page)],
  ["/tables/orders/heat", (page) => page.getByText(/^Partition 5 met its bound/).waitFor()],
  ["/tables/orders/heat?rows=keys", (page) => page.getByRole("button", { name: "As table" }).click()],
  [`/tables/orders/heat?cell=${NOW - 13 * 60}@p5`, (page) => page.getByText("pinned").waitFor()],
  ["/tables/orders/capacity", (page) => page.getByRole("region", { name: /^Latency/ }).first().waitFor()],
  ["/tables/orders/capacity?scale=write", (page) => page.getByRole("form", { name: "Scaling of writes" }).waitFor()],
  ["/tables/orders/capacity?span=600&scale=schedule", (page) => page.getByRole("form", { name: "A schedule" }).waitFor()],
  ["/bill", (page) => page.getByRole("img", { name: /^Writes: on-demand/ }).first().waitFor()],
  ["/bill?table=orders&pattern=PutItem+p+%2F+s", (page) => page.getByRole("region", { name: "The open pattern" }).waitFor()],
  ["/bill?do=reset", (page) => page.getByRole("dialog", { name: "Reset the bill" }).waitFor()],
  ["/create", leaveBill],
  ["/create/model", (page) => page.getByRole("button", { name: "Create the table" }).and(page.locator(":enabled")).waitFor()],
  [`/create?draft=${encodeURIComponent(JSON.stringify(draft()))}`, (page) => page.getByLabel("Key of tag 1").waitFor()],
  ["/nowhere", (page) => page.getByText("This address leads nowhere").waitFor()],
  ["/tables?keys", (page) => openBy(page, "?", "Keys")],
  ["/tables?clock", (page) => openClock(page)],
  ["/tables?palette", (page) => openBy(page, "Control+k", "Palette")],
];

function draft() {
  const part = { name: "", type: "S" };
  const units = { readUnits: "x", writeUnits: "5" };
  const index = { name: "GSI1", kind: "global", hash: [part, part], range: [part], projection: "INCLUDE", included: "", ...units };
  return { billing: "PROVISIONED", tags: [{ Key: "", Value: "" }], indexes: [index] };
}

async function openModel(page, shown = "Needs custId, status") {
  const text = await readFile(join(consoleFolder, "../examples/orders.std"), "utf8");
  await page.evaluate((kept) => localStorage.setItem("stator.model", JSON.stringify({ text: kept })), text);
  await page.reload();
  await page.getByText(shown, { exact: true }).waitFor();
  await page.evaluate(() => localStorage.removeItem("stator.model"));
}

async function closeModel(page) {
  await page.reload();
  await page.getByText("No model is open").waitFor();
}

async function openFaulty(page) {
  await page.evaluate(() => localStorage.setItem("stator.model", JSON.stringify({ text: "modl m" })));
  await page.reload();
  await page.getByText("error: syntax").waitFor();
  await page.evaluate(() => localStorage.removeItem("stator.model"));
}

async function sendRequest(page) {
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("region", { name: "What the request did" }).waitFor();
}

async function lookAtItems(page) {
  await page.getByRole("button", { name: "Look at the items" }).click();
  await page.getByRole("heading", { name: "Attributes" }).waitFor();
}

async function spoilItem(page) {
  await page.getByLabel("Value of n", { exact: true }).fill("x");
  await page.getByLabel("Type of tags").selectOption("L");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("1 place is wrong").waitFor();
}

// Unsaved changes keep the page where it is until the user agrees.
async function leaveItem(page) {
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await page.getByText("This address names no item").waitFor();
}

async function chooseFile(page) {
  const buffer = Buffer.from("pk,sk,n:N\na,b,1\nc,,2\n");
  await page.getByLabel("File to import").setInputFiles({ name: "lines.json", mimeType: "", buffer });
  await page.getByText("The key attribute sk is missing.").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Save 1 refused line").waitFor();
}

async function selectRow(page) {
  await page.getByLabel("Select row 1", { exact: true }).click();
  await page.getByText("1 item selected").waitFor();
}

async function openColumns(page) {
  await page.getByLabel("Select row 1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("dialog", { name: "Columns" }).waitFor();
}

// Two runs, side by side.
async function simulate(page) {
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.click();
  await page.getByRole("region", { name: "Patterns" }).waitFor();
  const [, first] = /run=([0-9a-f-]+)/.exec(page.url());
  await run.click();
  await page.waitForURL((url) => !url.href.includes(first));
  await page.getByLabel("Beside it").selectOption(first);
  await page.getByRole("region", { name: "B: Patterns" }).waitFor();
}

async function openBy(page, key, name) {
  await page.keyboard.press("Escape"); // the dialog before hides the rest
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("link", { name: "orders" }).waitFor();
  await page.keyboard.press(key);
  await page.getByRole("dialog", { name }).waitFor();
}

async function openClock(page) {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("link", { name: "orders" }).waitFor();
  await page.keyboard.press("o");
  await page.getByLabel("Any duration").fill("1x");
  await page.getByLabel("Time in UTC").fill("2001-01-01");
  await page.getByLabel(/^Pace/).fill("3600");
  await page.getByText("This time has passed.").waitFor();
}

// The dialog of the place before hides the rest.
async function leaveBill(page) {
  await page.keyboard.press("Escape");
  await page.getByLabel("Table name").waitFor();
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
  await fillTable();
  await call(server.origin, "PutItem", { TableName: "orders", Item: { ...ITEM_KEY, ...ITEM_VALUES } });
  await call(server.origin, "CreateTable", {
    TableName: "parcels",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
  await call(server.origin, "PutItem", { TableName: "parcels", Item: { pk: { S: "a" }, weight: { N: "1" } } });
});

async function fillTable() {
  const key = (AttributeName, KeyType) => ({ AttributeName, KeyType });
  await call(server.origin, "CreateTable", {
    TableName: "filled",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [key("pk", "HASH"), key("sk", "RANGE")],
  });
  for (let n = 0; n < 9; n++) {
    const Item = { pk: { S: "CUST#1" }, sk: { S: `ORDER#${n}\u202e` }, n: { N: String(n) }, tags: { SS: ["a", "b"] }, empty: { S: "" } };
    await call(server.origin, "PutItem", { TableName: "filled", Item });
  }
}

after(async () => {
  await browser?.close();
  await server?.stop();
  await empty?.stop();
});

// Rules whose result a theme can change: the themes differ in colours alone.
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

// Every rule runs at both widths. The other theme needs the rules of colours only. One load of a place
// serves all four.
const LOOKS = [
  { viewport: WIDE, colorScheme: "light", rules: { type: "tag", values: RULES } },
  { viewport: WIDE, colorScheme: "dark", rules: { type: "rule", values: COLOUR_RULES } },
  { viewport: NARROW, colorScheme: "dark", rules: { type: "tag", values: RULES } },
  { viewport: NARROW, colorScheme: "light", rules: { type: "rule", values: COLOUR_RULES } },
];

async function violations(page, { viewport, colorScheme, rules }) {
  if (page.viewportSize().width !== viewport.width) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  const [found, overflow] = await page.evaluate(async (runOnly) => {
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    const results = await axe.run({ runOnly, resultTypes: ["violations"], preload: false });
    const nodes = results.violations.flatMap(({ id, nodes: all }) => all.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
    return [nodes, document.documentElement.scrollWidth - innerWidth];
  }, rules);
  const look = `${colorScheme}, ${viewport.width}: `;
  const texts = found.map(({ id, html, failureSummary }) => `${look}${id}: ${html.slice(0, 160)} ${failureSummary}`);
  return overflow > 0 ? [...texts, `${look}the page is ${overflow} pixels too wide`] : texts;
}

// The page bypasses the policy, because axe-core is put into it.
async function openPage() {
  const context = await browser.newContext({ viewport: WIDE, bypassCSP: true, reducedMotion: "reduce" });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(axe);
  await context.route("**/_stator/tables/orders/heat*", (route) => route.fulfill({ json: hotHeat() }));
  return context.newPage();
}

test("axe-core finds nothing at any place, in both themes and at both widths", async () => {
  const page = await openPage();
  const found = [];
  const look = async (name, url, ready) => {
    await page.setViewportSize(WIDE);
    await page.goto(url);
    await ready(page);
    for (const one of LOOKS) found.push(...(await violations(page, one)).map((text) => `${name}: ${text}`));
  };
  for (const [address, ready] of PLACES) await look(address, `${server.url}#${address}`, ready);
  await look("an empty server", empty.url, () => page.getByText("has no tables yet").waitFor());
  await page.context().close();
  assert.deepEqual(found, []);
});

test("axe-core finds a fault of each kind, so its silence means something", async () => {
  const page = await openPage();
  await page.goto(`${server.url}#/tables`);
  await page.getByRole("main").getByRole("link", { name: "orders" }).waitFor();
  await page.evaluate(() => {
    const main = document.querySelector("main");
    main.style.color = "light-dark(#ddd, #333)";
    main.append(document.createElement("button"));
  });
  for (const look of LOOKS) {
    const texts = (await violations(page, look)).join("\n");
    assert.match(texts, /color-contrast/);
    if (look.rules.type === "tag") assert.match(texts, /button-name/);
  }
  await page.context().close();
});
