// A page with the shared parts alone, below the console's policy: charts and a heat map of made data.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "esbuild";

import { allStyles } from "../../styles.mjs";
import { consoleFolder } from "./source.mjs";
import { startProxy } from "./stator.mjs";

export async function startPartsPage() {
  const folder = await mkdtemp(join(tmpdir(), "stator-parts-"));
  await build({
    absWorkingDir: consoleFolder,
    entryPoints: { parts: "test/support/parts_entry.tsx" },
    outdir: folder,
    bundle: true,
    format: "esm",
    target: ["chrome123"],
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [allStyles(join(consoleFolder, "src"))],
    logLevel: "warning",
  });
  const head = '<meta charset="utf-8"><title>Parts</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="./parts.css">';
  const body = '<div id="parts"></div><script type="module" src="./parts.js"></script>';
  await writeFile(join(folder, "index.html"), `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`);
  const proxy = await startProxy({ bundle: folder, upstream: () => 1 });
  return { url: `${proxy.origin}/console/`, stop: proxy.stop };
}
