// How long a heat map takes to draw: node test/heat_speed.mjs [COLUMNS] [ROWS] [WIDTH] [HEIGHT]
import { launch, openPage } from "./support/browser.mjs";
import { startPartsPage } from "./support/parts_page.mjs";

const [columns = 1440, rows = 1024, width = 1200, height = 640] = process.argv.slice(2).map(Number);
const RUNS = 15;

const parts = await startPartsPage();
const browser = await launch();
const { page, close } = await openPage(browser, { url: parts.url });
const times = [];
for (let run = 0; run < RUNS; run++) {
  times.push(await page.evaluate(([c, r, w, h]) => measure(c, r, w, h), [columns, rows, width, height]));
}
await close();
await browser.close();
await parts.stop();
const sorted = [...times].sort((a, b) => a - b);
const text = (ms) => `${ms.toFixed(1)} ms`;
console.log(`${columns} × ${rows} cells on ${width} × ${height} pixels`);
console.log(`first ${text(times[0])}, median ${text(sorted[RUNS >> 1])}, slowest ${text(sorted[RUNS - 1])}`);
