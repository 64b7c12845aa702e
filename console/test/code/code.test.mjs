// The code for random requests runs with the AWS CLI, Python, Node and curl, and the C++ compiles.
// Each language has a server of its own, and every answer equals that of the console's request.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { consoleFolder, load } from "../support/source.mjs";
import { call, startStator } from "../support/stator.mjs";
import { randomRequests, TABLE } from "./random_requests.mjs";

const COUNT = 36;
const CLI_COUNT = 16;
const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
const LARGE = { operation: "PutItem", input: { TableName: "things", Item: { pk: { S: "large" }, sk: { B: "AA==" }, text: { S: "it's ".repeat(60_000) } } } };
const root = join(consoleFolder, "..");
const { codeOf } = await load("data/code/languages.ts");
const { toWire } = await load("data/values/dynamodb_json.ts");
const all = [...randomRequests(toWire, COUNT, SEED), LARGE];

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stator-code-"));
});
after(() => rm(folder, { recursive: true }));

// Runs `work` with a server that has the table and with the code of each request for it.
async function withServer(language, requests, work) {
  const server = await startStator();
  try {
    const endpoint = `http://127.0.0.1:${server.port}`;
    await call(endpoint, "CreateTable", TABLE);
    const target = { endpoint, region: "us-east-1", isSigned: false };
    return await work(requests.map((request) => codeOf(language, request, target)), endpoint);
  } finally {
    await server.stop();
  }
}

// `undefined` stands for a request that the server refuses.
const expectedOf = (requests) =>
  withServer("curl", requests, async (_, endpoint) => {
    const answers = [];
    for (const { operation, input } of requests) {
      answers.push(await call(endpoint, operation, input).catch(() => undefined));
    }
    assert.ok(answers.filter((one) => one !== undefined).length > requests.length / 2, `seed ${SEED}: few requests succeed`);
    return answers;
  });

async function compare(language, run, requests = all) {
  const wanted = await expectedOf(requests);
  const given = await withServer(language, requests, run);
  assert.equal(given.length, requests.length);
  for (const [at, request] of requests.entries()) {
    assert.deepEqual(given[at], wanted[at], `seed ${SEED}, request ${at}: ${JSON.stringify(request).slice(0, 2000)}`);
  }
}

const answerOf = (text) => (text.trim() === "" ? {} : JSON.parse(text));

async function inShell(programs, isRefusal, environment = process.env) {
  const answers = [];
  for (const program of programs) {
    const { failed, output } = await new Promise((done) => {
      const child = execFile("sh", ["-s"], { maxBuffer: 2 ** 26, env: environment }, (error, output) => done({ failed: error !== null, output }));
      child.stdin.end(program);
    });
    answers.push(failed || isRefusal(output) ? undefined : answerOf(output));
  }
  return answers;
}

const PYTHON = `
import contextlib, io, json, sys
answers = []
for program in json.load(sys.stdin):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(program, {})
        answers.append(json.loads(printed.getvalue()))
    except Exception as refusal:
        if isinstance(refusal, (SyntaxError, NameError)):
            raise
        answers.append(None)
print(json.dumps(answers))
`;

test("curl", () => compare("curl", (programs) => inShell(programs, (output) => output.includes('"__type"'))));

test("the AWS CLI", { timeout: 300_000 }, () => {
  const aws = process.env.AWS ?? "/usr/bin/aws";
  const version = spawnSync(aws, ["--version"]).stdout?.toString() ?? "";
  assert.match(version, /^aws-cli\/2/, "version 1 of the AWS CLI sends no binary values; AWS names another program");
  const few = [...all.slice(0, CLI_COUNT), LARGE]; // each takes most of a second
  return compare("cli", (programs) => inShell(programs.map((one) => one.replace(" aws ", ` ${aws} `)), () => false), few);
});

test("Python", () => {
  const python = process.env.PYTHON ?? "/usr/bin/python3";
  assert.equal(spawnSync(python, ["-c", "import boto3"]).status, 0, `${python} has no boto3; PYTHON names another program`);
  return compare("python", (programs) => {
    const run = spawnSync(python, ["-c", PYTHON], { input: JSON.stringify(programs), maxBuffer: 2 ** 26 });
    assert.equal(run.status, 0, run.stderr.toString().slice(-2000));
    return JSON.parse(run.stdout).map((answer) => answer ?? undefined);
  });
});

test("TypeScript", () => {
  const sdk = process.env.JS_SDK; // a folder with the SDK in node_modules
  assert.ok(sdk, "JS_SDK names a folder with the SDK; ctest sets it");
  // The SDK loses attributes that are called __proto__, and the code says so.
  const requests = JSON.parse(JSON.stringify(all).replaceAll('"__proto__', '"proto'));
  const run = async (programs) => {
    const answers = [];
    for (const [at, program] of programs.entries()) {
      const file = join(sdk, `request-${process.pid}-${at}.mjs`);
      await writeFile(file, program);
      const printed = [];
      const { log } = console;
      console.log = (text) => printed.push(text);
      try {
        await import(file);
        answers.push(JSON.parse(printed.join("\n")));
      } catch (error) {
        if (error instanceof SyntaxError || error instanceof TypeError || error instanceof ReferenceError) throw error;
        answers.push(undefined);
      } finally {
        console.log = log;
        await rm(file);
      }
    }
    return answers;
  };
  return compare("typescript", run, requests);
});

test("C++", { timeout: 300_000 }, async () => {
  const { COMPILER, GENERATED } = process.env; // GENERATED: the build's folder of generated headers
  assert.ok(COMPILER && GENERATED, "COMPILER and GENERATED name a compiler and the generated headers; ctest sets them");
  const endpoint = "http://127.0.0.1:8000";
  const parts = [];
  for (const isSigned of [false, true]) {
    for (const [at, request] of all.entries()) {
      const program = codeOf("cpp", request, { endpoint, region: "us-east-1", isSigned });
      parts.push(`namespace program_${at}_${isSigned} {\n${program.replace(/^#include.*\n/gm, "").replace("main()", "Main()")}}\n`);
    }
  }
  const includes = ["<cstdlib>", "<iostream>", "<string>", '"client/stator.h"'].map((name) => `#include ${name}\n`);
  const file = join(folder, "requests.cc");
  await writeFile(file, [...includes, ...parts].join(""));
  const options = ["-std=c++23", "-fsyntax-only", "-Werror=return-type", `-I${join(root, "src")}`, `-I${GENERATED}`, file];
  const run = spawnSync(COMPILER, options, { maxBuffer: 2 ** 26 });
  assert.equal(run.status, 0, `seed ${SEED}: ${run.stderr.toString().slice(0, 3000)}`);
});

test("signed code takes its credentials from the environment", { timeout: 300_000 }, async () => {
  const keys = join(folder, "keys");
  await writeFile(keys, "[local]\naws_access_key_id = AKIDLOCAL\naws_secret_access_key = a/secret+key\naws_session_token = a-token/+=\n");
  const server = await startStator(["--auth", keys]);
  const environment = {
    ...process.env,
    AWS_ACCESS_KEY_ID: "AKIDLOCAL",
    AWS_SECRET_ACCESS_KEY: "a/secret+key",
    AWS_SESSION_TOKEN: "a-token/+=",
  };
  const request = { operation: "GetItem", input: { TableName: "none", Key: { pk: { S: "it's 😀" } } } };
  const target = { endpoint: `http://127.0.0.1:${server.port}`, region: "eu-west-1", isSigned: true };
  const code = (language) => codeOf(language, request, target);
  const run = (program, args, input, env) => {
    const { stdout, stderr } = spawnSync(program, args, { input, env });
    return `${stdout}${stderr}`;
  };
  try {
    for (const [language, program, args] of [
      ["curl", "sh", ["-s"]],
      ["cli", "sh", ["-s"]],
      ["python", process.env.PYTHON ?? "/usr/bin/python3", ["-"]],
    ]) {
      assert.match(run(program, args, code(language), environment), /ResourceNotFoundException/, language);
      assert.doesNotMatch(run(program, args, code(language), { ...environment, AWS_SECRET_ACCESS_KEY: "x" }), /ResourceNotFound/, language);
    }
    const sdk = process.env.JS_SDK;
    if (sdk === undefined) return;
    const file = join(sdk, `signed-${process.pid}.mjs`);
    await writeFile(file, code("typescript"));
    assert.match(run(process.execPath, [file], "", environment), /ResourceNotFoundException/);
    await rm(file);
  } finally {
    await server.stop();
  }
});
