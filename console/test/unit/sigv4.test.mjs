// The vectors are those of src/server/sigv4_test.cc: botocore's signatures and AWS's example.
import assert from "node:assert/strict";
import { createHash, createHmac, webcrypto } from "node:crypto";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { sign } = await load("data/requests/sigv4.ts");
const { hashesOf, ownHashes, webHashes } = await load("data/requests/hashes.ts");
const { hmacSha256, sha256 } = await load("data/requests/sha256.ts");

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const ADA = { accessKey: "AKIDEXAMPLE", secretKey: SECRET, token: "" };
const GUEST = { accessKey: "ASIAEXAMPLE", secretKey: SECRET, token: "TOKEN/with+odd=chars" };
const PUT = {
  method: "POST",
  path: "/",
  query: "",
  headers: new Map([
    ["content-type", "application/x-amz-json-1.0"],
    ["x-amz-target", "DynamoDB_20120810.PutItem"],
    ["host", "localhost:8000"],
  ]),
  body: '{"TableName": "t", "Item": {"pk": {"S": "a"}}}',
};
const AT = new Date("2026-11-15T09:53:03Z");
const US = { service: "dynamodb", region: "us-east-1" };

const VECTORS = [
  ["botocore's header", PUT, ADA, US, AT, "c25eca8b78acfc916da29967641ccc9bdc9b618f2fca47da60da258c99107ba0"],
  ["a session token", PUT, GUEST, US, AT, "cdea25294258913b8b8bc234c59aeb7155b122005bd813b26387921a2f3bd34f"],
  [
    "AWS's get-vanilla",
    { method: "GET", path: "/", query: "", headers: new Map([["host", "example.amazonaws.com"]]), body: "" },
    ADA,
    { service: "service", region: "us-east-1" },
    new Date("2015-08-30T12:36:00Z"),
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  ],
  [
    "path, query and folded headers",
    {
      method: "GET",
      path: "/_stator/settings",
      query: "b=2&a=%20x~y",
      headers: new Map([
        ["host", "localhost:8000"],
        ["x-note", "  two   blanks "],
      ]),
      body: "",
    },
    ADA,
    { service: "dynamodb", region: "eu-west-2" },
    AT,
    "14c9011f6d87c4fb79cd8a43f7c9a4452319889ab41cc1af39674b180997ce08",
  ],
];

for (const [kind, hashes] of [
  ["WebCrypto", webHashes(webcrypto.subtle)],
  ["the console's own SHA-256", ownHashes],
]) {
  for (const [name, request, credentials, scope, at, signature] of VECTORS) {
    test(`${name} signs as the server's vectors with ${kind}`, async () => {
      const headers = await sign(request, credentials, scope, at, hashes);
      assert.match(headers.get("authorization"), new RegExp(`Signature=${signature}$`));
      assert.ok(![...headers.values()].join().includes(SECRET));
    });
  }
}

test("the own SHA-256 equals OpenSSL's at every length around the block's", () => {
  for (let length = 0; length <= 260; length++) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
    assert.equal(Buffer.from(sha256(message)).toString("hex"), createHash("sha256").update(message).digest("hex"));
    const key = message.slice(0, length);
    const expected = createHmac("sha256", key).update(message).digest("hex");
    assert.equal(Buffer.from(hmacSha256(key, message)).toString("hex"), expected);
  }
});

test("a page without WebCrypto uses its own hashes", () => {
  assert.equal(hashesOf({}), ownHashes);
  assert.equal(hashesOf({ crypto: {} }), ownHashes);
  assert.notEqual(hashesOf({ crypto: webcrypto }), ownHashes);
});
