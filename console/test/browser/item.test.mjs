// The item editor against a real server: three forms, saving, conflicts, deleting, leaving.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
  const attribute = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
  const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });
  await call(server.origin, "CreateTable", {
    TableName: "things",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [attribute("pk"), attribute("sk", "N"), attribute("status")],
    KeySchema: [key("pk"), key("sk", "RANGE")],
    GlobalSecondaryIndexes: [
      { IndexName: "by-status", KeySchema: [key("status")], Projection: { ProjectionType: "KEYS_ONLY" } },
    ],
  });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const DIGITS = "12345678901234567890123456789012345678";
const keyOf = (pk) => ({ pk: { S: pk }, sk: { N: "1" } });
const put = (pk, more = {}) => call(server.origin, "PutItem", { TableName: "things", Item: { ...keyOf(pk), ...more } });
const stored = async (pk) => (await call(server.origin, "GetItem", { TableName: "things", Key: keyOf(pk), ConsistentRead: true })).Item;
const at = (pk, more = "") => `${server.url}#/tables/things/item?key=${encodeURIComponent(JSON.stringify(keyOf(pk)))}${more}`;
const button = (page, name) => page.getByRole("button", { name, exact: true });
const value = (page, path) => page.getByLabel(`Value of ${path}`, { exact: true });
const text = (page) => page.getByRole("textbox", { name: /^Item as / });
const show = (page, form) => page.getByRole("radio", { name: form }).check();
const said = (page, words) => page.getByRole("status").getByText(words).waitFor();

async function open(url, options = {}) {
  const { page, close } = await openPage(browser, { url, ...options });
  await button(page, "Save").or(button(page, "Save new item")).waitFor();
  return { page, close };
}

// Replaces the whole text of the editor.
async function write(page, json) {
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(json);
}

const updates = (page) => {
  const requests = [];
  page.on("request", (request) => {
    if (request.headers()["x-amz-target"]?.endsWith("UpdateItem")) requests.push(request.postDataJSON());
  });
  return requests;
};

test("a save in the tree sends the change alone, and costs what it said", async () => {
  await put("tree", { status: { S: "OPEN" }, name: { S: "x" }, n: { N: DIGITS }, address: { M: { city: { S: "Bonn" }, lines: { L: [{ S: "a" }] } } } });
  const { page, close } = await open(at("tree"));
  const sent = updates(page);
  assert.equal(await value(page, "n").inputValue(), DIGITS);
  assert.equal(await value(page, "pk").getAttribute("readonly"), "");
  await value(page, "address.city").fill("Köln");
  await value(page, "status").fill("DONE");
  const cost = page.getByRole("region", { name: "Save" });
  await cost.getByText("3 write units: 1 of the table").waitFor();
  await cost.getByText("2 write units, the entry moves to another key").waitFor();
  await button(page, "Save").click();
  await said(page, "Saved 2 changes. It took 1 write unit of the table, 2 of by-status.");
  assert.equal(sent.length, 1);
  assert.equal(sent[0].UpdateExpression, "SET #1.#2 = :0, #3 = :2");
  assert.deepEqual((await stored("tree")).address, { M: { city: { S: "Köln" }, lines: { L: [{ S: "a" }] } } });
  assert.equal(await button(page, "Save").isDisabled(), true);
  await close();
});

test("attributes are added, renamed, moved, removed and given other types by keyboard", async () => {
  await put("keys", { list: { L: [{ S: "a" }, { S: "b" }] }, old: { S: "1" }, tags: { SS: ["p", "q"] } });
  const { page, close } = await open(at("keys"));
  await button(page, "Add attribute to the item").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("fresh");
  await page.keyboard.press("Tab");
  await page.getByLabel("Type of fresh").selectOption("N");
  await value(page, "fresh").fill("12x");
  assert.equal(await page.getByText("This is not a number.").count(), 0);
  await value(page, "fresh").blur();
  await page.getByText("This is not a number.").waitFor();
  await button(page, "Save").click();
  await page.getByRole("alert").getByText("1 place is wrong: fresh").waitFor();
  await value(page, "fresh").fill("12");
  await button(page, "Move list[0] down").click();
  await page.getByLabel("Name of old").fill("new");
  await page.getByLabel("Type of tags").selectOption("L");
  await page.getByText("string set → list").waitFor();
  await button(page, "Remove tags[0]").click();
  await button(page, "Save").click();
  await said(page, /^Saved 6 changes/);
  const { pk, sk, ...rest } = await stored("keys");
  assert.deepEqual(rest, { list: { L: [{ S: "b" }, { S: "a" }] }, new: { S: "1" }, tags: { L: [{ S: "q" }] }, fresh: { N: "12" } });
  await close();
});

test("bytes are hex, base64 or a file, and hidden characters are escapes", async () => {
  await put("bytes", { data: { B: "AAH/" }, name: { S: "a\u202e\r\n" }, empty: { S: "" }, none: { NULL: true } });
  const { page, close } = await open(at("bytes"));
  await page.getByLabel("Digits of data").selectOption("hex");
  assert.equal(await value(page, "data").inputValue(), "0001ff");
  await value(page, "data").fill("00 01 fg");
  await value(page, "data").blur();
  await page.getByText("This is not hex.").first().waitFor();
  await page.getByLabel("Read a file: data").setInputFiles({ name: "x", mimeType: "", buffer: Buffer.alloc(500_000) });
  await page.getByRole("alert").getByText(/An item holds 400 KB/).waitFor();
  await page.getByLabel("Read a file: data").setInputFiles({ name: "x", mimeType: "", buffer: Buffer.from([7, 8]) });
  await page.getByText("2 B", { exact: true }).waitFor();
  assert.equal(await value(page, "data").inputValue(), "0708");
  assert.equal(await value(page, "name").inputValue(), "a\\u202e\\r\n");
  await value(page, "name").fill("b\\u202e\\r\n");
  await button(page, "Save").click();
  await said(page, /^Saved 2 changes/);
  assert.deepEqual(await stored("bytes"), { ...keyOf("bytes"), data: { B: "Bwg=" }, name: { S: "b\u202e\r\n" }, empty: { S: "" }, none: { NULL: true } });
  await close();
});

test("forms are switched without loss, and a changed type is told before it is saved", async () => {
  const more = { tags: { SS: ["a", "b"] }, n: { N: DIGITS }, data: { B: "AAH/" }, empty: { L: [] }, html: { S: "<img src=x onerror=alert(1)>" } };
  await put("forms", more);
  const { page, close } = await open(at("forms"));
  const sent = updates(page);
  for (const form of ["Plain JSON", "DynamoDB JSON", "Tree", "Plain JSON"]) await show(page, form);
  await page.waitForURL(/form=plain/);
  assert.equal(await button(page, "Save").isDisabled(), true);
  await page.locator(".cm-line").getByText(DIGITS).waitFor();
  await write(page, JSON.stringify({ pk: "forms", sk: 1, tags: ["a", 1], n: 0, data: "AAH/", empty: [] }).replace('"n":0', `"n":${DIGITS}9`));
  await page.getByText("string set → list").waitFor();
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
  await show(page, "DynamoDB JSON"); // a number that is too long has a form there as well
  await page.locator(".cm-line").getByText(`${DIGITS}9`).waitFor();
  await button(page, "Save").click();
  await page.getByRole("list", { name: "Problems in the text" }).getByText("n: A number has at most 38 digits.").waitFor();
  await page.locator(".cm-lintRange-error").first().waitFor();
  await write(page, '{"pk": 1');
  await show(page, "Tree").catch(() => {}); // the choice stays
  await page.getByRole("alert").getByText("This is no JSON").waitFor();
  await button(page, "Drop the changes").click();
  await show(page, "Plain JSON");
  await write(page, JSON.stringify({ pk: "forms", sk: 1, tags: ["a", "c"], n: 5, data: "AAH/", empty: [], html: more.html.S }));
  await button(page, "Save").click();
  await said(page, /^Saved 2 changes/);
  assert.equal(sent.length, 1);
  assert.deepEqual(await stored("forms"), { ...keyOf("forms"), ...more, tags: { SS: ["a", "c"] }, n: { N: "5" } });
  await close();
});

test("a changed item is refused, and both versions can be merged", async () => {
  await put("meet", { mine: { S: "1" }, both: { S: "1" }, theirs: { S: "1" } });
  const { page, close } = await open(at("meet"), { refusals: true });
  await value(page, "mine").fill("2");
  await value(page, "both").fill("2");
  await put("meet", { mine: { S: "1" }, both: { S: "3" }, theirs: { S: "3" }, html: { S: "<b>" } });
  await button(page, "Save").click();
  const versions = page.getByRole("region", { name: "Both versions" });
  await versions.getByText("The stored item has changed meanwhile").waitFor();
  const row = (name) => versions.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const isMine = async (name) => row(name).getByRole("radio").first().isChecked();
  assert.deepEqual(await Promise.all(["mine", "both", "theirs", "html"].map(isMine)), [true, true, false, false]);
  await row("both").getByRole("radio").last().check();
  await button(page, "Use these choices").click();
  await button(page, "Save").click();
  await said(page, /^Saved 1 change\./);
  assert.deepEqual(await stored("meet"), { ...keyOf("meet"), mine: { S: "2" }, both: { S: "3" }, theirs: { S: "3" }, html: { S: "<b>" } });
  await close();
});

test("an item that was deleted meanwhile is not brought back in part", async () => {
  await put("gone", { a: { S: "1" } });
  const { page, close } = await open(at("gone"), { refusals: true });
  await button(page, "Add attribute to the item").click();
  await page.keyboard.type("b");
  await call(server.origin, "DeleteItem", { TableName: "things", Key: keyOf("gone") });
  await button(page, "Save").click();
  await page.getByText("The stored item was deleted meanwhile").waitFor();
  assert.equal(await stored("gone"), undefined);
  await button(page, "Keep mine as a new item").click();
  await button(page, "Save new item").click();
  await said(page, /^Saved as a new item/);
  assert.deepEqual(await stored("gone"), { ...keyOf("gone"), a: { S: "1" }, b: { S: "" } });
  await close();
});

test("a new item needs a free key, and a duplicate begins with the values", async () => {
  await put("taken", { a: { S: "theirs" } });
  const { page, close } = await open(at("taken"), { refusals: true });
  await button(page, "Duplicate").click();
  await page.getByRole("heading", { name: "New item" }).waitFor();
  await value(page, "a").fill("mine");
  await button(page, "Save new item").click();
  await page.getByText("An item with this key is stored already").waitFor();
  await button(page, "Back to the editor").click();
  await value(page, "pk").fill("copy");
  await button(page, "Save new item").click();
  await said(page, /^Saved as a new item/);
  assert.match(page.url(), /key=.*copy/);
  assert.deepEqual(await stored("copy"), { ...keyOf("copy"), a: { S: "mine" } });
  assert.deepEqual((await stored("taken")).a, { S: "theirs" });
  await close();
});

test("a delete has undo, while the key is free", async () => {
  await put("undo", { a: { NS: ["1", "2"] } });
  const { page, close } = await open(at("undo"), { refusals: true });
  await button(page, "Delete").click();
  await page.getByText("The item is deleted").waitFor();
  assert.equal(await stored("undo"), undefined);
  await put("undo", { other: { S: "x" } });
  await button(page, "Undo").click();
  await page.getByRole("alert").getByText("Another item has this key by now.").waitFor();
  await call(server.origin, "DeleteItem", { TableName: "things", Key: keyOf("undo") });
  await button(page, "Undo").click();
  await button(page, "Save").waitFor();
  assert.deepEqual(await stored("undo"), { ...keyOf("undo"), a: { NS: ["1", "2"] } });
  await close();
});

test("what is typed survives a refused signature in the middle", async () => {
  await put("sign", { a: { S: "1" } });
  const { page, close } = await open(at("sign"), { refusals: true });
  await value(page, "a").fill("2");
  let refused = true;
  await page.route("**/*", (route) => {
    const isSave = route.request().headers()["x-amz-target"]?.endsWith("UpdateItem");
    if (!isSave || !refused) return route.continue();
    return route.fulfill({ status: 400, json: { __type: "x#UnrecognizedClientException", message: "The security token is invalid." } });
  });
  await button(page, "Save").click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByLabel("Access key ID").fill("key");
  await dialog.getByLabel("Secret access key").fill("secret");
  refused = false;
  await button(dialog, "Sign in").click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await value(page, "a").inputValue(), "2");
  await button(page, "Save").click();
  await said(page, /^Saved 1 change\./);
  assert.deepEqual((await stored("sign")).a, { S: "2" });
  await close();
});

test("leaving asks while changes are unsaved, also by Back", async () => {
  await put("leave", { a: { S: "1" } });
  const { page, close } = await openPage(browser, { url: `${server.url}#/tables` });
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  await page.evaluate((hash) => void (location.hash = hash), at("leave").split("#")[1]);
  await value(page, "a").fill("2");
  await button(page, "Drop the changes").waitFor(); // the view knows of the change
  await page.goBack();
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
  assert.match(page.url(), /leave/);
  await button(page, "Stay").click();
  assert.equal(await value(page, "a").inputValue(), "2");
  await show(page, "Plain JSON"); // another form of the same item asks nothing
  await page.getByRole("link", { name: "Settings" }).click();
  await button(page, "Leave").click();
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  await close();
});

test("an item of 400 KB and one with 1,000 attributes stay usable", async () => {
  await put("large", { big: { S: "x".repeat(400_000) } });
  await put("wide", Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`a${n}`, { N: String(n) }])));
  const { page, close } = await open(at("large"));
  await page.getByText("98 % of the limit").waitFor();
  await show(page, "DynamoDB JSON");
  await text(page).waitFor();
  await page.evaluate((hash) => void (location.hash = hash), at("wide").split("#")[1]);
  await button(page, "Show 100 of 902 more").click();
  await value(page, "a197").fill("x");
  await value(page, "a197").fill("7");
  await button(page, "Save").click();
  await said(page, /^Saved 1 change\./);
  await close();
});

test("hidden characters of a name are told", async () => {
  await put("names", { "<b>\u202ename": { S: "x" } });
  const { page, close } = await open(at("names"));
  await page.getByText("Holds hidden characters: <b>\\u202ename").waitFor();
  await close();
});

test("a table that is deleted meanwhile takes no typed input along", async () => {
  const create = async () => {
    const { AttributeDefinitions, KeySchema } = (await call(server.origin, "DescribeTable", { TableName: "things" })).Table;
    const names = KeySchema.map((one) => one.AttributeName);
    const definitions = AttributeDefinitions.filter((one) => names.includes(one.AttributeName));
    await call(server.origin, "CreateTable", { TableName: "leaving", BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: definitions, KeySchema });
  };
  await create();
  const { page, close } = await openPage(browser, { url: `${server.url}#/tables/leaving/item`, refusals: true });
  await value(page, "pk").fill("typed");
  await call(server.origin, "DeleteTable", { TableName: "leaving" });
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.waitForTimeout(1050); // reads younger than a second are not repeated
  await look();
  await page.getByRole("alert").getByText("The table was deleted. Your changes stay here").waitFor();
  await create();
  await page.waitForTimeout(1050);
  await look();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await value(page, "sk").fill("1");
  await button(page, "Save new item").click();
  await said(page, /^Saved as a new item/);
  const { Item } = await call(server.origin, "GetItem", { TableName: "leaving", Key: keyOf("typed") });
  assert.deepEqual(Item, keyOf("typed"));
  await close();
});

test("more changes than one request takes are told before they are saved", async () => {
  const numbers = (first) => Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`a${n}`, first + n]));
  await put("many", Object.fromEntries(Object.entries(numbers(0)).map(([name, n]) => [name, { N: String(n) }])));
  const { page, close } = await open(at("many", "&form=plain"));
  await write(page, JSON.stringify({ pk: "many", sk: 1, ...numbers(1000) }));
  const cost = page.getByRole("region", { name: "Save" });
  await cost.getByText("2, one after another: so many changes do not fit into one.").waitFor();
  await cost.getByText("4 write units", { exact: true }).waitFor(); // 2 KB, twice
  await button(page, "Save").click();
  await said(page, "Saved 200 changes in 2 requests. It took 4 write units of the table.");
  assert.equal((await stored("many")).a199.N, "1199");
  await close();
});

test("addresses that lead to no item say so", async () => {
  const { page, close } = await openPage(browser, { url: at("nobody") });
  await page.getByText("There is no item with this key").waitFor();
  await page.getByRole("link", { name: "Create it" }).click();
  assert.equal(await value(page, "pk").inputValue(), "nobody");
  await page.evaluate(() => void (location.hash = "/tables/things/item?key=%7B%22pk%22"));
  await page.getByText("This address names no item").waitFor();
  await close();
});
