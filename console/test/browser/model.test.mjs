// The model view against a real server with a folder of models.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

let browser;
let server;
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stator-models-"));
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole(), options: ["--models", folder] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

const open = (query = "", options = {}) => openPage(browser, { url: `${server.url}#/model${query}`, ...options });
const editor = (page) => page.getByRole("textbox", { name: "Model" });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const show = (page, name) => page.getByRole("radio", { name }).check({ force: true });
const results = (page) => page.getByRole("region", { name: "What follows from the model" });
const draftText = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("stator.model")).text);

async function openExample(page, name = "orders") {
  await button(page, "Open…").click();
  await button(page, name).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("No findings.").waitFor();
}

test("an example shows its patterns with requests, units and dollars", async () => {
  const { page, close } = await open();
  await page.getByText("No model is open").waitFor();
  await openExample(page);
  const first = results(page).getByRole("listitem").first();
  await first.getByText("$82.13 a month").waitFor();
  assert.match(await first.innerText(), /GetItem app-main PK = CUST#\{custId\}, SK = PROFILE\s+500\/s · 0\.5 RCU/);
  await first.getByRole("link", { name: "Open as GetItem" }).click();
  await page.waitForURL(/operations\?request=.*CUST/);
  await page.goBack();
  await results(page).getByRole("button", { name: "A3", exact: true }).click();
  await close();
});

test("findings appear while the user types, and lead to their line and their documentation", async () => {
  const { page, close } = await open();
  await openExample(page);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nassert cost A2 <= 1 RCU\n");
  await page.getByText("Changed").or(page.getByText("1 finding.")).first().waitFor();
  await show(page, /^Findings/);
  await results(page).getByText("Cure:").waitFor();
  await button(page, "Why this matters").click();
  await page.getByRole("dialog").getByRole("paragraph").first().waitFor();
  await page.keyboard.press("Escape");
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("nonsense");
  await results(page).getByText("error: syntax").waitFor();
  await show(page, "Patterns");
  await page.getByText("The text is no model at present").waitFor();
  await close();
});

test("the draft survives closing the page", async () => {
  const { page, close } = await open();
  await editor(page).click();
  await page.keyboard.type("model kept");
  await page.waitForFunction(() => localStorage.getItem("stator.model")?.includes("model kept"));
  await page.reload();
  await page.getByRole("heading", { name: "kept" }).waitFor();
  assert.equal(await draftText(page), "model kept");
  await close();
});

test("two tabs work on one draft, and neither overwrites what it has not shown", async () => {
  const { page, close } = await open();
  const other = await page.context().newPage();
  await other.goto(`${server.url}#/model`);
  await other.getByText("No model is open").waitFor();
  await openExample(page);
  await other.getByText("No findings.").waitFor(); // it follows at once
  await editor(other).click();
  await other.keyboard.press("Control+End");
  await other.keyboard.type("\n-- typed in the other tab");
  await editor(page).getByText("-- typed in the other tab").waitFor({ state: "attached" });
  await page.waitForFunction(() => localStorage.getItem("stator.model").includes("model orders"));
  await close();
});

test("a model of 1 MB is edited, and a larger one says what the bound is", async () => {
  const line = `\n-- ${"x".repeat(96)}`;
  const example = (await (await fetch(`${server.origin}/_stator/model/examples`)).json()).examples.find(({ name }) => name === "orders").text;
  const { page, close } = await open("", { refusals: true });
  for (const [lines, shown] of [[10_000, "No findings."], [11_000, /1,?048,?576|1 MB|1 MiB/]]) {
    await page.evaluate((text) => localStorage.setItem("stator.model", JSON.stringify({ text })), example + line.repeat(lines));
    await page.reload();
    await page.getByText(shown).first().waitFor();
    await editor(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("-- begins\n");
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("stator.model")).text.startsWith("-- begins\n"));
  }
  await close();
});

test("a model is saved, and a change by another program is shown before it is overwritten", async () => {
  const { page, close } = await open("", { refusals: true });
  await openExample(page, "iot");
  await button(page, "Save…").click();
  await button(page, "Save").click();
  await page.getByText("Saved.", { exact: false }).waitFor();
  const file = join(folder, "iot.std");
  const saved = await readFile(file, "utf8");
  await writeFile(file, saved.replace("the last hour", "the newest hour"));
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("-- mine");
  await button(page, "Save…").click();
  await button(page, "Save").click();
  const difference = page.getByRole("region", { name: "Difference" });
  await difference.getByText("- R2", { exact: false }).or(difference.getByText("the newest hour", { exact: false })).first().waitFor();
  assert.match(await readFile(file, "utf8"), /newest hour/, "nothing is overwritten yet");
  await button(page, "Overwrite the file").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await readFile(file, "utf8"), /-- mine/);
  await close();
});

test("the price answers what-ifs", async () => {
  const { page, close } = await open("?panel=price");
  await openExample(page);
  await results(page).getByText("$5,153.94 a month").waitFor();
  await page.getByText("without GSI1").click();
  await results(page).getByText(/without GSI1 \(saves \$/).waitFor();
  await close();
});

test("pictures and generated files are saved", async () => {
  const { page, close } = await open("?panel=pictures");
  await openExample(page);
  await page.getByRole("img", { name: "Item collections of app-main with sample data." }).waitFor();
  for (const [name, ending] of [
    ["Save SVG: orders app-main", ".svg"],
    ["Save PNG: orders app-main", ".png"],
  ]) {
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
    assert.ok(download.suggestedFilename().endsWith(ending));
  }
  await page.getByLabel("Picture", { exact: true }).first().selectOption("graph");
  await page.getByRole("img", { name: /^The entities of orders/ }).waitFor();
  await show(page, "Files");
  await page.getByLabel("Generate", { exact: true }).selectOption("python");
  await page.getByRole("region", { name: "Generated file" }).getByText("import decimal", { exact: false }).waitFor();
  await close();
});

test("the model's table is created and filled, and the patterns are verified", async () => {
  const { page, close } = await open("?panel=tables");
  await openExample(page);
  await button(page, "Create this table").click();
  await button(page, "Fill it with sample data").click();
  await page.getByText("Sample data are written.").waitFor();
  const { Count } = await call(server.origin, "Scan", { TableName: "app-main", Select: "COUNT" });
  assert.ok(Count >= 60, String(Count));
  await show(page, "Pictures");
  await page.getByText("with the table's own items").click();
  await page.getByRole("img", { name: "Item collections of app-main with the table's own items." }).waitFor();
  await show(page, "Verify");
  await page.getByText("Every pattern does what it says.").waitFor();
  await close();
});

test("a file of another tool is imported", async () => {
  const { page, close } = await open();
  await button(page, "Open…").click();
  const schema = { format: "onetable:1.1.0", version: "0.0.1", indexes: { primary: { hash: "pk", sort: "sk" } }, models: { User: { pk: { type: "string", value: "user#${id}" }, sk: { type: "string", value: "user#" }, id: { type: "string", required: true } } } };
  await page.getByLabel("A file of this machine").setInputFiles({ name: "shop.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(schema)) });
  await page.waitForFunction(() => localStorage.getItem("stator.model")?.includes("entity User"));
  await close();
});

test("a file that is no text, or too large, is named and leaves the draft as it is", async () => {
  const { page, close } = await open();
  await openExample(page);
  for (const [name, buffer, said] of [
    ["picture.std", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]), "The file is no text in UTF-8."],
    ["utf16.std", Buffer.from("\ufeffmodel m", "utf16le"), "The file is no text in UTF-8."],
    ["large.std", Buffer.alloc(2_100_000, "a"), "The file is larger than any model."],
  ]) {
    await button(page, "Open…").click();
    await page.getByRole("dialog").locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer });
    await page.getByRole("dialog").getByText(said).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  assert.match(await draftText(page), /^model orders|\nmodel orders/);
  await close();
});

test("a refusal of the server leaves the text as it is", async () => {
  const { page, close } = await open("", { refusals: true });
  await openExample(page);
  const refuse = (type) => (route) => route.fulfill({ status: 403, json: { __type: `x#${type}`, message: "No." } });
  await page.route("**/_stator/model*/**", refuse("AccessDeniedException"));
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n-- typed meanwhile");
  await results(page).getByText("AccessDeniedException").first().waitFor();
  await results(page).getByText("This shows the last version that the server has checked.").waitFor();
  await button(page, "Save…").click();
  await button(page, "Save").click();
  await page.getByRole("dialog").getByText("AccessDeniedException").waitFor();
  await page.keyboard.press("Escape");
  await page.unroute("**/_stator/model*/**");
  await page.route("**/_stator/model*/**", refuse("ExpiredTokenException"));
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("!");
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByLabel("Access key ID").fill("key");
  await dialog.getByLabel("Secret access key").fill("secret");
  await page.unroute("**/_stator/model*/**");
  await button(dialog, "Sign in").click();
  await dialog.waitFor({ state: "detached" });
  assert.match(await draftText(page), /-- typed meanwhile!$/);
  await close();
});

test("noise stays text", async () => {
  const { page, close } = await open();
  const noise = '"<img src=x onerror=alert(1)>\u202e\u0000' + "]{(".repeat(1000);
  await page.evaluate((text) => localStorage.setItem("stator.model", JSON.stringify({ text })), noise);
  await page.reload();
  await page.getByText("The text is no model yet.").waitFor();
  await show(page, /^Findings/);
  await results(page).getByText("error: syntax").first().waitFor();
  assert.equal(await page.locator("img[src]").count(), 0); // the editor has images without a source
  await close();
});

test("a file that is dropped on the view is opened, and asks before it replaces changes", async () => {
  const { page, close } = await open();
  const drop = (text) =>
    page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "dropped.std"));
      document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
  await editor(page).waitFor();
  await drop("model first\n");
  await page.getByRole("heading", { name: "first" }).waitFor();
  await drop("model second\n");
  await page.getByText("saved nowhere").waitFor();
  assert.equal(await draftText(page), "model first\n");
  await button(page, "Open dropped.std").click();
  await page.getByRole("heading", { name: "second" }).waitFor();
  await close();
});
