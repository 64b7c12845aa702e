// Checks the generated TypeScript against the vectors of the C++ executor: arguments to exact requests, answers to
// entities. The SDK's client makes the JSON of the requests. No request is sent.
//
//   STATOR=… STATOR_MODELS=… node vectors_test.mjs URL
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const models = ["orders", "fleet", "parcels"];
const folder = join(process.cwd(), "generated-vectors");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const model of models) {
  const file = join(process.env.STATOR_MODELS, `${model}.std`);
  execFileSync(process.env.STATOR, ["model", "generate", file, "--to", "typescript", "--out", join(folder, `${model}.ts`)]);
}
execFileSync("node", [
  "node_modules/typescript/bin/tsc", "--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext",
  "--skipLibCheck", ...models.map((model) => join(folder, `${model}.ts`)),
], { stdio: "inherit" });

// Removes members that equal their default, and the token that the SDK generates.
const withoutDefaults = ({ ConsistentRead, ScanIndexForward, ClientRequestToken, ...rest }) => ({
  ...rest,
  ...(ConsistentRead ? { ConsistentRead } : {}),
  ...(ScanIndexForward === false ? { ScanIndexForward } : {}),
});

// Answers each request of a case once, in any order.
class Recorded {
  constructor(exchanges) {
    this.left = [...exchanges];
  }
  async handle(request) {
    const operation = request.headers["x-amz-target"].split(".")[1];
    const sent = withoutDefaults(JSON.parse(request.body));
    const at = this.left.findIndex((each) => each.operation === operation && isDeepStrictEqual(each.input, sent));
    assert.ok(at >= 0, `${operation} ${JSON.stringify(sent)} is not among ${JSON.stringify(this.left.map(({ input }) => input))}`);
    const [{ output }] = this.left.splice(at, 1);
    const body = new Uint8Array(Buffer.from(JSON.stringify(output)));
    return { response: { statusCode: 200, headers: { "content-type": "application/x-amz-json-1.0" }, body } };
  }
  destroy() {}
}

function typed(type, wire) {
  const [kind, content] = Object.entries(wire)[0];
  if (type === "integer") return Number(content);
  if (type === "long") return BigInt(content);
  if (type === "number") return content;
  if (kind === "B") return new Uint8Array(Buffer.from(content, "base64"));
  return unmarshall({ value: wire }).value;
}

class Model {
  constructor(name, module) {
    this.vectors = JSON.parse(readFileSync(join(process.env.STATOR_MODELS, "vectors", `${name}.json`), "utf8"));
    this.module = module;
  }
  entity(record, wire) {
    const types = this.vectors.records[record];
    return Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, typed(types[name], value)]));
  }
  argument({ type, record, value }) {
    if (type !== undefined) return typed(type, value);
    if (record in this.vectors.records) {
      return Array.isArray(value) ? value.map((each) => this.entity(record, each)) : this.entity(record, value);
    }
    return value.map((row) => Object.fromEntries(row.map((field) => [field.name, typed(field.type, field.value)])));
  }
  async check({ function: name, cases }) {
    for (const { arguments: given, exchanges, result } of cases) {
      const recorded = new Recorded(exchanges);
      const client = new DynamoDBClient({
        region: "us-east-1", credentials: { accessKeyId: "a", secretAccessKey: "b" }, maxAttempts: 1, requestHandler: recorded,
      });
      const store = new this.module[this.vectors.store](client);
      const found = await store[name.toLowerCase()](...given.map((each) => this.argument(each)));
      assert.deepEqual(recorded.left, [], `${name} sends all requests`);
      this.compare(name, result ?? [], found);
    }
    return cases.length;
  }
  compare(name, parts, found) {
    const results = parts.length > 1 ? Object.values(found) : [found];
    parts.forEach(({ record, many, entities, items }, i) => {
      if (items !== undefined) return assert.deepEqual(results[i], items.map((item) => unmarshall(item)), name); // of a statement
      const wanted = entities.map((each) => this.entity(record, each));
      assert.deepEqual(many ? results[i] : [results[i]].filter((each) => each !== undefined), wanted, name);
    });
  }
}

Math.random = () => 0.5;  // shard 1 of 2 and of 3, as the vectors' `random` modulo the shards
for (const name of models) {
  const model = new Model(name, await import(join(folder, `${name}.js`)));
  const { random, now, functions } = model.vectors;
  assert.equal(random, 1);
  Date.now = () => now * 1000;
  let cases = 0;
  for (const each of functions) cases += await model.check(each);
  assert.ok(cases > functions.length * 0.8, "most functions have a vector");
  console.log(`${cases} vectors of ${name}`);
}
