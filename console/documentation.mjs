// Pages of docs/ as texts: `import("documentation/model-findings.md")`.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../docs/", import.meta.url));

export const documentation = {
  name: "documentation",
  setup(build) {
    build.onResolve({ filter: /^documentation\/[\w-]+\.md$/ }, ({ path }) => ({ path, namespace: "documentation" }));
    build.onLoad({ filter: /.*/, namespace: "documentation" }, async ({ path }) => {
      const file = folder + path.replace(/^documentation\//, "");
      return { contents: await readFile(file, "utf8"), loader: "text", watchFiles: [file] };
    });
  },
};
