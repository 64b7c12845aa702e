import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { failureOf, isMissing, wantsCredentials } = await load("data/requests/failure.ts");
const { remedyOf } = await load("data/requests/remedies.ts");
const { travelsInClear } = await load("data/requests/place.ts");
const { noteServerDate, serverTime } = await load("data/requests/server_time.ts");
const { keepCredentials, loadCredentials } = await load("data/requests/credentials.ts");

test("AWS's errors keep their type, text and request id", () => {
  const body = '{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"gone"}';
  const failure = failureOf(400, body, "ABC");
  assert.deepEqual(
    [failure.type, failure.message, failure.requestId],
    ["ResourceNotFoundException", "gone", "ABC"],
  );
  assert.ok(isMissing(failure));
  assert.match(remedyOf(failure), /list of tables/);
});

test("answers that are no JSON still become errors", () => {
  for (const body of ["", "<html>", "null", "[]", '{"message":5}']) {
    const failure = failureOf(502, body, "");
    assert.equal(failure.type, "Status 502");
    assert.notEqual(failure.message, "");
    assert.notEqual(remedyOf(failure), "");
  }
});

test("only refused signatures ask for credentials", () => {
  const refusal = (type) => failureOf(403, JSON.stringify({ __type: `x#${type}`, message: "m" }), "");
  assert.ok(wantsCredentials(refusal("MissingAuthenticationTokenException")));
  assert.ok(wantsCredentials(refusal("ExpiredTokenException")));
  assert.ok(!wantsCredentials(refusal("AccessDeniedException")));
  assert.ok(!wantsCredentials(failureOf(403, '{"message":"The admin API is closed."}', "")));
});

test("plain http beyond loopback is in the clear", () => {
  const clear = (protocol, hostname) => travelsInClear({ protocol, hostname });
  assert.ok(clear("http:", "db.example"));
  assert.ok(clear("http:", "10.0.0.7"));
  for (const loopback of ["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    assert.ok(!clear("http:", loopback));
  }
  assert.ok(!clear("https:", "db.example"));
});

test("signing time follows the server's Date", () => {
  assert.equal(serverTime(1000), undefined);
  noteServerDate("not a date", 1000);
  assert.equal(serverTime(1000), undefined);
  noteServerDate("Thu, 19 Nov 2026 04:37:27 GMT", 1000);
  assert.equal(serverTime(6000).toISOString(), "2026-11-19T04:37:32.000Z");
});

test("credentials survive full, blocked and broken storage", () => {
  const credentials = { accessKey: "a", secretKey: "s", token: "" };
  const full = {
    getItem: () => "{broken",
    setItem: () => {
      throw new Error("quota");
    },
    removeItem: () => {},
  };
  assert.equal(loadCredentials(undefined), undefined);
  assert.equal(loadCredentials(full), undefined);
  assert.equal(keepCredentials(full, credentials, "tab"), false);
  const kept = new Map();
  const tab = { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v), removeItem: (k) => kept.delete(k) };
  assert.equal(keepCredentials(tab, credentials, "tab"), true);
  assert.deepEqual(loadCredentials(tab), credentials);
  keepCredentials(tab, credentials, "memory");
  assert.equal(loadCredentials(tab), undefined);
});
