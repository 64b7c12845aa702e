// The pictures of docs/designs.md and docs/console-story.md, exported by the console itself:
// node test/pictures.mjs [designs|story]. They lie in docs/pictures/ and change only with the models,
// the drawings or the story.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { launch, openPage } from "./support/browser.mjs";
import { bundledConsole } from "./support/bundled.mjs";
import { consoleFolder } from "./support/source.mjs";
import { startConsole } from "./support/stator.mjs";
import { scans, storyModel } from "./support/story.mjs";

const [only] = process.argv.slice(2);
const repository = join(consoleFolder, "..");
const pictures = join(repository, "docs/pictures");

async function save(page, button, file) {
  const download = page.waitForEvent("download");
  await button.click();
  await (await download).saveAs(file);
}

// Each table and index of each example as collections, and its entities as a graph.
async function drawDesigns(browser, server) {
  const folder = join(pictures, "designs");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const models = (await readdir(join(repository, "examples"))).filter((name) => name.endsWith(".std")).sort();
  for (const model of models) {
    const text = await readFile(join(repository, "examples", model), "utf8");
    const { page, close } = await openPage(browser, { url: server.url, colorScheme: "light", acceptDownloads: true });
    await page.evaluate((kept) => localStorage.setItem("stator.model", JSON.stringify({ text: kept })), text);
    await page.goto(`${server.url}#/model?panel=pictures`);
    await page.reload();
    const chooser = page.getByRole("combobox", { name: "Picture", exact: true });
    await chooser.waitFor();
    for (const label of await chooser.locator("option").allInnerTexts()) {
      await chooser.selectOption({ label });
      await page.getByRole("region", { name: "Picture" }).getByRole("img").waitFor();
      const place = label === "Entities and relations" ? "entities" : label.split(" / ").at(-1).replace(/^Table .*/, "table");
      await save(page, page.getByRole("button", { name: /^Save SVG/ }), join(folder, `${model.slice(0, -4)}-${place}.svg`));
    }
    await close();
  }
}

// The story's maps, as its reader saves them.
async function drawStory(browser, server) {
  const { page, close } = await openPage(browser, { url: server.url, colorScheme: "light", acceptDownloads: true });
  const keep = async (name, button) => save(page, page.getByRole("button", { name: button }), join(pictures, `story-${name}.svg`));
  await fetch(`${server.origin}/_stator/clock`, { method: "POST", body: '{"set": "2030-06-03T09:30:00Z", "frozen": true}' });
  await scans(server.origin, "create");
  await scans(server.origin, "ordinary", 1);
  await scans(server.origin, "peak", 3);
  await page.goto(`${server.url}#/tables/Shipments/heat?span=600`);
  await page.getByText(/^Partitions .* met their bound/).waitFor();
  await keep("peak", "Save SVG: Heat of Shipments");
  await scans(server.origin, "sharded", 3);
  await page.reload();
  await page.getByText(/Since .* no partition used more/).waitFor();
  await keep("sharded", "Save SVG: Heat of Shipments");
  for (const model of ["one_key", "ten_shards"]) {
    await page.evaluate((text) => localStorage.setItem("stator.model", JSON.stringify({ text })), await storyModel(model));
    await page.goto(`${server.url}#/simulation?profile=spike&hours=1`);
    await page.reload();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("region", { name: "Busiest keys" }).waitFor();
    await keep(`simulation-${model.replace("_", "-")}`, "Save SVG: Shipments: partitions");
  }
  await close();
}

const bundle = await bundledConsole();
const browser = await launch();
const server = await startConsole({ bundle, options: ["--capacity", "enforce"] });
if (only !== "story") await drawDesigns(browser, server);
if (only !== "designs") await drawStory(browser, server);
await browser.close();
await server.stop();
