import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { consoleFolder, load } from "../support/source.mjs";

const { modelParser } = await load("views/model/language/model_language.ts");

const examples = join(consoleFolder, "../examples");
const read = (path) => readFile(join(consoleFolder, "..", path), "utf8");

async function modelFiles(folder = examples) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await modelFiles(path)));
    else if (entry.name.endsWith(".std")) found.push(path);
  }
  return found;
}

function errorsOf(text) {
  const errors = [];
  modelParser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) errors.push(`${text.slice(0, node.from).split("\n").length}: ${text.slice(node.from, node.from + 30)}`);
    },
  });
  return errors;
}

// The texts of all nodes with this name.
function textsOf(text, name) {
  const found = [];
  modelParser.parse(text).iterate({
    enter: (node) => {
      if (node.name === name) found.push(text.slice(node.from, node.to));
    },
  });
  return found;
}

test("the grammar reads every example without an error node", async () => {
  const files = await modelFiles();
  assert.ok(files.length > 25);
  for (const file of files) assert.deepEqual(errorsOf(await readFile(file, "utf8")), [], file);
});

test("the grammar reads every model of the documentation without an error node", async () => {
  const blocks = [...(await read("docs/model-language.md")).matchAll(/^```std\n([^]*?)^```/gm)].map(([, text]) => text);
  assert.ok(blocks.length > 4);
  for (const block of blocks) assert.deepEqual(errorsOf(block), []);
});

test("words have their roles", () => {
  const text = 'model m "a key"\nentity Order 1k x 2B -- a key\n  attr key:id, region:enum(A 1)\n  GSI1 A#{key} / {b:day}\n';
  assert.deepEqual(textsOf(text, "Name"), ["m", "Order"]);
  assert.deepEqual(textsOf(text, "Attribute"), ["key:id", "region:enum(A 1)"]);
  assert.deepEqual(textsOf(text, "Type"), ["id", "enum(A 1)"]);
  assert.deepEqual(textsOf(text, "Id"), ["GSI1"]);
  assert.deepEqual(textsOf(text, "Field"), ["{key}", "{b:day}"]);
  assert.deepEqual(textsOf(text, "Comment"), ["-- a key"]);
  assert.deepEqual(textsOf(text, "String"), ['"a key"']);
});

test("a statement is one text, with two quotes for each quote", () => {
  const text = 'patterns\n  R1 2/day sql "SELECT * FROM ""app"" WHERE a = \'b\'" Order[CUST#{custId}, total.from, total.to] strong -> 2 "why"\n';
  assert.deepEqual(errorsOf(text), []);
  assert.deepEqual(textsOf(text, "Verb"), ["sql"]);
  assert.deepEqual(textsOf(text, "String"), ['"SELECT * FROM ""app"" WHERE a = \'b\'"', '"why"']);
  assert.deepEqual(textsOf(text, "Field"), ["{custId}"]);
});

test("noise of any kind is read to its end", () => {
  for (const text of ["", "\n\n", "]]]((", '"', "{", "𐍈 ä -> --", "\u0000\u202e", "attr ,,,:", "x".repeat(1e5), "(".repeat(1e5), "[(".repeat(1e5), ")]".repeat(1e5), "\n ".repeat(1e5), "a ".repeat(1e5)]) {
    assert.equal(modelParser.parse(text).length, text.length);
  }
});
