// The stream of a table: its shards, its records as they come, and what happens to both.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
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
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const STREAM = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
const createTable = (TableName, StreamSpecification = STREAM) =>
  call(server.origin, "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    StreamSpecification,
  });
const put = (TableName, pk, members = {}) =>
  call(server.origin, "PutItem", { TableName, Item: { pk: { S: pk }, sk: { S: "1" }, ...members } });
const remove = (TableName, pk) =>
  call(server.origin, "DeleteItem", { TableName, Key: { pk: { S: pk }, sk: { S: "1" } } });
const turnClock = (body) => fetch(`${server.origin}/_stator/clock`, { method: "POST", body: JSON.stringify(body) });
const split = (table) => fetch(`${server.origin}/_stator/tables/${table}/split`, { method: "POST", body: "{}" });
const open = (table, query = "") =>
  openPage(browser, { url: `${server.url}#/tables/${table}/stream${query}`, refusals: true });
// Reads everything again at once, as a browser does when its window gets the focus.
async function look(page) {
  await page.waitForTimeout(1050); // reads younger than a second are not repeated
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}
const rows = (page) => page.getByRole("region", { name: "Records, the newest first" }).getByRole("listitem");
const keysOf = async (page) => (await rows(page).getByRole("link").allTextContents()).map((key) => key.split(" ")[0]);
const waitForKeys = (page, ...keys) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll("[data-index] a")].map((link) => link.textContent.split(" ")[0]).join() === wanted,
    keys.join(),
  );

test("changes appear live, the newest first, with what differs", async () => {
  await createTable("live");
  await put("live", "Ada", { status: { S: "open" }, address: { M: { city: { S: "Bonn" } } } });
  const { page, close } = await open("live");
  await waitForKeys(page, "Ada");
  await put("live", "Ada", { status: { S: "paid" }, address: { M: { city: { S: "<b>Köln</b>\u202e" } } } });
  await remove("live", "Ada");
  await waitForKeys(page, "Ada", "Ada", "Ada");
  assert.deepEqual(await rows(page).getByRole("button").allTextContents(), ["REMOVE", "MODIFY", "INSERT"]);
  await page.getByRole("button", { name: "MODIFY" }).click();
  const detail = page.getByRole("region", { name: "Record", exact: true });
  await detail.getByRole("row", { name: 'status "open" "paid"' }).waitFor();
  await detail.getByRole("row", { name: 'address.city "Bonn" "<b>Köln</b>\\u202e"' }).waitFor();
  assert.match(page.url(), /record=\d{26}/);
  const item = await detail.getByRole("link", { name: "Ada · 1" }).getAttribute("href");
  assert.equal(new URLSearchParams(item.split("?")[1]).get("key"), '{"pk":{"S":"Ada"},"sk":{"S":"1"}}');
  await close();
});

test("the tail starts at the oldest record, now, or at a sequence number", async () => {
  await createTable("starts");
  for (const pk of ["a", "b", "c"]) await put("starts", pk);
  const { page, close } = await open("starts");
  await waitForKeys(page, "c", "b", "a");
  await page.getByRole("button", { name: "INSERT" }).nth(1).click();
  await page.getByRole("button", { name: "Start at this record" }).click();
  await waitForKeys(page, "c", "b");
  assert.match(page.url(), /from=\d{26}/);
  await page.getByLabel("Now").check({ force: true });
  await page.getByText("Waiting for changes").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await put("starts", "d");
  await waitForKeys(page, "d");
  await page.getByRole("radio", { name: "Sequence number" }).check({ force: true });
  await page.getByLabel("First sequence number").fill("12");
  await page.getByLabel("First sequence number").blur();
  await page.getByText("A sequence number has 21 to 40 digits").waitFor();
  await page.getByLabel("First sequence number").fill("1".padEnd(26, "0"));
  await page.getByRole("button", { name: "Start there" }).click();
  await waitForKeys(page, "d", "c", "b", "a");
  await close();
});

test("records are filtered by event, key and shard, and the address holds it", async () => {
  await createTable("filtered");
  for (const pk of ["a", "b", "ab"]) await put("filtered", pk);
  await remove("filtered", "a");
  const { page, close } = await open("filtered", "?event=INSERT&key=A");
  await waitForKeys(page, "ab", "a");
  await page.getByText("4 records, 2 shown").waitFor();
  await page.getByLabel("Event").selectOption("REMOVE");
  await waitForKeys(page, "a");
  await page.getByLabel("Key contains").fill("nothing");
  await page.getByText("None of the records that are here matches").waitFor();
  await page.getByLabel("Key contains").fill("");
  await page.getByLabel("Event").selectOption("");
  await page.getByRole("button", { name: /^Shard 1,/ }).click();
  assert.match(page.url(), /shard=shardId/);
  const shown = await rows(page).count();
  await page.getByRole("button", { name: "Show all shards" }).click();
  await waitForKeys(page, "a", "ab", "b", "a");
  assert.ok(shown < 4);
  await close();
});

test("records are filtered by entity", async () => {
  await createTable("entities");
  await put("entities", "CUST#1");
  await put("entities", "x", { _type: { S: "Parcel" } });
  const { page, close } = await open("entities");
  await waitForKeys(page, "x", "CUST#1");
  await page.getByLabel("Entity").selectOption("Parcel");
  await waitForKeys(page, "x");
  await rows(page).getByText("Parcel", { exact: true }).waitFor();
  assert.match(page.url(), /entity=Parcel/);
  await close();
});

test("a pause stops the reads, and clearing empties the list", async () => {
  await createTable("paused");
  await put("paused", "a");
  const { page, close } = await open("paused");
  await waitForKeys(page, "a");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.waitForTimeout(300);
  let reads = 0;
  page.on("request", (request) => (reads += request.headers()["x-amz-target"]?.endsWith("GetRecords") ? 1 : 0));
  await put("paused", "b");
  await page.waitForTimeout(1200);
  assert.equal(reads, 0);
  await page.getByRole("heading", { name: "Records" }).click();
  await page.keyboard.press("p");
  await waitForKeys(page, "b", "a");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("0 records, 2 before them dropped").waitFor();
  await put("paused", "c");
  await waitForKeys(page, "c");
  await close();
});

test("children of shards that split are followed, also after the iterators expired", async () => {
  await createTable("splits");
  await call(server.origin, "UpdateTimeToLive", {
    TableName: "splits",
    TimeToLiveSpecification: { AttributeName: "expires", Enabled: true },
  });
  const { page, close } = await open("splits", "?from=now");
  await page.getByText("Waiting for changes").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const { time } = await (await fetch(`${server.origin}/_stator/clock`)).json();
  await put("splits", "k0", { expires: { N: String(Math.floor(Date.parse(time) / 1000) + 600) } });
  await page.getByRole("link", { name: "k0" }).waitFor();
  for (let round = 1; round <= 3; round++) {
    await split("splits");
    await put("splits", `k${round}`);
  }
  await turnClock({ advance: "1h" });
  await put("splits", "k4");
  await page.getByText("6 records").waitFor();
  const keys = await keysOf(page);
  assert.deepEqual([...keys].sort(), ["k0", "k0", "k1", "k2", "k3", "k4"]);
  await page.getByText("expired", { exact: true }).waitFor();
  await look(page);
  await page.getByText("7 open shards, 3 closed").waitFor();
  for (const [kind, start] of [["SVG", "<svg"], ["PNG", "\u0089PNG"]]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Save ${kind}: Shards of splits` }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `Shards-of-splits.${kind.toLowerCase()}`);
    assert.ok((await readFile(await download.path(), "latin1")).startsWith(start));
  }
  await page.getByRole("button", { name: "Show as table" }).click();
  assert.equal(await page.getByRole("region", { name: "Shards as a table" }).getByRole("row").count(), 11);
  await close();
});

test("a turn of a day trims what was not read, and the view says so", async () => {
  await createTable("trimmed");
  await put("trimmed", "old");
  const { page, close } = await open("trimmed");
  await waitForKeys(page, "old");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  for (const pk of ["missed1", "missed2", "missed3", "missed4", "missed5", "missed6"]) await put("trimmed", pk);
  await turnClock({ advance: "25h" });
  await put("trimmed", "new");
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await waitForKeys(page, "new", "old");
  await page.getByText(/24 hours.* went before/).first().waitFor();
  await close();
});

test("a stream that is switched off or whose table is deleted stays for its day", async () => {
  await createTable("ending");
  await put("ending", "a");
  const { page, close } = await open("ending");
  await waitForKeys(page, "a");
  await call(server.origin, "UpdateTable", { TableName: "ending", StreamSpecification: { StreamEnabled: false } });
  await look(page);
  await page.getByText("The stream is switched off. Its records can be read").waitFor();
  await call(server.origin, "DeleteTable", { TableName: "ending" });
  await look(page);
  await page.getByText("The table was deleted. Its stream can be read").waitFor();
  await waitForKeys(page, "a");
  await turnClock({ advance: "25h" });
  await look(page);
  await page.getByText("This table does not exist").waitFor();
  await close();
});

test("a table without a stream leads to the setting", async () => {
  await createTable("without", { StreamEnabled: false });
  const { page, close } = await open("without");
  await page.getByText("The table has no stream").waitFor();
  await page.getByRole("link", { name: "Switch the stream on in Settings" }).click();
  await page.getByLabel("Records hold").selectOption("KEYS_ONLY");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Stream", exact: true }).click();
  await page.getByText("Records hold keys only").waitFor();
  await put("without", "a");
  await page.getByText("The stream holds keys only.").waitFor();
  await page.goto(`${server.url}#/tables/nothing/stream`);
  await page.getByText("This table does not exist").waitFor();
  await close();
});

test("of very many records the list holds 10,000 and the document few", async () => {
  await createTable("many");
  const ITEMS = 10_400;
  const writes = Array.from({ length: ITEMS / 25 }, (_, batch) =>
    Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: { pk: { S: `p${batch * 25 + at}` }, sk: { S: "1" } } } })),
  );
  const write = async () => {
    for (let batch = writes.pop(); batch; batch = writes.pop()) {
      await call(server.origin, "BatchWriteItem", { RequestItems: { many: batch } });
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  const { page, close } = await open("many");
  await page.getByRole("button", { name: "Read the next ones" }).click({ timeout: 20_000 });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByText(/^10,000 records, \d+ before them dropped/).waitFor();
  const list = page.getByRole("region", { name: "Records, the newest first" });
  await list.evaluate((element) => element.scrollTo(0, 200_000));
  await page.waitForTimeout(200);
  assert.ok((await rows(page).count()) < 60);
  const seen = await keysOf(page);
  await put("many", "newest");
  await page.getByText(/^10,000 records, 401 before them dropped/).waitFor();
  assert.deepEqual(await keysOf(page), seen); // the place is kept
  await rows(page).getByRole("button").nth(12).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-index]") !== null), true);
  await close();
});

test("an idle tail reads seldom, and a hidden one not at all", async () => {
  await createTable("idle");
  const { page, close } = await open("idle");
  await page.getByText("No change in the last 24 hours").waitFor();
  let reads = 0;
  page.on("request", (request) => (reads += request.headers()["x-amz-target"]?.includes("Streams_") ? 1 : 0));
  await page.waitForTimeout(1700);
  assert.ok(reads >= 3 && reads <= 20, String(reads)); // four shards once a second
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(400);
  reads = 0;
  await page.waitForTimeout(1500);
  assert.equal(reads, 0);
  await close();
});

test("a function shows how far it is and why it failed", async (t) => {
  const bundle = await bundledConsole();
  const options = ["--on-stream", "called=echo 'no <b>luck</b>' >&2; exit 3", "--on-stream-attempts", "2", "--on-stream-failures", "/dev/null"];
  const calling = await startConsole({ bundle, options });
  t.after(calling.stop);
  const { page, close } = await openPage(browser, { url: `${calling.url}#/tables/called/stream`, refusals: true });
  await page.getByText("This table does not exist").waitFor();
  await call(calling.origin, "CreateTable", {
    TableName: "called",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    StreamSpecification: STREAM,
  });
  await call(calling.origin, "PutItem", { TableName: "called", Item: { pk: { S: "a" } } });
  await page.reload();
  const functions = page.getByRole("region", { name: "Functions" });
  await functions.getByText("exit 3").first().waitFor();
  await functions.getByText(/Attempt \d for 1 record/).waitFor();
  await functions.getByText("the batch was given up").waitFor();
  await close();
});
