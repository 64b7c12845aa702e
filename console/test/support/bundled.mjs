// The console's bundle for browser tests: the folder that STATOR_CONSOLE_BUNDLE names, or a new one.
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function bundledConsole() {
  const given = process.env.STATOR_CONSOLE_BUNDLE;
  if (given && existsSync(join(given, "index.html"))) return given;
  const { bundle } = await import("../../build.mjs");
  const folder = await mkdtemp(join(tmpdir(), "stator-console-"));
  await bundle(folder);
  return folder;
}
