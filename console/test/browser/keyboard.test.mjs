// A walk without a pointer, from a server without tables to a model that is saved.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

const STOPS_MAX = 80; // of the Tab key

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

// Presses Tab until the element has the focus.
async function tabTo(page, locator, key = "Tab") {
  await locator.waitFor();
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if (await locator.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach ${locator}`);
}

// Goes to a place by a few letters of its name.
async function goBy(page, letters) {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Palette" }).waitFor();
  await page.keyboard.type(letters);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("the keyboard alone leads from an empty server to a saved model", async () => {
  const { page, close } = await openPage(browser, { url: server.url });
  const button = (name) => page.getByRole("button", { name, exact: true });

  await tabTo(page, button("Load the example"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/app-main\/items/);

  // The items of one key.
  await page.getByRole("grid").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.type("CUST#c101");
  await page.keyboard.press("Enter");
  await page.waitForURL(/pk=/);
  await page.getByText("ORDER#2026-11-04#o1003").waitFor();

  // A Query, sent.
  await goBy(page, "Operations");
  await page.getByRole("heading", { name: "Operations" }).waitFor();
  await tabTo(page, page.getByLabel("PK", { exact: true }));
  await page.keyboard.type("CUST#c101");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/items? in [\d.]+ ms/).waitFor();

  // The model of the example, changed and saved.
  await goBy(page, "Model");
  await page.getByText("No findings.").waitFor();
  await tabTo(page, page.getByRole("textbox", { name: "Model" }));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n-- by keyboard");
  await tabTo(page, button("Save…"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, button("Save"));
  await page.keyboard.press("Enter");
  await page.getByText("Saved.", { exact: false }).waitFor();
  assert.match(await readFile(join(folder, "orders.std"), "utf8"), /by keyboard/);
  assert.equal((await call(server.origin, "ListTables", {})).TableNames[0], "app-main");
  await close();
});
