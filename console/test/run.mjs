// Runs the tests of one folder: node test/run.mjs unit|browser. Node 18's runner takes no patterns.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { requirePackages } from "./packages.mjs";

requirePackages();
const folder = join(fileURLToPath(new URL(".", import.meta.url)), process.argv[2] ?? "unit");
const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort();
const run = spawnSync(process.execPath, ["--test", ...files.map((name) => join(folder, name))], { stdio: "inherit" });
process.exit(run.status ?? 1);
