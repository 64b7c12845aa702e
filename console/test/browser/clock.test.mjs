// The clock in the top bar: steps, times, pace, and what it warns of.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole } from "../support/stator.mjs";

const DAY = 86_400;
const YEAR = 365 * DAY;

let browser;
let server;
before(async () => {
  const bundle = await bundledConsole();
  browser = await launch();
  server = await startConsole({ bundle });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const reading = async () => (await fetch(`${server.origin}/_stator/clock`)).json();
const ahead = async () => {
  const { time, machineTime } = await reading();
  return Math.round((Date.parse(time) - Date.parse(machineTime)) / 1000);
};
const seconds = async () => Math.floor(Date.parse((await reading()).time) / 1000);
async function openClock(more = {}) {
  const opened = await openPage(browser, { url: `${server.url}#/tables`, ...more });
  await opened.page.getByRole("button", { name: /UTC/ }).click();
  const clock = opened.page.getByRole("region", { name: "Clock", exact: true });
  await clock.getByRole("button", { name: "1 minute" }).waitFor();
  return { ...opened, clock };
}

test("users step by a minute, an hour, a day and any duration", async () => {
  const { page, close, clock } = await openClock();
  for (const [name, sum] of [["1 minute", 60], ["1 hour", 3660], ["1 day", DAY + 3660]]) {
    await clock.getByRole("button", { name }).click();
    await clock.getByText(`${name[0]}${name[2]} forward`).first().waitFor();
    assert.equal(await ahead(), sum);
  }
  await page.getByText("1d 1h ahead", { exact: true }).waitFor();
  await clock.getByLabel("Any duration").fill("1x");
  await clock.getByLabel("Any duration").blur();
  await clock.getByText("A duration is such as").waitFor();
  assert.ok(await clock.getByRole("button", { name: "Step", exact: true }).isDisabled());
  await clock.getByLabel("Any duration").fill("2d12h");
  await clock.getByText("A day trims what streams hold").waitFor();
  await page.keyboard.press("Enter");
  await clock.getByText(/2d 12h forward/).waitFor();
  assert.equal(await ahead(), 3.5 * DAY + 3660);
  await close();
});

test("users freeze, set, scale and resume, and other pages see it", async () => {
  const { page, close, clock } = await openClock();
  await clock.getByRole("button", { name: "Freeze the clock" }).click();
  await page.getByText("frozen", { exact: true }).first().waitFor();
  const year = new Date(await seconds() * 1000).getUTCFullYear() + 1;
  await clock.getByLabel("Time in UTC").fill("2001-01-01");
  await clock.getByLabel("Time in UTC").blur();
  await clock.getByText("This time has passed.").waitFor();
  await clock.getByLabel("Time in UTC").fill(`${year}-01-01 08:30`);
  await clock.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByRole("button", { name: `${year}-01-01 08:30:00 UTC` }).waitFor();
  assert.equal((await reading()).time, `${year}-01-01T08:30:00Z`);
  await clock.getByLabel(/^Pace/).fill("3600");
  await clock.getByText("a weekend becomes 24.7 years. Items that expire").waitFor();
  await clock.getByRole("button", { name: "Set the pace" }).click();
  await page.getByText("×3600", { exact: true }).waitFor();
  await clock.getByRole("button", { name: "Back to the usual pace" }).click();
  await page.getByText("×3600", { exact: true }).waitFor({ state: "detached" });
  await clock.getByRole("button", { name: "Resume the clock" }).click();
  await clock.getByText(/resumed/).waitFor();
  assert.equal((await reading()).frozen, false);
  // Another program turns it.
  await fetch(`${server.origin}/_stator/clock`, { method: "POST", body: '{"advance": "7d"}' });
  await page.waitForTimeout(1050);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await clock.getByText(/7d forward/).waitFor();
  await page.keyboard.press("Escape");
  await clock.waitFor({ state: "detached" });
  await close();
});

test("a step that leaves expired items behind for ever warns, and goes in steps", async () => {
  await call(server.origin, "CreateTable", {
    TableName: "sessions",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  });
  await call(server.origin, "UpdateTimeToLive", {
    TableName: "sessions",
    TimeToLiveSpecification: { AttributeName: "expires", Enabled: true },
  });
  const now = await seconds();
  for (const [id, at] of [["soon", now + DAY], ["late", now + 6 * YEAR], ["never", now + 40 * YEAR]]) {
    await call(server.origin, "PutItem", { TableName: "sessions", Item: { id: { S: id }, expires: { N: String(at) } } });
  }
  const { page, close, clock } = await openClock();
  await clock.getByLabel("Any duration").fill("2200d"); // just over six years
  await page.keyboard.press("Enter");
  const warning = clock.getByRole("alert");
  await warning.getByText("This step leaves expired items behind for ever").waitFor();
  await warning.getByText("1 item of sessions").waitFor();
  await warning.getByRole("button", { name: "Cancel" }).click();
  await warning.waitFor({ state: "detached" });
  assert.ok((await seconds()) < now + DAY);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /UTC/ }).click();
  await clock.getByLabel("Any duration").fill("2200d");
  await page.keyboard.press("Enter");
  await warning.getByRole("button", { name: "Go in steps of four years" }).click();
  await clock.getByText("2 years forward").waitFor();
  await page.waitForTimeout(1200); // the end of the last sweep
  const { Items } = await call(server.origin, "Scan", { TableName: "sessions" });
  assert.deepEqual(Items.map((item) => item.id.S), ["never"]);
  assert.ok((await seconds()) >= now + 2200 * DAY);
  await clock.getByLabel("Any duration").fill("2200d"); // nothing would stay
  await page.keyboard.press("Enter");
  await page.waitForFunction((wanted) => Date.parse(document.querySelector("#service-clock time").dateTime) / 1000 > wanted, now + 4000 * DAY);
  assert.equal(await warning.count(), 0);
  await close();
});

test("a clock that is held because it ran ahead offers to confirm", async () => {
  let held = true;
  const { page, close } = await openPage(browser, { url: "about:blank" });
  await page.route("**/_stator/clock", async (route) => {
    if (route.request().method() === "POST") {
      assert.equal(route.request().postData(), '{"confirm":true}');
      held = false;
    }
    const answer = await reading();
    await route.fulfill({ json: held ? { ...answer, expiry: "held" } : answer });
  });
  await page.goto(`${server.url}#/tables`);
  await page.getByText("expiry held").waitFor();
  await page.getByRole("heading", { name: "Tables" }).click();
  await page.keyboard.press("o");
  await page.getByRole("button", { name: "The time is right: confirm it" }).click();
  await page.getByText("expiry held").first().waitFor({ state: "detached" });
  await page.keyboard.press("o");
  await page.getByRole("region", { name: "Clock", exact: true }).waitFor({ state: "detached" });
  await page.close();
  await close().catch(() => {}); // about:blank's origin is not the server's
});
