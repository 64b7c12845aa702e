// Checks the types of all sources.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { requirePackages } from "./packages.mjs";

requirePackages();
const compiler = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
const run = spawnSync(compiler, ["--noEmit"], { stdio: "inherit" });
process.exit(run.status ?? 1);
