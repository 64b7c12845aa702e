// Runs the tests of generated code: node test/code/run.mjs [CACHE]. CACHE is a folder for the
// packages of the JavaScript SDK, which tests/conformance/js names.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { requirePackages } from "../packages.mjs";

requirePackages();
const [cache] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url));
const support = join(here, "../../../tests/support");
const INSTALL = "import pathlib, sys; sys.path.insert(0, sys.argv[1]); import node_script; node_script.installed(pathlib.Path(sys.argv[2]))";

if (cache !== undefined) {
  const install = spawnSync(process.env.PYTHON ?? "/usr/bin/python3", ["-B", "-c", INSTALL, support, cache], { stdio: "inherit" });
  if (install.status !== 0) process.exit(1);
}
const environment = { ...process.env, ...(cache === undefined ? {} : { JS_SDK: cache }) };
const run = spawnSync(process.execPath, ["--test", join(here, "code.test.mjs")], { stdio: "inherit", env: environment });
process.exit(run.status ?? 1);
