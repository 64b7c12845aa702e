// The story of docs/console-story.md: its own program against a server of the test.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { consoleFolder } from "./source.mjs";

const folder = join(consoleFolder, "../examples/logistics");
const run = promisify(execFile);

// Runs a step of examples/logistics/scans.py. Resolves to what it prints.
export async function scans(origin, step, minutes) {
  const length = minutes === undefined ? [] : ["--minutes", String(minutes)];
  const { stdout } = await run("python3", ["-B", join(folder, "scans.py"), step, "--endpoint", origin, ...length]);
  return stdout;
}

export const storyModel = (name) => readFile(join(folder, `${name}.std`), "utf8");
