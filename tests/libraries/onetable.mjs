// A small application with dynamodb-onetable: accounts and their users in one table, an overloaded index and a local one, pages,
// conditions, updates, batches.
//
//   node onetable.mjs URL
import assert from "node:assert/strict";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Table } from "dynamodb-onetable";
import { Dynamo } from "dynamodb-onetable/Dynamo";

const client = new Dynamo({
  client: new DynamoDBClient({
    endpoint: process.argv[2],
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
  }),
});

const schema = {
  format: "onetable:1.1.0",
  version: "0.0.1",
  indexes: {
    primary: { hash: "pk", sort: "sk" },
    gs1: { hash: "gs1pk", sort: "gs1sk", project: "all" },
    ls1: { sort: "lastLogin", type: "local", project: "keys" },
  },
  models: {
    Account: {
      pk: { type: String, value: "account#${id}" },
      sk: { type: String, value: "account#" },
      id: { type: String, required: true },
      name: { type: String, required: true },
      balance: { type: Number, default: 0 },
      gs1pk: { type: String, value: "account#" },
      gs1sk: { type: String, value: "account#${name}" },
    },
    User: {
      pk: { type: String, value: "account#${accountId}" },
      sk: { type: String, value: "user#${email}" },
      accountId: { type: String, required: true },
      email: { type: String, required: true },
      name: { type: String },
      role: { type: String, enum: ["user", "admin"], default: "user" },
      lastLogin: { type: String },
      joined: { type: Date },
      tags: { type: Array, default: [] },
      address: { type: Object, schema: { city: { type: String }, zip: { type: String } } },
      gs1pk: { type: String, value: "user#" },
      gs1sk: { type: String, value: "role#${role}#${email}" },
    },
  },
  params: { isoDates: true, timestamps: false, typeField: "type" },
};
const table = new Table({ client, name: "OneTable", schema, partial: true });
const Account = table.getModel("Account");
const User = table.getModel("User");
const JOINED = new Date("2026-01-02T03:04:05.000Z");

async function create() {
  await table.createTable();
  assert.ok(await table.exists());
  await Account.create({ id: "a1", name: "Acme" });
  await Account.create({ id: "a2", name: "Zeta", balance: 7 });
  for (let i = 0; i < 12; i++) {
    await User.create({
      accountId: "a1",
      email: `u${String(i).padStart(2, "0")}@acme.com`,
      name: `User ${i}`,
      role: i % 4 ? "user" : "admin",
      lastLogin: `2026-02-${28 - i}`,
      joined: JOINED,
      address: { city: "Rome", zip: String(i) },
    });
  }
}

async function single() {
  const account = await Account.get({ id: "a1" });
  assert.deepEqual([account.name, account.balance], ["Acme", 0]);
  const user = await User.get({ accountId: "a1", email: "u03@acme.com" }, { consistent: true });
  assert.deepEqual([user.joined, user.address, user.tags], [JOINED, { city: "Rome", zip: "3" }, []]);
  assert.equal(await User.get({ accountId: "a1", email: "nobody" }), undefined);
}

async function conditions() {
  await assert.rejects(Account.create({ id: "a1", name: "Other" }), /Conditional create failed/);
  await Account.create({ id: "a2", name: "Zeta", balance: 8 }, { exists: null });
  await assert.rejects(User.update({ accountId: "a1", email: "nobody", name: "N" }));
  await assert.rejects(Account.update({ id: "a2" }, { add: { balance: 1 }, where: "${balance} > {100}" }), {
    code: "ConditionalCheckFailedException",
  });
  await assert.rejects(Account.remove({ id: "nobody" }, { exists: true }));
}

async function updates() {
  const account = await Account.update({ id: "a2" }, { add: { balance: 5 }, where: "${balance} = {8}" });
  assert.equal(account.balance, 13);
  const user = await User.update(
    { accountId: "a1", email: "u01@acme.com", role: "admin" },
    { set: { "address.city": "Oslo", tags: ["new"] }, remove: ["name"] },
  );
  assert.deepEqual([user.address, user.tags, user.name, user.role], [{ city: "Oslo", zip: "1" }, ["new"], undefined, "admin"]);
}

async function queries() {
  const collection = await table.queryItems({ pk: "account#a1" }, { parse: true, hidden: true });
  assert.deepEqual([collection.length, collection.filter((item) => item.type === "Account").length], [13, 1]);
  const prefix = await User.find({ accountId: "a1", sk: { begins: "user#u0" } });
  assert.equal(prefix.length, 10);
  const filtered = await User.find({ accountId: "a1" }, { where: "${address.city} = {Oslo}" });
  assert.deepEqual(
    filtered.map((user) => user.email),
    ["u01@acme.com"],
  );
  const admins = await User.find({ gs1pk: "user#", gs1sk: { begins: "role#admin#" } }, { index: "gs1" });
  assert.deepEqual(
    admins.map((user) => user.email),
    ["u00@acme.com", "u01@acme.com", "u04@acme.com", "u08@acme.com"],
  );
  const accounts = await Account.find({}, { index: "gs1", reverse: true });
  assert.deepEqual(
    accounts.map((account) => account.name),
    ["Zeta", "Acme"],
  );
  const count = await User.find({ accountId: "a1" }, { count: true });
  assert.equal(count.count, 12);
}

async function localIndex() {
  const recent = await table.queryItems(
    { pk: "account#a1", lastLogin: { between: ["2026-02-20", "2026-02-24"] } },
    { index: "ls1", hidden: true },
  );
  assert.deepEqual(
    recent.map((item) => item.sk.S),
    ["user#u08@acme.com", "user#u07@acme.com", "user#u06@acme.com", "user#u05@acme.com", "user#u04@acme.com"],
  );
}

async function pages() {
  for (const reverse of [false, true]) {
    const seen = [];
    let next,
      count = 0;
    do {
      const page = await User.find({ accountId: "a1" }, { limit: 5, next, reverse });
      seen.push(...page.map((user) => user.email));
      next = page.next;
      count++;
    } while (next);
    assert.equal(count, 3);
    const expected = Array.from({ length: 12 }, (_, i) => `u${String(i).padStart(2, "0")}@acme.com`);
    assert.deepEqual(seen, reverse ? expected.reverse() : expected);
  }
}

async function batches() {
  const batch = {};
  for (let i = 0; i < 10; i++) await User.create({ accountId: "a3", email: `b${i}` }, { batch });
  await User.remove({ accountId: "a1", email: "u11@acme.com" }, { batch });
  assert.ok(await table.batchWrite(batch));
  assert.equal((await User.find({ accountId: "a3" })).length, 10);
  const wanted = {};
  for (const email of ["b0", "b9", "none"]) await User.get({ accountId: "a3", email }, { batch: wanted });
  const found = await table.batchGet(wanted, { parse: true });
  assert.deepEqual(found.map((user) => user.email).sort(), ["b0", "b9"]);
}

async function scans() {
  const users = await User.scan({ role: "admin" });
  assert.equal(users.length, 4);
  const parts = await Promise.all([0, 1, 2].map((segment) => table.scanItems({}, { segment, segments: 3, parse: true, hidden: true })));
  assert.equal(parts.flat().length, 2 + 11 + 10);
}

async function remove() {
  await User.remove({ accountId: "a3" }, { many: true });
  assert.equal((await User.find({ accountId: "a3" })).length, 0);
  await table.deleteTable("DeleteTableForever");
}

for (const part of [create, single, conditions, updates, queries, localIndex, pages, batches, scans, remove]) {
  await part();
  console.log(`${part.name}: ok`);
}
