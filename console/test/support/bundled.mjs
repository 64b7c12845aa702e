// The console's bundle for browser tests: the folder that STATOR_CONSOLE_BUNDLE names, or a new one.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { bundle } from "../../build.mjs";

export async function bundledConsole() {
  if (process.env.STATOR_CONSOLE_BUNDLE) return process.env.STATOR_CONSOLE_BUNDLE;
  const folder = await mkdtemp(join(tmpdir(), "stator-console-"));
  await bundle(folder);
  return folder;
}
