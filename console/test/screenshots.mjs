// Pictures of every place at two sizes and in two themes: node test/screenshots.mjs FOLDER [NAMES].
// NAMES is a regular expression for some of the files, such as `^heat.*-390-`. The server is seeded
// the same way each time and its clock stands still.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { launch } from "./support/browser.mjs";
import { bundledConsole } from "./support/bundled.mjs";
import { call, startConsole } from "./support/stator.mjs";

const [folder = "screenshots", names = ""] = process.argv.slice(2);
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

const ITEM = `/tables/sessions/item?key=${encodeURIComponent('{"id":{"S":"ada"},"time":{"N":"1"}}')}`;
const ITEM_VALUES = {
  id: { S: "ada" },
  time: { N: "1" },
  device: { S: "phone\u202e" },
  token: { B: "AAECAwQFBgc=" },
  roles: { SS: ["admin", "editor"] },
  balance: { N: "12345678901234567890123456789012345678" },
  active: { BOOL: true },
  place: { M: { city: { S: "Köln" }, visits: { L: [{ N: "3" }, { NULL: true }] } } },
};
const QUERY = {
  operation: "Query",
  input: {
    TableName: "app-main",
    KeyConditionExpression: "PK = :PK",
    FilterExpression: "#type = :type",
    ExpressionAttributeNames: { "#type": "_type" },
    ExpressionAttributeValues: { ":PK": { S: "CUST#c101" }, ":type": { S: "Customer" } },
  },
};
const CHECK = { TableName: "app-main", Key: { PK: { S: "x" }, SK: { S: "y" } }, ConditionExpression: "attribute_exists(PK)" };
const PUT = { TableName: "app-main", Item: { PK: { S: "CUST#9" }, SK: { S: "A" }, n: { N: "5" }, tags: { SS: ["a", "b"] } } };
const TRANSACTION = { operation: "TransactWriteItems", input: { TransactItems: [{ Put: PUT }, { ConditionCheck: CHECK }] } };
const request = (one) => encodeURIComponent(JSON.stringify(one));

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
  ["indexes", "/tables/app-main/indexes", lookAtItems],
  ["indexes-none", "/tables/sessions/indexes"],
  ["items", "/tables/app-main/items?layout=collections"],
  ["items-grid", "/tables/app-main/items?layout=grid", selectRows],
  ["items-query", `/tables/app-main/items?layout=collections&pk=${encodeURIComponent('[{"S":"CUST#c101"}]')}`],
  ["items-filter", `/tables/app-main/items?index=GSI1&where=${encodeURIComponent('[["total",">",{"N":"90"}]]')}`],
  ["items-columns", "/tables/app-main/items?layout=grid", click("Columns")],
  ["items-missing-index", "/tables/app-main/items?index=none"],
  ["item", ITEM],
  ["item-dynamodb", `${ITEM}&form=dynamodb`],
  ["item-changed", `${ITEM}&form=plain`, changeItem],
  ["item-conflict", ITEM, meetConflict],
  ["item-new", "/tables/sessions/item"],
  ["import", "/tables/sessions/import"],
  ["import-file", "/tables/app-main/import", importFile],
  ["import-done", "/tables/app-main/import", runImport],
  ["import-wrong", "/tables/app-main/import", chooseFile("orders.csv", "PK\u0003\u0004")],
  ["export", "/tables/app-main/export"],
  ["export-csv", "/tables/app-main/export?format=csv&gzip=on", withoutPicker],
  ["export-query", `/tables/app-main/export?pk=${encodeURIComponent('[{"S":"CUST#0001"}]')}`],
  ["heat", "/tables/scans/heat?span=600"],
  ["heat-cell", "/tables/scans/heat?span=600", pinCell],
  ["heat-keys", "/tables/scans/heat?span=600&rows=keys"],
  ["heat-table", "/tables/scans/heat?span=600", click("As table")],
  ["heat-uncounted", "/tables/sessions/heat?rows=keys"],
  ["capacity", "/tables/scans/capacity"],
  ["capacity-live", "/tables/scans/capacity?span=600"],
  ["capacity-scaling", "/tables/sessions/capacity?scale=write", scrollToScaling],
  ["bill", "/bill"],
  ["bill-table", "/bill?table=scans&pattern=PutItem+SCANS%23*+%2F+READING%23*", scrollToPlans],
  ["bill-reset", "/bill?do=reset"],
  ["stream", "/tables/app-main/stream"],
  ["stream-record", "/tables/app-main/stream?event=INSERT", pickRecord],
  ["stream-table", "/tables/app-main/stream?shards=table&from=now"],
  ["stream-none", "/tables/sessions/stream"],
  ["model-empty", "/model"],
  ["model", "/model", openExample],
  ["model-open", "/model", click("Open…")],
  ["model-price", "/model?panel=price", openExample],
  ["model-picture", "/model?panel=pictures", openExample],
  ["model-graph", "/model?panel=pictures&picture=graph", openExample],
  ["model-verify", "/model?panel=verify", openExample],
  ["operations", "/operations"],
  ["operations-query", `/operations?request=${request(QUERY)}`, send],
  ["operations-refused", `/operations?request=${request(TRANSACTION)}`, send],
  ["operations-json", `/operations?show=json&request=${request(QUERY)}`],
  ["operations-code", `/operations?show=code&as=python&request=${request(QUERY)}`],
  ["operations-model", `/operations?show=model&pattern=A4&arguments=${encodeURIComponent('{"custId":"c101","status":"OPEN"}')}`, withModel],
  ["advice", "/advice"],
  ["simulation", "/simulation"],
  ["simulation-run", "/simulation?hours=24", simulate],
  ["simulation-pair", "/simulation?hours=23", simulatePair],
  ["create", "/create"],
  ["create-model", "/create/model?example=shop"],
  ["create-full", `/create?draft=${encodeURIComponent(JSON.stringify(DRAFT))}`],
  ["create-terraform", `/create?as=terraform&draft=${encodeURIComponent(JSON.stringify(DRAFT))}`],
  ["create-refused", `/create?draft=${encodeURIComponent(JSON.stringify({ name: "sessions" }))}`, submit],
  ["keys", "/tables", press("?")],
  ["clock", "/tables/app-main/stream", openClock],
  ["clock-warning", "/tables", openClockWarning],
  ["palette", "/tables", press("Control+k")],
  ["nowhere", "/nowhere"],
  ["menu", "/tables", click("Tables"), 390],
];

async function openExample(page) {
  await click("Open…")(page);
  await click("orders")(page);
  await page.getByText("No findings.").waitFor();
}

async function simulate(page) {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("region", { name: "Patterns" }).waitFor();
}

async function simulatePair(page) {
  await simulate(page);
  const [, first] = /run=([0-9a-f-]+)/.exec(page.url());
  await page.getByLabel("Model").selectOption({ label: "Example: the same, sharded" });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL((url) => !url.href.includes(first));
  await page.getByLabel("Beside it").selectOption(first);
  await page.getByRole("region", { name: "B: Patterns" }).waitFor();
}

async function pickRecord(page) {
  await page.getByRole("button", { name: "INSERT" }).first().click();
}

async function openClock(page) {
  await page.keyboard.press("o");
  await page.getByLabel("Any duration").fill("1d12h");
  await page.getByLabel(/^Pace/).fill("3600");
}

// The seeded clock must not move, so the server's answer about expiring items is made up.
async function openClockWarning(page) {
  await page.route("**/_stator/clock", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.route("**/", async (route) => {
    const target = route.request().headers()["x-amz-target"] ?? "";
    if (target.endsWith("DescribeTimeToLive")) {
      return route.fulfill({ json: { TimeToLiveDescription: { TimeToLiveStatus: "ENABLED", AttributeName: "time" } } });
    }
    return target.endsWith("Scan") ? route.fulfill({ json: { Count: 12 } }) : route.continue();
  });
  await openClock(page);
  await page.getByLabel("Any duration").fill("4000d");
  await page.keyboard.press("Enter");
  await page.getByText("This step leaves expired items").waitFor();
}

async function lookAtItems(page) {
  await page.getByRole("button", { name: "Look at the items" }).click();
  await page.getByRole("heading", { name: "Attributes" }).waitFor();
}

async function changeItem(page) {
  await page.getByRole("textbox", { name: "Item as plain JSON" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText('{\n  "id": "ada",\n  "time": 1,\n  "roles": ["admin", 7],\n  "balance": 123456789012345678901234567890123456789\n}');
  await page.getByRole("button", { name: "Duplicate" }).focus();
}

// The server refuses the condition, as it does after another client's write.
async function meetConflict(page) {
  const refusal = { __type: "x#ConditionalCheckFailedException", message: "The conditional request failed" };
  await page.route("**/*", (route) => {
    const target = route.request().headers()["x-amz-target"] ?? "";
    if (target.endsWith("UpdateItem")) return route.fulfill({ status: 400, json: refusal });
    if (target.endsWith("GetItem")) return route.fulfill({ json: { Item: { ...ITEM_VALUES, device: { S: "tablet" }, active: { BOOL: false } } } });
    return route.continue();
  });
  await page.getByLabel("Value of device").fill("laptop");
  await page.getByLabel("Value of balance").fill("5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Use these choices" }).waitFor();
}

async function send(page) {
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("region", { name: "What the request did" }).or(page.getByRole("alert")).waitFor();
}

async function withModel(page) {
  const text = await readFile(new URL("../../examples/orders.std", import.meta.url), "utf8");
  await page.evaluate((kept) => localStorage.setItem("stator.model", JSON.stringify({ text: kept })), text);
  await page.reload();
  await page.getByRole("region", { name: "Query of the pattern" }).waitFor();
}

async function selectRows(page) {
  await page.getByLabel("Select row 2", { exact: true }).click();
  await page.getByLabel("Select row 4", { exact: true }).click({ modifiers: ["Shift"] });
}

function chooseFile(name, text) {
  return async (page) => {
    const buffer = Buffer.from(text);
    await page.getByLabel("File to import").setInputFiles({ name, mimeType: "", buffer });
    await page.getByRole("region", { name: "Preview" }).or(page.getByRole("alert")).waitFor();
  };
}

async function importFile(page) {
  const lines = Array.from({ length: 40 }, (_, n) =>
    n === 3
      ? '{"Item":{"PK":{"S":"CUST#1"},"SK":{"N":"7"}}}'
      : JSON.stringify({
          Item: {
            PK: { S: `CUST#${n % 7}` },
            SK: { S: `NOTE#${2000 + n}` },
            text: { S: n === 5 ? "Ring twice\u202e, then wait for the neighbour" : "Delivered at the door" },
            weight: { N: `${n}.25` },
            tags: { SS: ["door", "paid"] },
            paid: { BOOL: n % 2 === 0 },
          },
        }),
  );
  await chooseFile("notes.csv", lines.join("\n"))(page);
}

async function runImport(page) {
  await importFile(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText(/^Done/).waitFor();
}

async function withoutPicker(page) {
  await page.evaluate(() => delete globalThis.showSaveFilePicker);
  await page.getByLabel("Compress with gzip").uncheck();
}

async function submit(page) {
  await page.locator("form").getByRole("button", { name: "Create table" }).click();
}

async function pinCell(page) {
  const box = await page.getByRole("application", { name: /^Heat/ }).boundingBox();
  await page.mouse.click(box.x + box.width * 0.7, box.y + 20);
  await page.getByText("pinned").waitFor();
}

async function scrollToScaling(page) {
  await page.getByRole("form", { name: "Scaling of writes" }).scrollIntoViewIfNeeded();
}

async function scrollToPlans(page) {
  await page.getByRole("img").last().scrollIntoViewIfNeeded();
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
  const ExpressionAttributeValues = { ":time": { N: "-1" } };
  for (let scans = 0; scans < 12; scans++) {
    await call(origin, "Scan", {
      TableName: "audit-log",
      FilterExpression: "#text = :time",
      ExpressionAttributeNames: { "#text": "text" },
      ExpressionAttributeValues,
    });
  }
}

// Two minutes before the others: one key of a table takes all that its partition can serve.
async function seedHeat(origin) {
  const clock = (body) => fetch(`${origin}/_stator/clock`, { method: "POST", body: JSON.stringify(body) });
  await clock({ set: "2030-01-15T10:27:30Z", frozen: true });
  const TableName = "scans";
  await call(origin, "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [key("scanner"), key("at")],
    KeySchema: [
      { AttributeName: "scanner", KeyType: "HASH" },
      { AttributeName: "at", KeyType: "RANGE" },
    ],
  });
  await call(origin, "UpdateContributorInsights", { TableName, ContributorInsightsAction: "ENABLE" });
  const put = (scanner, at, bytes) =>
    call(origin, "PutItem", { TableName, Item: { scanner: { S: scanner }, at: { S: at }, image: { S: "x".repeat(bytes) } } });
  for (let second = 0; second < 150; second++) {
    const hot = second < 30 || second > 130 ? 1 : 4;
    const puts = Array.from({ length: hot }, () => put("SCANS#7", "READING#1", 250_000));
    await Promise.all([...puts, ...[0, 1, 2].map((at) => put(`SCANS#${(second * 3 + at) % 40}`, `READING#${second}`, 20_000))]);
    await call(origin, "Query", {
      TableName,
      KeyConditionExpression: "scanner = :scanner",
      ExpressionAttributeValues: { ":scanner": { S: `SCANS#${second % 40}` } },
    });
    await clock({ advance: "1s" });
  }
}

const seedItem = (origin) => call(origin, "PutItem", { TableName: "sessions", Item: ITEM_VALUES });

async function loadExample(browser, url) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Load the example" }).click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await page.close();
}

async function shoot(browser, url, name, [width, height], colorScheme, act) {
  const file = `${name}-${width}-${colorScheme}.png`;
  if (!new RegExp(names).test(file)) return;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first().waitFor();
  await act?.(page).catch((error) => console.error(`${file}: ${error.message.split("\n")[0]}`));
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, file) });
  await context.close();
}

await mkdir(folder, { recursive: true });
const bundle = await bundledConsole();
const browser = await launch();
const empty = await startConsole({ bundle });
const server = await startConsole({ bundle });
await loadExample(browser, server.url);
await seedHeat(server.origin);
await seed(server.origin);
await seedItem(server.origin);
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
