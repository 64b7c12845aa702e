// Simulations against a real server: inputs, progress, stop, pictures, two runs side by side.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { startConsole } from "../support/stator.mjs";

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole() });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (address, options) => openPage(browser, { url: `${server.url}#${address}`, ...options });
const run = (page) => page.getByRole("button", { name: "Run", exact: true }).click();
const isDone = (page) => page.getByRole("heading", { name: "Busiest keys" }).first().waitFor();
const jobs = async () => (await (await fetch(`${server.origin}/_stator/jobs`)).json()).jobs;

test("a run shows what was throttled, where and why", async () => {
  const { page, close } = await open("/simulation?hours=14"); // up to the peak
  await page.getByText("No simulation yet").waitFor();
  await run(page);
  await isDone(page);
  await page.getByText(/Partition \d+ of Shipments met its bound of 1,000 write units for \d+ minutes/).waitFor();
  await page.getByText("No split helps one key: shard it.").waitFor();
  await page.getByRole("application", { name: /^Shipments: write units a second/ }).waitFor();
  await page.getByRole("application", { name: /^Shipments: partitions/ }).waitFor();
  const keys = page.getByRole("region", { name: "Busiest keys" });
  await keys.getByText("SCANS#{shipperId} (1st)").waitFor();
  const splits = page.getByRole("region", { name: "Splits" });
  await splits.getByText("before SCANS#{shipperId} (1st)").waitFor();
  assert.match(new URL(page.url()).hash, /run=[0-9a-f-]{36}/);
  await page.getByRole("radio", { name: "Reads" }).check();
  await page.getByText("No read of Shipments was throttled.").waitFor();
  assert.match(new URL(page.url()).hash, /access=read/);
  await close();
});

test("the map and its table are read by keyboard", async () => {
  const { page, close } = await open("/simulation?hours=2");
  await run(page);
  await isDone(page);
  const map = page.getByRole("application", { name: /^Shipments: partitions/ });
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText(/partition \d+, from .* write units a second/).first().waitFor();
  await page.getByRole("button", { name: "As table" }).last().click();
  await page.getByRole("table").first().waitFor();
  await close();
});

test("a long run shows progress and stops", async () => {
  const { page, close } = await open("/simulation?hours=744");
  await run(page);
  await page.getByText(/^Simulating: .* of 31d$/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("No simulation yet").waitFor();
  assert.ok((await jobs()).every(({ state }) => state !== "running"));
  await close();
});

test("an address repeats inputs and run", async () => {
  const { page, close } = await open("/simulation");
  await page.getByLabel("Model").selectOption({ label: "Example: the same, sharded" });
  await page.getByLabel("Hours").fill("2");
  await page.getByLabel("Capacity").selectOption("provisioned");
  await page.getByLabel("Write units/s").fill("9000");
  await page.getByLabel("Seed").fill("5");
  await run(page);
  await isDone(page);
  await page.getByText("No write of Shipments was throttled.").waitFor();
  await page.getByText("2 h, diurnal, 4 attempts, seed 5").waitFor();
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await isDone(page);
  assert.equal(await page.getByLabel("Write units/s").inputValue(), "9000");
  assert.equal(await page.getByLabel("Seed").inputValue(), "5");
  await close();
});

test("wrong inputs are marked and not sent", async () => {
  const { page, close } = await open("/simulation?hours=800");
  const before = (await jobs()).length;
  await run(page);
  await page.getByText("Hours are more than a second and at most 744.").waitFor();
  assert.equal((await jobs()).length, before);
  await close();
});

test("the model that the console works on is simulated", async () => {
  const { page, close } = await open("/tables");
  const text = (await (await fetch(`${server.origin}/_stator/model/examples`)).json()).examples[0].text;
  const name = /^model (\S+)/m.exec(text)[1];
  await page.evaluate((model) => localStorage.setItem("stator.model", JSON.stringify({ text: model })), text);
  await page.goto(`${server.url}#/model`);
  await page.reload();
  await page.getByRole("link", { name: "Simulate" }).click();
  await page.getByLabel("Hours").fill("1");
  assert.equal(await page.getByLabel("Model").inputValue(), "");
  await run(page);
  await isDone(page);
  await page.getByText(name, { exact: true }).first().waitFor();
  await page.getByRole("region", { name: "Patterns" }).getByRole("link").first().click();
  await page.waitForURL(/#\/model\?pattern=/);
  await close();
});

test("what the server refuses is shown with its sentence", async () => {
  const { page, close } = await open("/simulation?profile=table&times=nonsense");
  await run(page);
  await page.getByText("The simulation failed.").waitFor();
  await page.getByText("A profile begins with a line such as time,factor").waitFor();
  await close();
});

test("two runs stand side by side", async () => {
  const { page, close } = await open("/simulation?hours=13");
  await run(page);
  await isDone(page);
  await page.getByLabel("Model").selectOption({ label: "Example: the same, sharded" });
  const first = /run=([0-9a-f-]{36})/.exec(page.url())[1];
  await run(page);
  await page.waitForURL((url) => !url.href.includes(first));
  await isDone(page);
  await page.getByLabel("Beside it").selectOption(first);
  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.getByRole("row", { name: /Throttled attempts 0 / }).waitFor();
  assert.equal(await page.getByRole("application", { name: /^[AB]: Shipments: partitions/ }).count(), 2);
  await page.goBack();
  await comparison.waitFor({ state: "detached" });
  await close();
});

test("a forgotten run says so", async () => {
  const { page, close } = await open("/simulation?run=00000000-0000-0000-0000-000000000000", { refusals: true });
  await page.getByText("This run is forgotten").waitFor();
  await close();
});
