// esbuild writes a style sheet for each lazily loaded part, and loads none of them. The console has
// one style sheet for all parts instead. Its order is fixed: shared parts, shell, views.
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

const ORDER = ["shared/tokens.css", "shared/base.css", "shared/", "shell/", "views/"];

// Provides the module `all-styles`, which imports every style sheet below `folder`.
export function allStyles(folder) {
  return {
    name: "all-styles",
    setup(build) {
      build.onResolve({ filter: /^all-styles$/ }, ({ path }) => ({ path, namespace: "all-styles" }));
      build.onLoad({ filter: /.*/, namespace: "all-styles" }, async () => ({
        contents: (await styleSheets(folder)).map((path) => `import "./${path}";\n`).join(""),
        resolveDir: folder,
      }));
    },
  };
}

async function styleSheets(folder, below = "") {
  const found = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) found.push(...(await styleSheets(folder, `${path}/`)));
    else if (path.endsWith(".css")) found.push(path);
  }
  return found.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

function place(path) {
  return ORDER.findIndex((prefix) => path.startsWith(prefix));
}

// Removes the style sheets of the parts, whose rules are all in `kept`.
export async function removeOtherStyles(metafile, root, kept) {
  const others = Object.keys(metafile.outputs).filter((name) => name.endsWith(".css") && name !== kept);
  for (const name of others) {
    await rm(resolve(root, name));
    delete metafile.outputs[name];
  }
}
