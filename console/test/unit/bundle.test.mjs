// The output of `node build.mjs`: sizes, licences, addresses.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import { bundle } from "../../build.mjs";
import { packagesOf } from "../../licences.mjs";
import { consoleFolder } from "../support/source.mjs";

const FIRST_LOAD_BYTES_MAX = 220 * 1024;
const EVERYTHING_BYTES_MAX = 600 * 1024;

const folder = await mkdtemp(join(tmpdir(), "stator-console-"));
after(() => rm(folder, { recursive: true }));
const metafile = await bundle(folder);
const files = new Map();
for (const name of await readdir(folder)) files.set(name, await readFile(join(folder, name)));
const document = files.get("index.html").toString();

// The files that a browser fetches before it shows the first view.
function firstLoad() {
  const found = new Set(["index.html"]);
  const follow = (path) => {
    const name = path.split("/").pop();
    if (found.has(name)) return;
    found.add(name);
    for (const one of metafile.outputs[path].imports) if (one.kind === "import-statement") follow(one.path);
  };
  for (const path of Object.keys(metafile.outputs)) if (document.includes(path.split("/").pop())) follow(path);
  return [...found];
}

const gzipped = (names) => names.reduce((sum, name) => sum + gzipSync(files.get(name), { level: 9 }).length, 0);

test("the first load is at most 220 KB", (t) => {
  const size = gzipped(firstLoad());
  t.diagnostic(`first load: ${size} bytes gzipped`);
  assert.ok(size <= FIRST_LOAD_BYTES_MAX, String(size));
});

test("everything is at most 600 KB", (t) => {
  const size = gzipped([...files.keys()]);
  t.diagnostic(`everything: ${size} bytes gzipped`);
  assert.ok(size <= EVERYTHING_BYTES_MAX, String(size));
});

test("files but the document and the licences have a hash in their name", () => {
  for (const name of files.keys()) {
    if (name !== "index.html" && name !== "licences.txt") assert.match(name, /-[A-Z0-9]{8}\.(js|css|svg)$/);
  }
});

test("the document has relative addresses and nothing inline", () => {
  for (const [, url] of document.matchAll(/(?:src|href)="([^"]+)"/g)) {
    assert.match(url, /^\.\//);
    assert.ok(files.has(url.slice(2)), url);
  }
  assert.doesNotMatch(document, /<style|style=|<script>|%[A-Z]+%|\son\w+=/);
});

test("no style sheet fetches anything", () => {
  for (const [name, bytes] of files) {
    if (name.endsWith(".css")) assert.doesNotMatch(bytes.toString(), /url\(|@import/);
  }
});

test("the licences are those of the packages in the bundle", async () => {
  const licences = files.get("licences.txt").toString();
  const used = packagesOf(metafile);
  assert.ok(used.length > 5);
  for (const path of used) {
    const { name, version } = JSON.parse(await readFile(join(consoleFolder, path, "package.json"), "utf8"));
    assert.ok(licences.includes(`\n${name} ${version} (`), `${name} ${version}`);
  }
  const listed = licences.match(/^\S+ \d+\.\d+\.\d+ \(.+\)$/gm) ?? [];
  assert.equal(listed.length, used.length);
});
