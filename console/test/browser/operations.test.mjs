// The builder of requests against a real server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { consoleFolder } from "../support/source.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
before(async () => {
  const bundle = await bundledConsole();
  browser = await launch();
  server = await startConsole({ bundle });
  const key = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
  await call(server.origin, "CreateTable", {
    TableName: "orders",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [key("pk"), key("sk"), key("size", "N")],
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      { IndexName: "by-size", KeySchema: [{ AttributeName: "size", KeyType: "HASH" }], Projection: { ProjectionType: "ALL" } },
    ],
  });
  for (let n = 0; n < 12; n++) {
    const Item = { pk: { S: "c1" }, sk: { S: `o${String(n).padStart(2, "0")}` }, size: { N: String(n % 3) }, status: { S: n === 4 ? "OPEN" : "PAID" } };
    await call(server.origin, "PutItem", { TableName: "orders", Item });
  }
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const address = (request, rest = "") =>
  `${server.url}#/operations?${rest}request=${encodeURIComponent(JSON.stringify(request))}`;
const open = (url, options) => openPage(browser, { url, refusals: true, ...options });
const send = (page) => page.getByRole("button", { name: "Send", exact: true }).click();
const answer = (page) => page.getByRole("region", { name: "Answer", exact: true });
// Playwright's fill makes Chromium write inline styles into an editable text.
async function write(page, editor, text) {
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}
const requestOf = async (page, isThere) => {
  await page.waitForFunction((text) => decodeURIComponent(location.hash.replaceAll("+", " ")).includes(text), isThere);
  return JSON.parse(new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("request"));
};

test("a form becomes a request with placeholders, and its answer is explained", async () => {
  const { page, close } = await open(`${server.url}#/operations`);
  await page.getByLabel("pk", { exact: true }).fill("c1");
  await page.getByLabel("Filter", { exact: true }).fill("status = ");
  await page.waitForFunction(() => document.querySelector('option[value=\'status = "OPEN"\']') !== null); // of the items seen
  await page.getByLabel("Filter", { exact: true }).fill('status = "OPEN" AND size > 0');
  await send(page);
  await answer(page).getByText("1 of 12 items read returned, 11 filtered out").waitFor();
  await answer(page).getByText('pk = "c1"').waitFor();
  await answer(page).getByText("The filter drops most of what is read").waitFor();
  await answer(page).getByText("0.5 read units").waitFor();
  await answer(page).getByText("$0.06 for a million requests on demand").waitFor();
  await answer(page).getByLabel("Requests a second").fill("100");
  await answer(page).getByText("$16.43 a month").waitFor();
  const { operation, input } = await requestOf(page, "FilterExpression");
  assert.equal(operation, "Query");
  assert.equal(input.FilterExpression, "#status = :status AND #size > :size");
  assert.deepEqual(input.ExpressionAttributeValues[":size"], { N: "0" });

  const row = answer(page).getByRole("row").nth(1);
  assert.match(await row.getByRole("link", { name: "Open item 1" }).getAttribute("href"), /#\/tables\/orders\/item\?key=/);
  assert.match(await row.getByRole("link", { name: "c1" }).getAttribute("href"), /#\/tables\/orders\/items\?pk=/);
  await page.reload();
  assert.equal(await page.getByLabel("Filter", { exact: true }).inputValue(), 'status = "OPEN" AND size > 0');
  await close();
});

test("form and JSON change each other, and a wrong text is not sent", async () => {
  const { page, close } = await open(address({ operation: "GetItem", input: { TableName: "orders", Key: { pk: { S: "c1" } } } }));
  await page.getByLabel("sk", { exact: true }).fill("o04");
  await page.getByRole("radio", { name: "JSON" }).first().check();
  const editor = page.getByRole("textbox", { name: "Input of the request" });
  await editor.getByText('"o04"').waitFor();
  await editor.press("Control+Enter");
  await answer(page).getByText("1 of 1 item read returned").waitFor();
  await write(page, editor, '{"TableName": "orders", "Key": {"pk": {"S": "c1"}, "sk": {"S": "o05"}}, "ProjectionExpression": "#s", "ExpressionAttributeNames": {"#s": "status"}}');
  await page.getByRole("radio", { name: "Form" }).first().check();
  assert.equal(await page.getByLabel("sk", { exact: true }).inputValue(), "o05");
  assert.equal(await page.getByLabel("Attributes", { exact: true }).inputValue(), "status");
  await page.getByRole("radio", { name: "JSON" }).first().check();
  await write(page, editor, "");
  await page.keyboard.type('{"Proj');
  await page.getByRole("option", { name: /ProjectionExpression/ }).waitFor();
  await page.waitForTimeout(200); // the editor takes no Enter in the first 75 ms of a list
  await page.keyboard.press("Enter");
  await editor.getByText('"ProjectionExpression"').waitFor();
  await write(page, editor, '{"TableName": ');
  await page.getByRole("alert").getByText("This is no JSON").waitFor();
  assert.ok(await page.getByRole("button", { name: "Send", exact: true }).isDisabled());
  await close();
});

test("pages follow each other, and Back leads back", async () => {
  const { page, close } = await open(address({ operation: "Scan", input: { TableName: "orders", Limit: 5 } }, "unmetered=on&"));
  await send(page);
  await answer(page).getByText("o04").waitFor();
  await answer(page).getByText("5 items in").waitFor();
  await answer(page).getByText("unmetered").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await answer(page).getByText("o09").waitFor();
  await page.getByText("The request begins behind a key").waitFor();
  await page.goBack();
  await page.getByText("The request begins behind a key").waitFor({ state: "detached" });
  await close();
});

test("a put takes values of every type", async () => {
  const { page, close } = await open(address({ operation: "PutItem", input: { TableName: "orders", Item: {} } }));
  await page.getByLabel("pk", { exact: true }).fill("c2");
  await page.getByLabel("sk", { exact: true }).fill("it's \"x\"");
  await page.getByRole("button", { name: "Add attribute" }).click();
  await page.getByLabel("Name 1").fill("__proto__");
  await page.getByLabel("Type of __proto__").selectOption("N");
  await page.getByLabel("Value of __proto__").fill("12345678901234567890123456789012345678");
  await page.getByRole("button", { name: "Add attribute" }).click();
  await page.getByLabel("Name 2").fill("tags");
  await page.getByLabel("Type of tags").selectOption("SS");
  await page.getByLabel("Value of tags").fill('<<"a", "b">>');
  await page.getByLabel("Condition").fill("attribute_not_exists(pk)");
  await send(page);
  await answer(page).getByText("1 item written").waitFor();
  const { Item } = await call(server.origin, "GetItem", { TableName: "orders", Key: { pk: { S: "c2" }, sk: { S: 'it\'s "x"' } } });
  assert.deepEqual(Item.tags, { SS: ["a", "b"] });
  assert.deepEqual(Object.getOwnPropertyDescriptor(Item, "__proto__").value, { N: "12345678901234567890123456789012345678" });
  await send(page);
  await answer(page).getByText("ConditionalCheckFailedException").waitFor();
  await answer(page).getByText("Request", { exact: false }).first().waitFor();
  await close();
});

test("a batch reads chosen attributes of a table, strongly consistent", async () => {
  const Keys = ["o01", "o04"].map((sk) => ({ pk: { S: "c1" }, sk: { S: sk } }));
  const { page, close } = await open(address({ operation: "BatchGetItem", input: { RequestItems: { orders: { Keys } } } }));
  const whole = page.getByRole("group", { name: "Every item of orders" });
  await whole.getByLabel("Attributes", { exact: true }).fill("status, sk");
  await whole.getByLabel("Strongly consistent", { exact: false }).check();
  await send(page);
  await answer(page).getByText("2 items in").waitFor();
  await answer(page).getByText("2 read units").first().waitFor(); // a weak read of both takes one
  await answer(page).getByText("OPEN", { exact: true }).waitFor();
  assert.equal(await answer(page).getByRole("columnheader", { name: "size" }).count(), 0);
  const { input } = await requestOf(page, "ConsistentRead");
  assert.deepEqual(input.RequestItems.orders, {
    ProjectionExpression: "#status, sk",
    ExpressionAttributeNames: { "#status": "status" },
    ConsistentRead: true,
    Keys,
  });
  // Another key keeps both.
  await page.getByLabel("sk", { exact: true }).first().fill("o02");
  const next = await requestOf(page, "o02");
  assert.equal(next.input.RequestItems.orders.ConsistentRead, true);
  await close();
});

test("a cancelled transaction has a reason for each action", async () => {
  const act = (sk, ConditionExpression) => ({ ConditionCheck: { TableName: "orders", Key: { pk: { S: "c1" }, sk: { S: sk } }, ConditionExpression } });
  const input = { TransactItems: [act("o01", "attribute_exists(pk)"), act("none", "attribute_exists(pk)")] };
  const { page, close } = await open(address({ operation: "TransactWriteItems", input }));
  assert.equal(await page.getByLabel("sk", { exact: true }).nth(1).inputValue(), "none");
  await send(page);
  await answer(page).getByRole("row").filter({ hasText: "2" }).getByText("ConditionalCheckFailed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove entry 2" }).click();
  await send(page);
  await answer(page).getByText("2 read units").or(answer(page).getByText("2 write units")).first().waitFor();
  await close();
});

test("code, history and saved requests", async () => {
  const { page, close } = await open(address({ operation: "Query", input: { TableName: "orders", IndexName: "by-size", KeyConditionExpression: "size = :s", ExpressionAttributeValues: { ":s": { N: "1" } } } }));
  await page.getByRole("radio", { name: "Code" }).first().check();
  await page.getByRole("region", { name: "The request for AWS CLI" }).getByText("aws dynamodb query").waitFor();
  await page.getByRole("radio", { name: "Python" }).first().check();
  await page.getByRole("region", { name: "The request for Python" }).getByText("dynamodb.query(").waitFor();
  await send(page);
  await answer(page).getByRole("alert").getByText("ValidationException").waitFor(); // size is reserved
  await page.getByRole("radio", { name: "Saved" }).first().check();
  await page.getByLabel("Name of this request").fill("sizes <b>");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as sizes <b>.").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export to a file" }).click()]);
  const text = await readFile(await file.path(), "utf8");
  await page.getByRole("button", { name: "Remove sizes <b>" }).click();
  await page.getByLabel("Import from a file").setInputFiles({ name: "x.json", mimeType: "", buffer: Buffer.from(text) });
  await page.getByText("1 request imported.").waitFor();
  await page.reload();
  await page.getByRole("button", { name: /^sizes <b>/ }).click();
  await page.getByRole("radio", { name: "History" }).first().check();
  await page.getByRole("button", { name: /^Query orders/ }).first().waitFor();
  await close();
});

test("a pattern of the model becomes a request, and a request a pattern", async () => {
  const text = await readFile(join(consoleFolder, "../examples/orders.std"), "utf8");
  const { page, close } = await open(`${server.url}#/operations?show=model`);
  await page.getByText("There is no model yet").waitFor();
  await page.evaluate((kept) => localStorage.setItem("stator.model", JSON.stringify({ text: kept })), text);
  await page.reload();
  await page.getByLabel("Pattern or entity").selectOption("A4");
  await page.getByText("Needs custId, status").waitFor();
  await page.getByLabel("custId", { exact: true }).fill("c\"1");
  await page.getByLabel("status", { exact: true }).selectOption("OPEN");
  await page.getByRole("region", { name: "Query of the pattern" }).getByText("CUST#c\\\"1#OPEN").waitFor();
  await page.getByRole("button", { name: "Open this Query" }).click();
  const { input } = await requestOf(page, "GSI1PK");
  assert.deepEqual(input.ExpressionAttributeValues[":v0"], { S: 'CUST#c"1#OPEN' });

  await page.getByRole("radio", { name: "Model" }).check();
  await page.getByLabel("Pattern or entity").selectOption("Order.0");
  await page.getByLabel("orderDate", { exact: true }).fill("2026-01-01");
  await page.getByRole("region", { name: "Query for the entity" }).getByText("ORDER#2026-01-01#").waitFor();
  const line = page.getByLabel("Line of the model");
  await page.waitForFunction(() => document.querySelector('input[placeholder^="A1"]')?.value.startsWith("A8"));
  assert.equal(await line.inputValue(), "A8  1/s  list Order[custId, status] desc orderDate show total");
  await page.getByRole("button", { name: "Make it a pattern of the model" }).click();
  await page.waitForFunction(() => location.hash === "#/model?pattern=A8");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("stator.model")).text);
  assert.match(kept, /"status change, optimistic lock"\n  A8  1\/s  list Order\[custId, status\] desc orderDate show total\n/);
  await close();
});

test("storage that is full and an address without a request lose nothing", async () => {
  const { page, close } = await open(`${server.url}#/operations?request=%7Bnope`);
  await page.getByRole("alert").getByText("The address holds no request").waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByLabel("pk", { exact: true }).fill("c1");
  await send(page);
  await answer(page).getByText("12 items in").waitFor();
  await page.getByRole("radio", { name: "History" }).first().check();
  await page.getByText("The browser keeps nothing for this page").waitFor();
  await page.getByRole("button", { name: /^Query orders/ }).waitFor();
  await close();
});
