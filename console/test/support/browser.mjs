// Chromium for tests. Every page is watched: policy violations, errors and other origins fail.
import assert from "node:assert/strict";

import { chromium } from "playwright-core";

// Chromium loads two pages of its own into each context for the address bar, which takes as long as
// the console itself. The others are those that Playwright switches off: the last list counts.
const FEATURES_OFF = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "BoundaryEventDispatchTracksNodeRemoval",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "RenderDocument",
  "ThirdPartyStoragePartitioning",
  "Translate",
];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP db.test 127.0.0.1",
  `--disable-features=${FEATURES_OFF.join(",")}`,
];

// Browsers ignore this header on plain http beyond loopback, and say so.
const PLAIN_HTTP = "The Cross-Origin-Opener-Policy header has been ignored";
export const WAIT_MS = 90_000; // a loaded machine is slow, and jobs yield to everything else
const SLOWNESS = Number(process.env.SLOWNESS ?? 1); // 4: pages run at a quarter of their speed

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

// Opens a page. `refusals`: answers of 400 and more belong to the test.
export async function openPage(browser, { url, refusals = false, ...options }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  if (SLOWNESS > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  const faults = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (refusals && message.text().startsWith("Failed to load resource")) return;
    if (message.text().startsWith(PLAIN_HTTP)) return;
    faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  const { origin } = new URL(url);
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (!["data:", "blob:"].includes(target.protocol) && target.origin !== origin) faults.push(request.url());
  });
  await page.goto(url);
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, close };
}
