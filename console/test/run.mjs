// Runs the tests of one folder: node test/run.mjs unit|browser [NAME]. Node 18's runner takes no patterns.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { requirePackages } from "./packages.mjs";

requirePackages();
const folder = join(fileURLToPath(new URL(".", import.meta.url)), process.argv[2] ?? "unit");
const chosen = process.argv[3]; // the name of one file, without its ending
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs") && (chosen === undefined || name === `${chosen}.test.mjs`))
  .sort();
const run = spawnSync(process.execPath, ["--test", ...files.map((name) => join(folder, name))], { stdio: "inherit" });
process.exit(run.status ?? 1);
