// Bundles the console: node build.mjs OUTDIR. The result is a folder of static files: index.html,
// hashed files that never change, and the licences of what was bundled. All URLs are relative.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { documentation } from "./documentation.mjs";
import { grammars } from "./grammars.mjs";
import { licencesOf } from "./licences.mjs";
import { allStyles, removeOtherStyles } from "./styles.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

export async function bundle(outdir) {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: { console: "src/main.tsx", icon: "src/icon.svg" },
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    target: ["chrome123", "firefox128", "safari17.5"],
    jsx: "automatic",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".svg": "copy" },
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    plugins: [allStyles(join(here, "src")), grammars, documentation],
    metafile: true,
    logLevel: "warning",
  });
  await removeOtherStyles(metafile, here, entryOf(metafile)[1].cssBundle);
  await writeFile(join(outdir, "licences.txt"), await licencesOf(metafile, here));
  await writeFile(join(outdir, "index.html"), await document(metafile, outdir));
  return metafile;
}

// Puts the names of the hashed files into the document.
async function document(metafile, outdir) {
  const [script, { cssBundle }] = entryOf(metafile);
  const icon = Object.keys(metafile.outputs).find((name) => name.endsWith(".svg"));
  const url = (name) => `./${relative(outdir, resolve(here, name))}`;
  const template = await readFile(join(here, "src/index.html"), "utf8");
  return template
    .replace("%STYLE%", url(cssBundle))
    .replace("%SCRIPT%", url(script))
    .replace("%PARTS%", partsOf(metafile, script).map((name) => `<link rel="modulepreload" href="${url(name)}" />`).join("\n    "))
    .replace("%ICON%", url(icon));
}

// Lists the parts that the script imports. The browser asks for them at once, before it reads the script.
function partsOf(metafile, script) {
  const found = new Set([script]);
  for (const name of found) {
    for (const { kind, path } of metafile.outputs[name].imports) if (kind === "import-statement") found.add(path);
  }
  return [...found].slice(1);
}

function entryOf(metafile) {
  return Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === "src/main.tsx");
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [outdir] = process.argv.slice(2);
  if (outdir === undefined) {
    console.error("Usage: node build.mjs OUTDIR");
    process.exit(2);
  }
  await bundle(resolve(outdir));
}
