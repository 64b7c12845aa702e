// A folder with a page that holds nothing but the shared editor. A server serves it under the
// console's policy, as it serves the console.
import { copyFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "esbuild";

import { allStyles } from "../../styles.mjs";
import { consoleFolder } from "./source.mjs";

const PAGE = `
import "all-styles";
import { createRoot } from "react-dom/client";
import { useEffect, useRef, useState } from "react";
import { CodeEditor } from "./src/shared/editor/CodeEditor";
import { listenForKeys, useKeys } from "./src/shared/keys";

const complete = (context) => {
  const word = context.matchBefore(/\\w+/);
  return word && { from: word.from, options: [{ label: "delivered" }, { label: "delayed" }] };
};
function Page() {
  const [text, setText] = useState("one\\ntwo\\nthree");
  const [properties, setProperties] = useState({});
  const [line, setLine] = useState(1);
  const [blurs, setBlurs] = useState(0);
  const [keys, setKeys] = useState(0);
  const editor = useRef(null);
  useEffect(listenForKeys, []);
  useKeys([{ key: "?", label: "Help", run: () => setKeys((count) => count + 1) }]);
  Object.assign(globalThis, { setText, setProperties, editor, textNow: text });
  return (
    <>
      <input aria-label="before" />
      <CodeEditor
        ref={editor}
        label="Words"
        value={text}
        onChange={setText}
        onLine={setLine}
        onBlur={() => setBlurs((count) => count + 1)}
        completions={complete}
        {...properties}
      />
      <input aria-label="after" />
      <output>{[text.length, "line", line, "blurs", blurs, "keys", keys].join(" ")}</output>
    </>
  );
}
createRoot(document.getElementById("console")).render(<Page />);
`;

export async function editorPage() {
  const folder = await mkdtemp(join(tmpdir(), "stator-editor-"));
  await build({
    absWorkingDir: consoleFolder,
    stdin: { contents: PAGE, loader: "tsx", resolveDir: consoleFolder },
    outfile: join(folder, "page.js"),
    bundle: true,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [allStyles(join(consoleFolder, "src"))],
  });
  const document = await readFile(join(consoleFolder, "src/index.html"), "utf8");
  const html = document.replace("%STYLE%", "./page.css").replace("%SCRIPT%", "./page.js").replace("%ICON%", "./icon.svg");
  await copyFile(join(consoleFolder, "src/icon.svg"), join(folder, "icon.svg"));
  await writeFile(join(folder, "index.html"), html);
  return folder;
}
