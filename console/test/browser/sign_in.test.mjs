// Servers with --auth: the console signs, asks again, and never shows or sends the secret.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, openPage } from "../support/browser.mjs";
import { bundledConsole } from "../support/bundled.mjs";
import { startConsole } from "../support/stator.mjs";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const KEYS = `[ada]
aws_access_key_id = AKIDEXAMPLE
aws_secret_access_key = ${SECRET}
[guest]
aws_access_key_id = ASIAEXAMPLE
aws_secret_access_key = ${SECRET}
aws_session_token = TOKEN/with+odd=chars
`;

let browser;
let server;
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stator-console-"));
  const file = join(folder, "keys");
  await writeFile(file, KEYS, { mode: 0o600 });
  browser = await launch();
  server = await startConsole({ bundle: await bundledConsole(), options: ["--auth", file, "--admin-name", "db.test"] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

const dialogOf = (page) => page.getByRole("dialog", { name: "Sign in" });

async function signIn(page, { key = "AKIDEXAMPLE", secret = SECRET, token = "", keep = false } = {}) {
  const dialog = dialogOf(page);
  await dialog.getByLabel("Access key ID").fill(key);
  await dialog.getByLabel("Secret access key").fill(secret);
  await dialog.getByLabel("Session token").fill(token);
  await dialog.getByLabel("Keep them in this tab").setChecked(keep);
  await dialog.getByRole("button", { name: "Sign in" }).click();
}

// Fails the test if a request carries the secret anywhere.
function watchForSecret(page) {
  const leaks = [];
  page.on("request", (request) => {
    const all = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`;
    if (all.includes(SECRET) || all.includes(encodeURIComponent(SECRET))) leaks.push(request.url());
  });
  return () => assert.deepEqual(leaks, []);
}

test("the console asks, refuses wrong keys with AWS's words, and signs", async () => {
  const { page, close } = await openPage(browser, { url: server.url, refusals: true });
  const noLeaks = watchForSecret(page);
  await dialogOf(page).getByText("Request is missing Authentication Token").waitFor();
  await signIn(page, { secret: "wrong" });
  await page.getByRole("alert").getByText("InvalidSignatureException").waitFor();
  await signIn(page);
  await dialogOf(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Load the example" }).click();
  await page.getByRole("heading", { name: "app-main" }).waitFor();
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await page.getByText("$", { exact: false }).first().waitFor(); // the bill and the metrics are signed, too
  noLeaks();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ["stator.model"]); // the example's
  assert.equal((await page.context().cookies()).length, 0);
  await page.reload(); // kept in memory only
  await dialogOf(page).waitFor();
  await close();
});

test("a temporary key signs with its token and stays in the tab by wish", async () => {
  const { page, close } = await openPage(browser, { url: server.url, refusals: true });
  await signIn(page, { key: "ASIAEXAMPLE", token: "TOKEN/with+odd=chars", keep: true });
  await page.getByRole("main").getByRole("link", { name: "app-main" }).waitFor();
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "app-main" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await dialogOf(page).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await close();
});

test("a refusal in the middle of work asks again and keeps what was typed", async () => {
  const { page, close } = await openPage(browser, { url: `${server.url}#/create`, refusals: true });
  await signIn(page);
  await dialogOf(page).waitFor({ state: "detached" });
  await page.getByLabel("Table name").fill("kept-input");
  await page.getByLabel("Sort key", { exact: true }).fill("typed");
  const refusal = { __type: "x#ExpiredTokenException", message: "The security token has expired" };
  await page.route(`${server.origin}/`, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
  );
  await page.locator("form").getByRole("button", { name: "Create table" }).click();
  await dialogOf(page).getByText("The security token has expired").waitFor();
  await page.unroute(`${server.origin}/`);
  await signIn(page);
  await dialogOf(page).waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Table name").inputValue(), "kept-input");
  assert.equal(await page.getByLabel("Sort key", { exact: true }).inputValue(), "typed");
  await page.locator("form").getByRole("button", { name: "Create table" }).click();
  await page.getByRole("heading", { name: "kept-input" }).waitFor();
  await close();
});

test("a browser whose clock is wrong by a day signs by the server's Date", async () => {
  const { page, close } = await openPage(browser, { url: "about:blank", refusals: true });
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 86_400_000;
  });
  await page.goto(server.url);
  await signIn(page);
  await page.getByRole("main").getByRole("link", { name: "app-main" }).waitFor();
  await page.close();
  await close().catch(() => {}); // about:blank's origin is not the server's
});

test("plain http beyond loopback warns, and signs without WebCrypto", async () => {
  const url = server.url.replace("127.0.0.1", "db.test");
  const { page, close } = await openPage(browser, { url, refusals: true });
  await dialogOf(page).getByText("This connection is not encrypted.").waitFor();
  assert.equal(await page.evaluate(() => crypto.subtle), undefined);
  await signIn(page);
  await page.getByRole("main").getByRole("link", { name: "app-main" }).waitFor();
  await close();
});
