// Measures an import and an export in Chromium against a real server: node test/import_speed.mjs
// [ITEMS] [FORMAT]. The store lies in memory.
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";

import { launch } from "./support/browser.mjs";
import { bundledConsole } from "./support/bundled.mjs";
import { call, startConsole } from "./support/stator.mjs";

const [items = "200000", format = "dynamodb", ...options] = process.argv.slice(2);
const WAIT_MS = 600_000;

const LINES = {
  header: { csv: "pk:S,sk:N,status:S,price:N,tags:SS\n" },
  dynamodb: (n) =>
    JSON.stringify({
      Item: {
        pk: { S: `CUST#${n % 5000}` },
        sk: { N: String(n) },
        status: { S: "shipped" },
        price: { N: `${n % 977}.5` },
        tags: { SS: ["a", `t${n % 9}`] },
      },
    }),
  jsonl: (n) =>
    JSON.stringify({ pk: `CUST#${n % 5000}`, sk: n, status: "shipped", price: n % 977, tags: { SS: ["a", `t${n % 9}`] } }),
  csv: (n) => `CUST#${n % 5000},${n},shipped,${n % 977}.5,"[""a"",""t${n % 9}""]"`,
};

async function writeFile(path) {
  const out = createWriteStream(path);
  out.write(LINES.header[format] ?? "");
  for (let n = 0; n < Number(items); n += 1000) {
    const lines = Array.from({ length: Math.min(1000, Number(items) - n) }, (_, at) => `${LINES[format](n + at)}\n`);
    if (!out.write(lines.join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

const folder = await mkdtemp(join(tmpdir(), "stator-speed-"));
const path = join(folder, `items.${format === "csv" ? "csv" : "jsonl"}`);
await writeFile(path);
const browser = await launch();
const server = await startConsole({ bundle: await bundledConsole(), options });
await call(server.origin, "CreateTable", {
  TableName: "speed",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "N" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
});
const page = await browser.newPage();
await page.goto(`${server.url}#/tables/speed/import`);
const measure = async (name, start, end) => {
  const began = performance.now();
  await start();
  await page.getByText(end).waitFor({ timeout: WAIT_MS });
  const seconds = (performance.now() - began) / 1000;
  console.log(`${name}: ${items} items (${format}) in ${seconds.toFixed(1)} s, ${Math.round(Number(items) / seconds)} a second`);
};
const button = (name) => page.getByRole("button", { name, exact: true });
await page.getByLabel("File to import").setInputFiles(path);
await button("Import").waitFor();
console.log(`file: ${(await stat(path)).size} bytes`);
await measure("import", () => button("Import").click(), /^Done: /);
console.log(await page.getByText(/^Done: /).innerText());
const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
console.log(`heap after the import: ${Math.round(heap / 1024 / 1024)} MB`);
await page.evaluate((to) => {
  globalThis.showSaveFilePicker = async () => (await navigator.storage.getDirectory()).getFileHandle("x", { create: true });
  location.hash = to;
}, `/tables/speed/export?format=${format}`);
await measure("export", () => button("Export to a file").click(), /^Done: /);
await browser.close();
await server.stop();
await rm(folder, { recursive: true });
