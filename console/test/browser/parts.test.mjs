// Charts and heat maps below the console's policy, on a page of their own.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { startPartsPage } from "../support/parts_page.mjs";

let browser;
let parts;
before(async () => {
  browser = await launch();
  parts = await startPartsPage();
});
after(async () => {
  await browser?.close();
  await parts?.stop();
});

const chartOf = (page) => page.getByRole("region", { name: "Units", exact: true });
const mapOf = (page) => page.getByRole("application", { name: /^Heat\./ });
const pinnedText = (page) => page.getByLabel("Pinned").innerText();

test("a chart shows values at the cursor, by pointer and by keys", async () => {
  const { page, close } = await openPage(browser, { url: parts.url });
  const plot = page.getByRole("application", { name: /^Units/ });
  await plot.focus();
  await page.keyboard.press("Home");
  const first = page.getByText(/^2030-01-15 \d\d:30 UTC: Reads of the table 0, Reads of <b>GSI1<\/b>\\u202e 168/);
  await first.waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await first.waitFor({ state: "detached" });
  await chartOf(page).getByRole("button", { name: "As table" }).click();
  const table = page.getByRole("region", { name: "Units as a table" });
  assert.equal(await table.getByRole("row").count(), 121);
  assert.match(await table.innerText(), /Scaled to 400 <units>/);
  await close();
});

test("a drag over a chart chooses a range", async () => {
  const { page, close } = await openPage(browser, { url: parts.url });
  const box = await page.getByRole("application", { name: /^Units/ }).boundingBox();
  await page.mouse.move(box.x + 200, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 80, { steps: 3 });
  await page.mouse.up();
  const [from, to] = (await page.getByLabel("Range").innerText()).split(" ").map(Number);
  assert.ok(to - from > 1500 && to - from < 2500, `${from} ${to}`);
  await close();
});

test("pictures are saved as SVG and PNG", async () => {
  const { page, close } = await openPage(browser, { url: parts.url });
  for (const title of ["Units", "Heat"]) {
    for (const [kind, begins] of [["SVG", "<svg xmlns="], ["PNG", "\u0089PNG"]]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Save ${kind}: ${title}` }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `${title}.${kind.toLowerCase()}`);
      const bytes = await readFile(await download.path());
      assert.ok(bytes.toString("latin1").startsWith(begins), `${title} ${kind}`);
      assert.ok(bytes.length > 3000, String(bytes.length));
    }
  }
  await close();
});

test("cells are pinned by click and by keys, and read aloud", async () => {
  const { page, close } = await openPage(browser, { url: parts.url });
  const box = await mapOf(page).boundingBox();
  await page.mouse.click(box.x + box.width - 3, box.y + 3);
  assert.equal(await pinnedText(page), "0 119");
  await page.keyboard.press("ArrowDown");
  await page.getByText(/^Partition 1, 2030-01-15 \d\d:\d\d UTC: \d+ %$/).waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  assert.equal(await pinnedText(page), "1 119");
  await page.keyboard.press("Escape");
  assert.equal(await pinnedText(page), "none");
  await close();
});

test("the wheel zooms, a drag pans, and 0 shows all", async () => {
  const { page, close } = await openPage(browser, { url: parts.url });
  const box = await mapOf(page).boundingBox();
  const all = page.getByRole("button", { name: "Show all" });
  assert.ok(await all.isDisabled());
  await page.mouse.move(box.x + box.width - 3, box.y + 3);
  await page.mouse.wheel(0, -900);
  await page.waitForFunction(() => !document.querySelector("button:disabled"));
  await page.mouse.click(box.x + box.width - 3, box.y + 3);
  assert.equal(await pinnedText(page), "0 119");
  await page.mouse.move(box.x + 400, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 800, box.y + 50, { steps: 4 });
  await page.mouse.up();
  assert.equal(await pinnedText(page), "0 119");
  await page.mouse.click(box.x + box.width - 3, box.y + 3);
  const [, column] = (await pinnedText(page)).split(" ").map(Number);
  assert.ok(column < 119, "the drag moved the map");
  await page.keyboard.press("0");
  await page.waitForFunction(() => document.querySelector("button:disabled"));
  await page.getByRole("button", { name: "As table" }).last().click();
  const table = page.getByRole("region", { name: "Heat as a table" });
  assert.match(await table.getByRole("row", { name: /Partition 4/ }).innerText(), /100 %|1\d\d %/);
  assert.match(await table.innerText(), /throttled/);
  await close();
});
