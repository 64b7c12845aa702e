// Import and export against a real server: files of every format, refusals, stopping, going on.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
let folder;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  folder = await mkdtemp(join(tmpdir(), "stator-files-"));
  for (const name of ["source", "lines", "content", "stopped", "again", "csv", "guarded", "jsonl", "dynamodb"]) await create(name);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

const create = (TableName) =>
  call(server.origin, "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "N" },
    ],
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: "by-sk",
        KeySchema: [{ AttributeName: "sk", KeyType: "HASH" }],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  });

const at = (address) => `${server.url}#${address}`;
const goTo = (page, address) => page.evaluate((hash) => void (location.hash = hash), address);
const button = (page, name, exact = false) => page.getByRole("button", { name, exact });
const scan = async (TableName) => {
  const { Items } = await call(server.origin, "Scan", { TableName });
  return Items.sort((a, b) => (JSON.stringify([a.pk, a.sk]) < JSON.stringify([b.pk, b.sk]) ? -1 : 1));
};
async function fileOf(name, content) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const choose = (page, path) => page.getByLabel("File to import").setInputFiles(path);
const done = (page) => page.getByRole("status").getByText(/^Done:/);

// Writes an export into memory, as browsers do that cannot write to disk.
const withoutPicker = (page) => page.evaluate(() => delete globalThis.showSaveFilePicker);

async function exported(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export to a file").click()]);
  await done(page).waitFor();
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const ITEMS = [
  { pk: { S: "a" }, sk: { N: "1" }, text: { S: "=1+1" }, mixed: { S: "x" }, set: { NS: ["1", "2.5"] } },
  { pk: { S: "a" }, sk: { N: "2" }, text: { S: "" }, mixed: { N: "12345678901234567890123456789012345678" } },
  { pk: { S: "a" }, sk: { N: "3" }, bytes: { B: "AAH/" }, list: { L: [{ NULL: true }, { BOOL: false }] } },
  { pk: { S: "b\u202e,\"\n" }, sk: { N: "-4" }, map: { M: { SS: { SS: ["p"] } } } },
  { pk: { S: "<img src=x onerror=alert(1)>" }, sk: { N: "5" }, constructor: { S: "c" } },
];

test("a CSV file shows its items and types, and wrong lines are refused with reasons", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/lines/import"), refusals: true });
  await page.getByText("What a file may hold").waitFor();
  const rows = ["pk,sk,price:N,tags:SS", "a,1,9.50,", 'a,2,,"[""x"",""y""]"', "a,three,,", ",4,,", "a,1,10,", 'a,5,,"[""x"",""x""]"'];
  await choose(page, await fileOf("items.csv", rows.join("\n")));
  const preview = page.getByRole("region", { name: "Items of the file" });
  await preview.getByText("N 9.50").or(preview.getByText("9.50")).first().waitFor();
  assert.match(await preview.innerText(), /1\s*|S a/);
  await preview.getByText("sk: a number is expected.").waitFor();
  await preview.getByText("The key attribute pk is missing.").waitFor();
  await page.getByText("2 lines of these cannot become items of this table.").waitFor();
  await button(page, "Import", true).click();
  await page.getByText("Done: 2 items written, 3 lines refused.").waitFor();
  await page.getByText("1 of the lines were replaced by a later line").waitFor();
  // The server refused a set with a value twice; its text is shown.
  await page.getByText(/Line 7: .*duplicates/).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save 3 refused lines").click()]);
  assert.equal(download.suggestedFilename(), "items.csv.refused.jsonl");
  const refused = (await readFile(await download.path(), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(refused.map(({ line, text }) => [line, text]), [
    [4, "a,three,,"],
    [5, ",4,,"],
    [7, 'a,5,,"[""x"",""x""]"'],
  ]);
  assert.deepEqual(await scan("lines"), [
    { pk: { S: "a" }, sk: { N: "1" }, price: { N: "10" } },
    { pk: { S: "a" }, sk: { N: "2" }, tags: { SS: ["x", "y"] } },
  ]);
  await close();
});

test("the content decides, and files of other kinds are named", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/content/import") });
  await choose(page, await fileOf("export.csv", gzipSync('{"Item":{"pk":{"S":"g"},"sk":{"N":"1"}}}\n')));
  await page.getByText("The name ends in .csv, but the content is DynamoDB JSON, gzip. The content decides.").waitFor();
  await button(page, "Import", true).click();
  await page.getByText("Done: 1 item written, 0 lines refused.").waitFor();
  await choose(page, await fileOf("sheet.json", Buffer.from([0x50, 0x4b, 3, 4, 0, 0])));
  await page.getByRole("alert").getByText("The content is a ZIP archive").waitFor();
  assert.equal(await button(page, "Import", true).count(), 0);
  await choose(page, await fileOf("text.txt", '{"pk":"a","sk":1,"bytes":{"B":"AAH/"}}\n'));
  await page.getByLabel("Read it as").selectOption("json");
  await page.waitForURL(/format=json/);
  await page.getByRole("region", { name: "Items of the file" }).getByText('{"B":{"S":"AAH/"}}').waitFor();
  await page.getByLabel("Read it as").selectOption("");
  await page.getByRole("region", { name: "Items of the file" }).getByText("AAH/", { exact: false }).waitFor();
  await close();
});

test("an import stops, and goes on after a reload when the same file is chosen", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/stopped/import") });
  const lines = Array.from({ length: 3000 }, (_, n) => JSON.stringify({ pk: `p${n % 7}`, sk: n }));
  const path = await fileOf("many.jsonl", lines.join("\n"));
  let batches = 0;
  let held = true;
  await page.route("**/*", async (route) => {
    const target = route.request().headers()["x-amz-target"] ?? "";
    if (target.endsWith("BatchWriteItem")) {
      batches++;
      if (held) await new Promise((go) => setTimeout(go, 40));
    }
    await route.continue().catch(() => {});
  });
  await choose(page, path);
  await button(page, "Import", true).click();
  await page.getByText(/^\d[\d,]* items written, 0 lines refused, .* items a second$/).waitFor();
  await page.getByText(/^[1-9]\d\d+ items written/).waitFor();
  await button(page, "Stop").click();
  await page.getByText(/^Stopped: /).waitFor();
  await page.reload();
  await choose(page, path);
  await page.getByText(/^An earlier import of this file stopped after [\d,]+ records\.$/).waitFor();
  const before = batches;
  held = false;
  await button(page, "Continue after").click();
  await page.getByText(/^Done: /).waitFor();
  assert.ok(batches - before < 3000 / 25, `${batches - before} batches after ${before}`);
  assert.equal((await call(server.origin, "DescribeTable", { TableName: "stopped" })).Table.ItemCount, 3000);
  await choose(page, path); // nothing is left to continue
  await button(page, "Import", true).waitFor();
  assert.equal(await button(page, "Continue").count(), 0);
  await close();
});

test("a refused signature in the middle of an import asks for another, and the import goes on", async () => {
  await create("refused");
  const { page, close } = await openPage(browser, { url: at("/tables/refused/import"), refusals: true });
  let batches = 0;
  let isRefused = true;
  await page.route(`${server.origin}/`, (route) => {
    const isBatch = (route.request().headers()["x-amz-target"] ?? "").endsWith("BatchWriteItem");
    if (!isBatch || ++batches < 10 || !isRefused) return route.continue();
    return route.fulfill({ status: 403, json: { __type: "x#ExpiredTokenException", message: "The security token has expired" } });
  });
  const lines = Array.from({ length: 1000 }, (_, n) => JSON.stringify({ pk: `p${n % 7}`, sk: n }));
  await choose(page, await fileOf("refused.jsonl", lines.join("\n")));
  await button(page, "Import", true).click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByLabel("Access key ID").fill("key");
  await dialog.getByLabel("Secret access key").fill("secret");
  isRefused = false;
  await button(dialog, "Sign in").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/^Stopped: \d+ items written/).waitFor();
  await button(page, "Continue after").click();
  await page.getByText("Done: 1,000 items written, 0 lines refused.").waitFor();
  assert.equal((await call(server.origin, "DescribeTable", { TableName: "refused" })).Table.ItemCount, 1000);
  await close();
});

test("unprocessed items and throttled batches are sent again", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/again/import"), refusals: true });
  let answers = 0;
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (!(request.headers()["x-amz-target"] ?? "").endsWith("BatchWriteItem")) return route.continue();
    const nth = ++answers;
    if (nth === 1) return route.fulfill({ status: 400, json: { __type: "x#ProvisionedThroughputExceededException", message: "no" } });
    if (nth === 2) return route.fulfill({ json: { UnprocessedItems: request.postDataJSON().RequestItems } });
    return route.continue();
  });
  // One key in every batch, and 16 batches: the last line wins.
  const lines = Array.from({ length: 400 }, (_, n) => JSON.stringify({ pk: n % 10 === 0 ? "same" : "p", sk: n % 10 === 0 ? 1 : n, n }));
  await choose(page, await fileOf("again.jsonl", lines.join("\n")));
  await button(page, "Import", true).click();
  await done(page).waitFor();
  const items = await scan("again");
  assert.equal(items.length, 361);
  assert.equal(items.find((item) => item.pk.S === "same").n.N, "390");
  await close();
});

test("every format but plain JSON comes back to the same items", async () => {
  for (const Item of ITEMS) await call(server.origin, "PutItem", { TableName: "source", Item });
  const wanted = await scan("source");
  const { page, close } = await openPage(browser, { url: at("/tables/source/export") });
  await withoutPicker(page);
  for (const [query, name, target] of [
    ["format=csv", "source.csv", "csv"],
    ["format=csv&guard=on", "source.csv", "guarded"],
    ["gzip=on", "source.jsonl.gz", "jsonl"],
    ["format=dynamodb&gzip=on", "source.dynamodb.json.gz", "dynamodb"],
  ]) {
    await goTo(page, `/tables/source/export?${query}`);
    const file = await exported(page);
    assert.equal(file.name, name);
    if (query.includes("guard")) assert.match(file.bytes.toString(), /'=1\+1/);
    await goTo(page, `/tables/${target}/import`);
    await choose(page, await fileOf(name, file.bytes));
    await button(page, "Import", true).click();
    await page.getByText("Done: 5 items written, 0 lines refused.").waitFor();
    assert.deepEqual(await scan(target), wanted, query);
  }
  await close();
});

test("an export takes a query, an index or the table, and goes to disk where the browser can", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/source/export") });
  await page.evaluate(() => {
    globalThis.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
  });
  const read = (name) =>
    page.evaluate(async (file) => (await (await (await navigator.storage.getDirectory()).getFileHandle(file)).getFile()).text(), name);
  const values = (...all) => encodeURIComponent(JSON.stringify(all));
  const query = `pk=${values({ S: "a" })}&sk=${values({ N: "2" })}&op=between&sk2=${encodeURIComponent('{"N":"3"}')}`;
  await goTo(page, `/tables/source/export?${query}&format=json`);
  await page.getByLabel("Export", { exact: true }).getByText("Query pk = a, sk between 2 and 3").waitFor({ state: "attached" });
  await button(page, "Export to a file").click();
  await page.getByText(/^Done: 2 items, /).waitFor();
  assert.deepEqual(JSON.parse(await read("source.json")).map((item) => item.sk), [2, 3]);
  await page.getByLabel("Export", { exact: true }).selectOption("scan:by-sk");
  await page.getByText("The index holds its projected attributes only.").waitFor();
  await button(page, "Export to a file").click();
  await page.getByText(/^Done: 5 items, /).waitFor();
  assert.deepEqual(Object.keys(JSON.parse(await read("source.json"))[0]).sort(), ["pk", "sk"]);
  const bill = await (await fetch(`${server.origin}/_stator/bill`)).json();
  const units = bill.tables.find((line) => line.table === "source");
  assert.ok(!JSON.stringify(units).includes('"Query"'), JSON.stringify(units));
  await goTo(page, "/tables/source/export?index=none");
  await page.getByText("The table has no index called none.").waitFor();
  await goTo(page, "/tables/source/export?from=selection");
  await page.getByText("Nothing is selected any more.").waitFor();
  await close();
});

test("an export that is stopped leaves nothing", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/source/export") });
  await withoutPicker(page);
  await page.getByLabel("Compress with gzip").check();
  await page.getByText("This browser keeps the file in memory").waitFor();
  await page.route("**/*", async (route) => {
    const target = route.request().headers()["x-amz-target"] ?? "";
    if (target.endsWith("Scan")) await new Promise((go) => setTimeout(go, 1000));
    await route.continue().catch(() => {});
  });
  await button(page, "Export to a file").click();
  await page.getByText("0 items read, 0 B written").waitFor();
  await button(page, "Stop").click();
  await page.getByText("Stopped. Nothing was written.").waitFor();
  await close();
});
