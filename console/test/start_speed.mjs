// Measures in Chromium, against a real server: node test/start_speed.mjs [TIMES]. With nothing cached
// it notes the first paint, and when the first view is ready. In a model it notes the time from a
// keystroke to its finding.
import { launch } from "./support/browser.mjs";
import { bundledConsole } from "./support/bundled.mjs";
import { call, startConsole } from "./support/stator.mjs";

const [times = "9"] = process.argv.slice(2);
const MODEL = `model notes "notes of users"
table Notes (PK, SK) on-demand

entity Note 1M x 400B
  attr  userId:id, noteId:id, text
  key   USER#{userId} / NOTE#{noteId}

patterns
  N1  50/s  list  Note[userId] -> 20
`;

const ms = (values) => {
  const sorted = [...values].sort((one, other) => one - other);
  return `median ${Math.round(sorted[sorted.length >> 1])} ms, ${Math.round(sorted[0])} to ${Math.round(sorted.at(-1))} ms`;
};

// Notes when the list of tables stands there, and when a frame has shown it.
function watchReady() {
  const look = () => {
    if (document.querySelector("main tbody tr") === null) return void requestAnimationFrame(look);
    requestAnimationFrame(() => (globalThis.readyAt = performance.now()));
  };
  look();
}

async function start(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watchReady);
  await page.goto(url);
  const ready = await (await page.waitForFunction(() => globalThis.readyAt)).jsonValue();
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await context.close();
  return { paint, ready };
}

// The time from the last key to the frame that shows a finding.
async function checks(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.evaluate((text) => localStorage.setItem("stator.model", JSON.stringify({ text })), MODEL);
  await page.goto(`${url}#/model`);
  await page.reload();
  await page.getByText("No findings.").waitFor();
  await page.getByRole("textbox", { name: /^Text of the model|^Model/ }).first().click();
  await page.keyboard.press("Control+End");
  const found = [];
  for (let time = 0; time < Number(times); time++) {
    await page.keyboard.type("  N2  5/s  get  Nobod");
    await page.evaluate(() => {
      addEventListener("keydown", () => (globalThis.typedAt = performance.now()), { capture: true, once: true });
      globalThis.shownAt = undefined;
      const look = () => {
        const shown = /Findings \(\d+\)/.test(document.querySelector("main").textContent);
        if (shown && globalThis.typedAt) requestAnimationFrame(() => (globalThis.shownAt = performance.now()));
        else requestAnimationFrame(look);
      };
      globalThis.typedAt = undefined;
      look();
    });
    await page.keyboard.type("y");
    found.push(await (await page.waitForFunction(() => globalThis.shownAt && globalThis.shownAt - globalThis.typedAt)).jsonValue());
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(MODEL);
    await page.getByText("No findings.").waitFor();
    await page.keyboard.press("Control+End");
  }
  await page.close();
  return found;
}

const browser = await launch();
const server = await startConsole({ bundle: await bundledConsole() });
for (let table = 0; table < 20; table++) {
  await call(server.origin, "CreateTable", {
    TableName: `table-${table}`,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  });
}
await start(browser, server.url); // the browser's own start is not the console's
const starts = [];
for (let time = 0; time < Number(times); time++) starts.push(await start(browser, server.url));
console.log(`first paint: ${ms(starts.map(({ paint }) => paint))}`);
console.log(`ready: ${ms(starts.map(({ ready }) => ready))}`);
console.log(`check after a keystroke: ${ms(await checks(browser, server.url))}`);
await browser.close();
await server.stop();
