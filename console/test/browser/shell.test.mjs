// The shell: keys, palette, theme, clock, banners, hidden pages, addresses.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { call, startConsole, startProxy, startStator } from "../support/stator.mjs";

let browser;
let server;
let bundle;
before(async () => {
  bundle = await bundledConsole();
  browser = await launch();
  server = await startConsole({ bundle });
  for (const TableName of ["alpha", "beta"]) await createTable(server.origin, TableName);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const createTable = (origin, TableName) =>
  call(origin, "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  });
const at = (address) => `${server.url}#${address}`;
const turnClock = (body) => fetch(`${server.origin}/_stator/clock`, { method: "POST", body: JSON.stringify(body) });

test("the palette goes to a table by a few letters", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "beta" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Palette" }).waitFor();
  await page.keyboard.type("bet");
  await page.getByRole("option", { name: "beta" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "beta" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("theme: dark");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await close();
});

test("the palette goes to the item of a key", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables/alpha/import"), refusals: true });
  await page.getByRole("heading", { name: "alpha" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Palette" }).waitFor();
  await page.keyboard.type("beta CUST#1");
  await page.getByRole("option", { name: "Item CUST#1 of beta" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash) === '#/tables/beta/item?key={"pk":{"S":"CUST#1"}}');
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Palette" }).waitFor();
  await page.keyboard.type("beta: str");
  await page.getByRole("option", { name: "beta: Stream" }).waitFor();
  await close();
});

test("the palette opens while the user types, and plain keys do not fire", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByLabel("Filter tables").focus();
  await page.keyboard.type("c?t");
  assert.equal(await page.getByLabel("Filter tables").inputValue(), "c?t");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Palette" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await close();
});

test("? lists the keys, and they can be switched off", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.getByText("Open the palette").waitFor();
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("c");
  await page.keyboard.press("Control+l"); // not listed, so it does not list the tables
  await page.getByRole("button", { name: "Keys ?" }).click();
  await help.getByRole("checkbox").check();
  await help.getByRole("button", { name: "Close" }).click();
  assert.match(page.url(), /#\/tables$/);
  await page.keyboard.press("c");
  await page.getByRole("heading", { name: "Create table" }).waitFor();
  await close();
});

test("everything works by keyboard alone", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");
  await page.getByRole("main").getByRole("link", { name: "alpha" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "beta" }).waitFor();
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("placeholder")), "Filter tables");
  await close();
});

test("the theme is light, dark or the system's, and stays", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables"), colorScheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(20, 23, 28)");
  await page.getByLabel("Theme").selectOption("light");
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.reload();
  await page.getByLabel("Theme").waitFor();
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.getByLabel("Theme").selectOption("system");
  assert.equal(await ground(), "rgb(20, 23, 28)");
  await close();
});

test("the clock shows service time and how it differs", async () => {
  await turnClock({ advance: "3d", frozen: true });
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByText("frozen", { exact: true }).waitFor();
  await page.getByText(/^(3d|2d 23h) ahead$/).waitFor();
  const { time } = await (await fetch(`${server.origin}/_stator/clock`)).json();
  await page.getByText(time.slice(0, 19).replace("T", " ")).waitFor();
  await turnClock({ frozen: false });
  await close();
});

test("an address that leads nowhere says so", async () => {
  const { page, close } = await openPage(browser, { url: at("/nowhere/%E0%A4%A"), refusals: true });
  await page.getByText("This address leads nowhere").waitFor();
  await page.goto(at("/tables/%3Cb%3E"));
  await page.getByText("The server has no table <b>.").or(page.getByRole("alert")).waitFor();
  await close();
});

test("a hidden page stops polling", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  let requests = 0;
  await page.waitForTimeout(500); // answers under way
  page.on("request", () => requests++);
  await page.waitForTimeout(6000); // health is polled every three seconds
  assert.equal(requests, 0);
  await close();
});

test("a server that is gone shows a banner, which goes when it is back", async () => {
  let stator = await startStator();
  const proxy = await startProxy({ bundle, upstream: () => stator.port });
  const { page, close } = await openPage(browser, { url: `${proxy.origin}/console/`, refusals: true });
  await page.getByText("Healthy").waitFor();
  await stator.stop();
  await page.getByText("The server does not answer").waitFor();
  await page.getByText("No answer").waitFor();
  stator = await startStator();
  await page.getByText("The server has restarted").waitFor();
  assert.equal(await page.getByText("The server does not answer").count(), 0);
  await page.getByText("The server has restarted").waitFor({ state: "detached", timeout: 15_000 });
  await close();
  await proxy.stop();
  await stator.stop();
});

test("a server that cannot write says so with the reason", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables"), refusals: true });
  await page.route("**/_stator/health", (route) =>
    route.fulfill({ status: 503, json: { status: "cannot-write", reason: "disk full", version: "0.1.0" } }),
  );
  await page.getByText("The server cannot write").waitFor();
  await page.getByText("(disk full)").waitFor();
  await page.unroute("**/_stator/health");
  await page.getByText("The server cannot write").waitFor({ state: "detached" });
  await close();
});

test("a fault of one view, or a view that does not load, leaves the others as they are", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(at("/create"));
  await page.getByText("The server did not send this view").waitFor();
  await page.goto(at("/tables"));
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.unroute("**/*.js");
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.route("**/_stator/clock", (route) => route.fulfill({ json: { time: "no time" } }));
  await page.reload();
  await page.getByText("This view has met a fault").or(page.getByText("ConsoleFault")).first().waitFor();
  await page.unroute("**/_stator/clock");
  await page.getByRole("button", { name: "Reload the console" }).click();
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await close().catch(() => {}); // the browser logs both
});

test("a server of another version offers to reload", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByText("Healthy").waitFor();
  await page.route("**/_stator/health", (route) => route.fulfill({ json: { status: "ok", version: "99.0.0" } }));
  await page.getByRole("button", { name: "Reload the console" }).waitFor();
  await close();
});

test("the console works behind a path prefix", async () => {
  const behind = await startConsole({ bundle, prefix: "/tools/db" });
  const { page, close } = await openPage(browser, { url: behind.url });
  await page.getByRole("button", { name: "Load the example" }).click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await close();
  await behind.stop();
});

test("blocked browser storage loses nothing but the memory of choices", async () => {
  const { page, close } = await openPage(browser, { url: "about:blank" });
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
  });
  await page.goto(at("/tables"));
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.getByLabel("Theme").selectOption("dark");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.close();
  await close().catch(() => {}); // about:blank's origin is not the server's
});

test("full browser storage loses nothing but the memory of choices", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      try {
        for (let at = 0; ; at++) localStorage.setItem(`full${size}.${at}`, "x".repeat(size));
      } catch {
        continue;
      }
    }
  });
  await page.getByLabel("Theme").selectOption("dark");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.goto(at("/tables/alpha/items"));
  await page.getByRole("heading", { name: "alpha" }).waitFor();
  await close();
});

test("the layout does not jump while the list loads", async () => {
  const { page, close } = await openPage(browser, { url: at("/tables") });
  await page.getByRole("main").getByRole("link", { name: "alpha" }).waitFor();
  await page.waitForTimeout(500);
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          resolve(sum);
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
  assert.ok(shift < 0.02, String(shift));
  await close();
});
