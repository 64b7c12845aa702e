// The console behind a proxy that terminates TLS, whose origin `admin-origin` names.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { startStator } from "../support/stator.mjs";
import { startTlsProxy } from "../support/tls_proxy.mjs";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const KEYS = `[ada]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = ${SECRET}\n`;
const HOST = "db.test"; // no loopback name, so that TLS alone makes the page secure

let browser;
let bundle;
let folder;
let keys;
const started = [];
before(async () => {
  bundle = await bundledConsole();
  folder = await mkdtemp(join(tmpdir(), "stator-tls-"));
  keys = join(folder, "keys");
  await writeFile(keys, KEYS, { mode: 0o600 });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const one of started) await one.stop();
  await rm(folder, { recursive: true });
});

// Starts a proxy and behind it a server with the options that the proxy's origin gives.
async function startBehindTls(optionsOf) {
  let port;
  const proxy = await startTlsProxy({ host: HOST, upstream: () => port });
  started.push(proxy);
  const stator = await startStator(["--console", bundle, ...optionsOf(proxy.origin)]);
  started.push(stator);
  port = stator.port;
  return `${proxy.origin}/console/`;
}

const open = (url) => openPage(browser, { url, ignoreHTTPSErrors: true, refusals: true });

test("the console works over TLS without credentials", async () => {
  const url = await startBehindTls((origin) => ["--admin-origin", origin]);
  const { page, close } = await open(url);
  await page.getByRole("button", { name: "Load the example" }).click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await page.getByText("Healthy").waitFor(); // the admin API
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await page.getByText(/^\$\d/).first().waitFor(); // the bill
  assert.equal(await page.evaluate(() => isSecureContext), true);
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "app-main" }).waitFor();
  await close();
});

test("the console signs over TLS, by WebCrypto and without a warning", async () => {
  const url = await startBehindTls((origin) => ["--admin-origin", origin, "--auth", keys]);
  const { page, close } = await open(url);
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByLabel("Access key ID").fill("AKIDEXAMPLE");
  await dialog.getByLabel("Secret access key").fill(SECRET);
  assert.equal(await dialog.getByText("This connection is not encrypted.").count(), 0);
  assert.equal(await page.evaluate(() => typeof crypto.subtle.digest), "function");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Load the example" }).click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await close();
});

test("the admin API refuses a proxy that no setting names", async () => {
  const url = await startBehindTls(() => ["--admin-origin", "https://other.example", "--admin-name", HOST]);
  const { page, close } = await open(url);
  const status = await page.evaluate(async () => {
    const answer = await fetch("../_stator/clock", { method: "POST", body: "{}" });
    return answer.status;
  });
  assert.equal(status, 403);
  await close();
});
