// Measures the items view with many items in Chromium: node test/items_speed.mjs [ITEMS] [ROWS A
// COLLECTION]. The store lies in memory.
import { launch } from "./support/browser.mjs";
import { bundledConsole } from "./support/bundled.mjs";
import { call, startConsole } from "./support/stator.mjs";

const [items = "1000000", collection = "20"] = process.argv.slice(2);
const TOTAL = Number(items);
const WRITERS = 8;
const BATCH = 25;
const WAIT_MS = 120_000;

const itemOf = (n) => ({
  pk: { S: `CUST#${Math.floor(n / Number(collection))}` },
  sk: { S: `ORDER#${String(n).padStart(8, "0")}` },
  status: { S: n % 3 === 0 ? "OPEN" : "SHIPPED" },
  total: { N: `${n % 977}.5` },
  createdAt: { N: String(1_700_000_000 + n) },
  note: { S: "left at the door of the neighbour" },
});

async function fill(origin) {
  let next = 0;
  const writer = async () => {
    while (next < TOTAL) {
      const from = next;
      next += BATCH;
      const puts = Array.from({ length: Math.min(BATCH, TOTAL - from) }, (_, at) => ({ PutRequest: { Item: itemOf(from + at) } }));
      await call(origin, "BatchWriteItem", { RequestItems: { speed: puts } });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

const say = (name, value) => console.log(`${name}: ${value}`);
const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);

// Times between frames while the wheel turns.
async function frames(page, name, move) {
  await page.evaluate(() => {
    const times = (globalThis.frameTimes = []);
    let before = performance.now();
    globalThis.isMeasuring = true;
    const frame = (now) => {
      times.push(now - before);
      before = now;
      if (globalThis.isMeasuring) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await move();
  const times = await page.evaluate(() => {
    globalThis.isMeasuring = false;
    return globalThis.frameTimes;
  });
  times.sort((a, b) => a - b);
  say(`frames, ${name}`, `${times.length}, median ${percentile(times, 0.5)} ms, 95 % ${percentile(times, 0.95)} ms`);
}

const server = await startConsole({ bundle: await bundledConsole() });
await call(server.origin, "CreateTable", {
  TableName: "speed",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
});
const began = performance.now();
await fill(server.origin);
say("filled", `${TOTAL} items in ${((performance.now() - began) / 1000).toFixed(0)} s`);

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(WAIT_MS);
await page.goto(`${server.url}#/tables`);
const link = page.getByRole("main").getByRole("link", { name: "speed" });
await link.waitFor();
await page.waitForTimeout(1000);

// From the click to the first row in the document, by the page's own clock.
const first = (act) =>
  page.evaluate(async (selector) => {
    const start = performance.now();
    selector === "link"
      ? [...document.querySelectorAll("main a")].find((one) => one.textContent === "speed").click()
      : (location.hash = selector);
    while (document.querySelector('[role="grid"] [data-row] a') === null) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, act);
await link.hover();
await page.waitForTimeout(200); // between pointing and pressing
say("first rows after a click", `${(await first("link")).toFixed(0)} ms`);
await page.goto(`${server.url}#/tables`);
await link.waitFor();
say("first rows, again", `${(await first("link")).toFixed(0)} ms`);

for (const layout of ["grid", "collections"]) {
  await page.goto(`${server.url}#/tables/speed/items?layout=${layout}`);
  const grid = page.getByRole("grid", { name: "Items" });
  await grid.locator("[data-row] a").first().waitFor();
  await grid.hover();
  await frames(page, `${layout}, wheel`, async () => {
    for (let n = 0; n < 150; n++) {
      await page.mouse.wheel(0, 120);
      await page.waitForTimeout(16);
    }
  });
  await frames(page, `${layout}, scroll bar`, async () => {
    for (let n = 0; n < 60; n++) {
      await grid.evaluate((one, share) => (one.scrollTop = share * one.scrollHeight), n / 60);
      await page.waitForTimeout(33);
    }
  });
  const jump = performance.now();
  await grid.focus();
  await page.keyboard.press("Control+End");
  await grid.locator(`[aria-rowindex="${TOTAL + 1}"] a`).first().waitFor();
  say(`last row, ${layout}`, `${(performance.now() - jump).toFixed(0)} ms: ${(await grid.locator(`[aria-rowindex="${TOTAL + 1}"]`).innerText()).replace(/\s+/g, " ")}`);
  say(`rows in the document, ${layout}`, await grid.getByRole("row").count());
}
const session = await page.context().newCDPSession(page);
await session.send("HeapProfiler.collectGarbage");
const { usedSize } = await session.send("Runtime.getHeapUsage");
say("heap at the end", `${(usedSize / 1024 / 1024).toFixed(1)} MB`);
await browser.close();
await server.stop();
