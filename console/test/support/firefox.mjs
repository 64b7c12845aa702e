// Debian's Firefox for tests, over WebDriver BiDi. Every page is watched: policy violations, errors
// and other origins fail.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const WAIT_MS = 60_000; // a loaded machine is slow
// No requests of the browser's own.
const PREFERENCES = {
  "app.normandy.enabled": false,
  "browser.region.network.url": "",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "ui.prefersReducedMotion": 1,
};

const puppeteer = await import("puppeteer-core").catch(() => undefined);

// Why there is no Firefox; false if there is.
export const missing =
  puppeteer === undefined
    ? "puppeteer-core is not installed: npm ci --ignore-scripts"
    : !existsSync(FIREFOX) && `there is no ${FIREFOX}: scripts/setup test`;

export const launchFirefox = () =>
  puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: PREFERENCES,
  });

export async function openFirefoxPage(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport({ width: 1280, height: 800 });
  const faults = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  const { origin } = new URL(url);
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (!["data:", "blob:"].includes(target.protocol) && target.origin !== origin) faults.push(request.url());
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(url);
  const close = async () => {
    await page.close();
    assert.deepEqual(faults, []);
  };
  return { page, close };
}
