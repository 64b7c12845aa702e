// Lezer grammars as modules: `import { parser } from "./model.grammar"`.
import { readFile } from "node:fs/promises";

import { buildParserFile } from "@lezer/generator";

export const grammars = {
  name: "grammars",
  setup(build) {
    build.onLoad({ filter: /\.grammar$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const warnings = [];
      const { parser } = buildParserFile(text, { fileName: path, moduleStyle: "es", warn: (text) => warnings.push({ text }) });
      return { contents: parser, loader: "js", warnings };
    });
  },
};
