// Requests as code. test/code/ runs it; these tests look at what a shell or compiler would not show.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { codeOf, LANGUAGES } = await load("data/code/languages.ts");

const target = { endpoint: "http://127.0.0.1:8000", region: "eu-west-1", isSigned: false };
const get = (key) => ({ operation: "GetItem", input: { TableName: "orders", Key: { pk: key } } });
const inEach = (request, place = target) => LANGUAGES.map(([language]) => codeOf(language, request, place));

test("hidden characters are escapes in every language", () => {
  for (const code of inEach(get({ S: "a\u202eb\u0000c\u200b\u{e0041}" }))) assert.match(code, /^[\x20-\x7e\n]*$/);
});

test("quotes stay inside their texts", () => {
  const [cli, python, typescript, cpp, curl] = inEach(get({ S: `'"$(x)\\` }));
  for (const shell of [cli, curl]) assert.ok(shell.includes(`"'\\''\\"$(x)\\\\"`), shell);
  for (const code of [python, typescript, cpp]) assert.ok(code.includes(`"'\\"$(x)\\\\"`), code);
});

test("a signed session gives code that asks its environment for credentials", () => {
  for (const code of inEach(get({ S: "x" }), { ...target, isSigned: true })) assert.doesNotMatch(code, /\bany\b/);
});

test("requests without a struct of libstator go as JSON", () => {
  for (const input of [{ TableName: "t", AttributesToGet: ["a"] }, { TableName: 5 }, { Key: { a: { S: 1 } } }, {}]) {
    const code = codeOf("cpp", { operation: "GetItem", input }, target);
    if (Object.keys(input).length > 0) assert.match(code, /Call\("GetItem", /);
  }
  assert.match(codeOf("cpp", { operation: "Query", input: { TableName: "t", Limit: 5 } }, target), /\.limit = 5/);
});

test("a member called __proto__ is a member", () => {
  const input = JSON.parse('{"TableName":"t","Item":{"__proto__":{"S":"x"},"pk":{"B":"AA=="}}}');
  const code = codeOf("typescript", { operation: "PutItem", input }, target);
  assert.match(code, /\["__proto__"\]: \{ S: "x" \}/);
  assert.match(code, /Buffer\.from\("AA==", "base64"\)/);
});

test("an attribute called B is no binary value", () => {
  const code = codeOf("python", get({ M: { B: { S: "QQ==" } } }), target);
  assert.doesNotMatch(code, /b64decode/);
});

test("long texts reach shells outside of arguments", () => {
  const long = { operation: "PutItem", input: { TableName: "t", Item: { pk: { S: "x".repeat(200_000) } } } };
  for (const language of ["cli", "curl"]) assert.match(codeOf(language, long, target), /<<'END_OF_REQUEST'\n/);
});
