// Ends a test run with the exit code that means "skipped" to CTest if the packages are missing.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SKIPPED = 77;

export function requirePackages() {
  if (existsSync(fileURLToPath(new URL("../node_modules", import.meta.url)))) return;
  console.log("The console's packages are not installed: npm ci --ignore-scripts");
  process.exit(SKIPPED);
}
