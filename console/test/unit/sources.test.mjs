// The rules of the sources and of the lockfile.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

import { consoleFolder } from "../support/source.mjs";

const LINES_MAX = 200;
const LAYERS = ["data", "shared", "views", "shell"]; // a layer imports from itself and those before it

async function sources(folder = "src") {
  const found = [];
  for (const entry of await readdir(join(consoleFolder, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await sources(path)));
    else found.push({ path, text: await readFile(join(consoleFolder, path), "utf8") });
  }
  return found;
}

const all = await sources();
const code = all.filter(({ path }) => /\.tsx?$/.test(path));

function* imports({ path, text }) {
  for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    yield normalize(join(dirname(path), target)).split("/").slice(1);
  }
}

test("views do not import each other, and layers import downward only", () => {
  for (const file of code) {
    const [layer, view] = file.path.split("/").slice(1);
    if (!LAYERS.includes(layer)) continue; // main.tsx
    for (const [other, otherView] of imports(file)) {
      const allowed = LAYERS.slice(0, LAYERS.indexOf(layer) + 1);
      assert.ok(allowed.includes(other), `${file.path} imports from ${other}/`);
      if (layer === "views" && other === "views") {
        assert.equal(otherView, view, `${file.path} imports from the view ${otherView}`);
      }
    }
  }
});

test("data knows no React", () => {
  for (const { path, text } of code) {
    if (path.startsWith("src/data/")) assert.doesNotMatch(text, /from "(react|@base-ui|@tanstack)/, path);
  }
});

test("no text becomes markup", () => {
  for (const { path, text } of code) {
    assert.doesNotMatch(text, /innerHTML|dangerouslySetInnerHTML|document\.write|\beval\(|new Function\(/i, path);
  }
});

test("nothing is logged and no cookie is set", () => {
  for (const { path, text } of code) {
    if (/\/sdk_lines\.ts$|\/data\/code\//.test(path)) continue; // programs of users, which print
    assert.doesNotMatch(text, /\bconsole\.(log|warn|error)\(|document\.cookie/, path);
  }
});

test("colours come from the tokens", () => {
  for (const { path, text } of all.filter((file) => file.path.endsWith(".module.css"))) {
    assert.doesNotMatch(text, /#[0-9a-f]{3,8}\b/i, path);
  }
});

test("every style that code names exists", () => {
  for (const { path, text } of code) {
    for (const [, name, sheet] of text.matchAll(/import (\w+) from "(\.[^"]+\.module\.css)"/g)) {
      const css = all.find((file) => file.path === normalize(join(dirname(path), sheet)));
      assert.ok(css, `${path} imports ${sheet}`);
      for (const [, used] of text.matchAll(new RegExp(`\\b${name}\\.(?!module)(\\w+)`, "g"))) {
        assert.match(css.text, new RegExp(`\\.${used}\\b`), `${path} uses ${used} of ${sheet}`);
      }
    }
  }
});

test("files stay small", () => {
  for (const { path, text } of all) {
    assert.ok(text.split("\n").length <= LINES_MAX, `${path} has more than ${LINES_MAX} lines`);
  }
});

test("the lockfile has hashes and no hosts", async () => {
  const text = await readFile(join(consoleFolder, "package-lock.json"), "utf8");
  assert.doesNotMatch(text, /"resolved"/);
  assert.doesNotMatch(text.replace(/"url": "[^"]*"/g, ""), /https?:\/\//);
  for (const [name, entry] of Object.entries(JSON.parse(text).packages)) {
    if (name !== "") assert.match(entry.integrity ?? "", /^sha512-/, name);
  }
});

test("package.json pins exact versions", async () => {
  const manifest = JSON.parse(await readFile(join(consoleFolder, "package.json"), "utf8"));
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
});
