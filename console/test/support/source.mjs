// Loads a TypeScript module of the console for a test.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

import { grammars } from "../../grammars.mjs";

export const consoleFolder = fileURLToPath(new URL("../..", import.meta.url));

export async function load(path) {
  const { outputFiles } = await build({
    absWorkingDir: consoleFolder,
    entryPoints: [join("src", path)],
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node18",
    plugins: [grammars],
    write: false,
  });
  const folder = await mkdtemp(join(tmpdir(), "stator-console-"));
  try {
    const file = join(folder, "module.mjs");
    await writeFile(file, outputFiles[0].text);
    return await import(pathToFileURL(file));
  } finally {
    await rm(folder, { recursive: true });
  }
}
