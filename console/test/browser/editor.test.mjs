// The shared editor by itself, under the console's content security policy.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { editorPage } from "../support/editor_page.mjs";
import { consoleFolder } from "../support/source.mjs";
import { startConsole } from "../support/stator.mjs";

const MEGABYTE = 1024 * 1024;

let browser;
let server;
let folder;
before(async () => {
  browser = await launch();
  folder = await editorPage();
  server = await startConsole({ bundle: folder });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

// `openPage` fails on a report of a policy violation.
async function open(options = {}) {
  const { page, close } = await openPage(browser, { url: server.url, ...options });
  const field = page.getByRole("textbox", { name: "Words" });
  await field.waitFor();
  return { page, close, field };
}

const text = (page) => page.evaluate(() => globalThis.textNow);
const background = (page, selector) =>
  page.evaluate((part) => {
    const { shadowRoot } = [...document.querySelectorAll("div")].find((element) => element.shadowRoot);
    return getComputedStyle(shadowRoot.querySelector(part)).backgroundColor;
  }, selector);

test("the editor's styles arrive without a policy violation, in both themes", async () => {
  const { page, close } = await open({ colorScheme: "light" });
  const root = await page.evaluate(() => {
    const { shadowRoot } = [...document.querySelectorAll("div")].find((element) => element.shadowRoot);
    return { sheets: shadowRoot.adoptedStyleSheets.length, tags: shadowRoot.querySelectorAll("style").length };
  });
  assert.deepEqual(root, { sheets: 1, tags: 0 });
  assert.equal(await page.locator("style").count(), 0);
  const light = await background(page, ".cm-gutters");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.notEqual(await background(page, ".cm-gutters"), light);
  await close();
});

test("typing, completions, undo and Tab, which leaves the editor", async () => {
  const { page, close, field } = await open();
  await page.getByLabel("before").focus();
  await page.keyboard.press("Tab");
  assert.equal(await field.evaluate((element) => element.getRootNode().activeElement === element), true);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("?! del");
  await page.getByRole("option", { name: "delayed" }).waitFor();
  await page.waitForTimeout(150); // a list that has just opened takes no keys
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.textNow.endsWith("three?! delayed"));
  await page.getByText("keys 0").waitFor(); // `?` in the editor is a character, no key of the console
  await page.getByText("line 3").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.getByLabel("after").evaluate((element) => element === document.activeElement), true);
  await page.getByText("blurs 1").waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !globalThis.textNow.includes("delayed"));
  await close();
});

test("a text from outside arrives, and the cursor keeps its place", async () => {
  const { page, close } = await open();
  await page.evaluate(() => globalThis.editor.current.goToLine(3, 3));
  await page.getByText("line 3").waitFor();
  await page.evaluate(() => globalThis.setText("zero\none\ntwo\nthree"));
  await page.getByText("18 line 4").waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.editor.current.selection()), { from: 15, to: 15, line: 4 });
  await page.evaluate(() => globalThis.editor.current.goToLine(99));
  await page.evaluate(() => globalThis.editor.current.select(0, 4));
  await page.evaluate(() => globalThis.editor.current.insert("0"));
  assert.equal(await text(page), "0\none\ntwo\nthree");
  await close();
});

test("problems are underlined, and hidden characters show as escapes", async () => {
  const { page, close, field } = await open();
  await page.evaluate(() => {
    globalThis.setText("a\u202eb\r\n<img src=x onerror=alert(1)>\u0000");
    globalThis.setProperties({ problems: [{ from: 0, to: 999, severity: "error", message: "no\u202e" }] });
  });
  await page.locator(".cm-lintRange-error").first().waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  const shown = await field.innerText();
  assert.match(shown, /a\\u202eb\\r/);
  assert.match(shown, /<img src=x onerror=alert\(1\)>\\u0000/);
  assert.equal(await page.locator("img[src]").count(), 0);
  await page.evaluate(() => globalThis.setProperties({ lintDelay: 1, lint: (given) => [{ from: 0, to: 1, severity: "warning", message: `has ${given.length}` }] }));
  await page.locator(".cm-lintRange-warning").first().hover();
  await page.getByText(/^has \d+$/).waitFor();
  await close();
});

test("typing over a coloured selection reports no violation, and brackets go around it", async () => {
  const { page, close, field } = await open();
  await page.evaluate(() => {
    globalThis.setProperties({ language: "json" });
    globalThis.setText('{"text": "x", "number": 12}');
  });
  await field.click();
  await page.waitForTimeout(300); // colours follow the text
  await page.keyboard.press("Control+a");
  await page.keyboard.type("[");
  await page.waitForFunction(() => globalThis.textNow === '[{"text": "x", "number": 12}]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("12");
  await page.waitForFunction(() => globalThis.textNow === "12");
  await close();
});

test("a read-only editor takes focus and no text", async () => {
  const { page, close, field } = await open();
  await page.evaluate(() => globalThis.setProperties({ readOnly: true, description: "Stored" }));
  await page.waitForFunction(() => document.querySelector("output"));
  await field.and(page.locator('[aria-readonly="true"][aria-description="Stored"]')).click();
  await page.keyboard.type("x");
  assert.equal(await text(page), "one\ntwo\nthree");
  await close();
});

test("a text of 1 MB is shown in part and takes typing", async () => {
  const { page, close, field } = await open();
  await page.evaluate((size) => {
    const line = `  "name": "${"x".repeat(80)}", "count": 12345678901234567890,\n`;
    globalThis.setProperties({ language: "json" });
    globalThis.setText(`{\n${line.repeat(Math.ceil(size / line.length))}}`);
  }, MEGABYTE);
  await page.waitForFunction((size) => globalThis.textNow.length >= size, MEGABYTE);
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("done");
  await page.waitForFunction(() => globalThis.textNow.endsWith("}done"));
  assert.ok((await page.locator(".cm-line").count()) < 200);
  await page.evaluate((size) => globalThis.setText("y".repeat(size)), MEGABYTE); // one line
  await page.waitForFunction((size) => globalThis.textNow.length === size, MEGABYTE);
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("z");
  await page.waitForFunction(() => globalThis.textNow.endsWith("yz"));
  await close();
});

test("axe-core finds nothing in the editor", async () => {
  const axe = await readFile(join(consoleFolder, "node_modules/axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ colorScheme, bypassCSP: true });
    await context.addInitScript(axe);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole("textbox", { name: "Words" }).waitFor();
    await page.evaluate(() => {
      globalThis.setProperties({ language: "json", problems: [{ from: 2, to: 6, severity: "error", message: "wrong" }] });
      globalThis.setText('{"text": "x", "number": 12, "flag": true, "null": null}');
    });
    await page.locator(".cm-lintRange-error").waitFor();
    const found = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
    const nodes = found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html} ${node.failureSummary}`));
    assert.deepEqual(nodes, []);
    await context.close();
  }
});
