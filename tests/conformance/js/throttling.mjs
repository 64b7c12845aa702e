// Provokes every reason for which DynamoDB throttles, through the AWS SDK for JavaScript, and tests
// the SDK's retries. The server enforces capacity. Its clock stands still, so buckets fill up only
// when the test advances it.
//
//   node throttling.mjs http://127.0.0.1:8000      (a server with --capacity enforce --table-units-max 4000)
import assert from "node:assert/strict";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ProvisionedThroughputExceededException,
  PutItemCommand,
  QueryCommand,
  RequestLimitExceeded,
  ThrottlingException,
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";

const endpoint = process.argv[2];
const settings = { endpoint, region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" } };
const client = new DynamoDBClient({ ...settings, maxAttempts: 1 });

async function turnClock(turn) {
  const answer = await fetch(`${endpoint}/_stator/clock`, { method: "POST", body: JSON.stringify(turn) });
  assert.equal(answer.status, 200, await answer.text());
}

// Large, so that a few requests exceed a second's units.
const LARGE = { v: { S: "x".repeat(390_000) } };
const units = (read, write) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const maxima = (read, write) => ({ MaxReadRequestUnits: read, MaxWriteRequestUnits: write });

// Creates a table keyed pk with an index keyed gk. `table` and `index` are their throughput; absent
// means on-demand.
async function create(TableName, { table, index, tableMax, indexMax } = {}) {
  await client.send(new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }, { AttributeName: "gk", AttributeType: "S" }],
    BillingMode: table ? "PROVISIONED" : "PAY_PER_REQUEST",
    ProvisionedThroughput: table,
    OnDemandThroughput: tableMax,
    GlobalSecondaryIndexes: [{
      IndexName: "by-gk",
      KeySchema: [{ AttributeName: "gk", KeyType: "HASH" }],
      Projection: { ProjectionType: "ALL" },
      ProvisionedThroughput: index,
      OnDemandThroughput: indexMax,
    }],
  }));
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 }, { TableName });
  return TableName;
}

const put = (TableName, pk, more = {}) =>
  new PutItemCommand({ TableName, Item: { pk: { S: pk }, ...more } });
const get = (TableName, pk) => new GetItemCommand({ TableName, Key: { pk: { S: pk } }, ConsistentRead: true });
const query = (TableName, gk) => new QueryCommand({
  TableName, IndexName: "by-gk", KeyConditionExpression: "gk = :g", ExpressionAttributeValues: { ":g": { S: gk } },
});

// Sends the requests of `next` until one is throttled, for `reason` if given. Returns the error.
async function throttled(next, reason) {
  for (let i = 0; i < 300; ++i) {
    try {
      await client.send(next(i));
    } catch (error) {
      if (!reason || reasonsOf(error).some((each) => each.reason === reason)) return error;
    }
  }
  assert.fail(`nothing was throttled: ${reason}`);
}

// The shape of ThrottlingException spells this member differently.
const reasonsOf = (error) => error.ThrottlingReasons ?? error.throttlingReasons ?? [];

const seen = new Set();

// Expects that the requests of `next` are throttled for the reason, with the ARN of this table or
// its index.
async function expect(reason, type, table, next) {
  const error = await throttled(next, reason);
  assert.ok(error instanceof type, error.stack);
  const { resource } = reasonsOf(error).find((each) => each.reason === reason);
  const index = reason.startsWith("Index") ? "/index/by-gk" : "";
  assert.match(resource, new RegExp(`^arn:aws:dynamodb:[a-z0-9-]+:\\d{12}:table/${table}${index}$`));
  seen.add(reason);
  return error;
}

async function provisioned() {
  const Exceeded = ProvisionedThroughputExceededException;
  const narrow = await create("NarrowTable", { table: units(1, 1), index: units(100, 100) });
  await expect("TableWriteProvisionedThroughputExceeded", Exceeded, narrow, (i) => put(narrow, `k${i}`));
  await expect("TableReadProvisionedThroughputExceeded", Exceeded, narrow, () => get(narrow, "k0"));

  // An index that cannot keep up throttles its table's writes there.
  const starved = await create("StarvedIndex", { table: units(100, 100), index: units(1, 1) });
  const error = await expect("IndexWriteProvisionedThroughputExceeded", Exceeded, starved,
    (i) => put(starved, `k${i}`, { gk: { S: "g" } }));
  assert.match(error.message, /one or more global secondary indexes/);
  await client.send(put(starved, "not in the index"));
  await expect("IndexReadProvisionedThroughputExceeded", Exceeded, starved, () => query(starved, "g"));
}

// One key has more traffic than a partition allows, while the table has units left.
async function keyRange() {
  const Exceeded = ProvisionedThroughputExceededException;
  const table = await create("HotKey", { table: units(3500, 1500), index: units(100, 100) });
  await expect("TableWriteKeyRangeThroughputExceeded", Exceeded, table, () => put(table, "hot", LARGE));
  await expect("TableReadKeyRangeThroughputExceeded", Exceeded, table, () => get(table, "hot"));
  const index = await create("HotIndexKey", { table: units(100, 2000), index: units(3500, 1500) });
  await expect("IndexWriteKeyRangeThroughputExceeded", Exceeded, index,
    (i) => put(index, `k${i}`, { gk: { S: "hot" }, ...LARGE }));
  await expect("IndexReadKeyRangeThroughputExceeded", Exceeded, index, () => query(index, "hot"));

  // An on-demand table has another exception.
  const onDemand = await create("HotOnDemand");
  await expect("TableWriteKeyRangeThroughputExceeded", ThrottlingException, onDemand,
    () => put(onDemand, "hot", LARGE));
}

// No key is hot, but together they exceed the account's limit for one table.
async function accountLimit() {
  const table = await create("LimitedTable");
  await expect("TableWriteAccountLimitExceeded", RequestLimitExceeded, table, (i) => put(table, `k${i}`, LARGE));
  await expect("TableReadAccountLimitExceeded", RequestLimitExceeded, table, (i) => get(table, `k${i % 10}`));
  const index = await create("LimitedIndex");
  await expect("IndexWriteAccountLimitExceeded", RequestLimitExceeded, index,
    (i) => put(index, `k${i}`, { gk: { S: `g${i}` }, ...LARGE }));
  await expect("IndexReadAccountLimitExceeded", RequestLimitExceeded, index, (i) => query(index, `g${i % 10}`));
}

async function maxOnDemand() {
  const table = await create("CappedTable", { tableMax: maxima(5, 5) });
  await expect("TableWriteMaxOnDemandThroughputExceeded", ThrottlingException, table, (i) => put(table, `k${i}`));
  await expect("TableReadMaxOnDemandThroughputExceeded", ThrottlingException, table, () => get(table, "k0"));
  const index = await create("CappedIndex", { indexMax: maxima(5, 5) });
  await expect("IndexWriteMaxOnDemandThroughputExceeded", ThrottlingException, index,
    (i) => put(index, `k${i}`, { gk: { S: "g" } }));
  await expect("IndexReadMaxOnDemandThroughputExceeded", ThrottlingException, index, () => query(index, "g"));
}

// A batch returns its throttled parts, unless all of it was throttled. One table's units are spent,
// the other's are not.
async function batches() {
  const spent = await create("SpentTable", { table: units(1, 1), index: units(100, 100) });
  const open = await create("OpenTable", { table: units(100, 100), index: units(100, 100) });
  await throttled((i) => put(spent, `k${i}`));
  await throttled(() => get(spent, "k0"));

  const PutRequest = { Item: { pk: { S: "b" } } };
  const written = await client.send(new BatchWriteItemCommand({
    RequestItems: { [spent]: [{ PutRequest }], [open]: [{ PutRequest }] },
  }));
  assert.deepEqual(written.UnprocessedItems, { [spent]: [{ PutRequest }] });
  const Keys = [{ pk: { S: "b" } }];
  const read = await client.send(new BatchGetItemCommand({
    RequestItems: { [spent]: { Keys, ConsistentRead: true }, [open]: { Keys } },
  }));
  assert.deepEqual(read.UnprocessedKeys, { [spent]: { Keys, ConsistentRead: true } });
  assert.equal(read.Responses[open].length, 1);
  assert.deepEqual(read.Responses[spent], []);

  const Exceeded = ProvisionedThroughputExceededException;
  await expect("TableWriteProvisionedThroughputExceeded", Exceeded, spent,
    () => new BatchWriteItemCommand({ RequestItems: { [spent]: [{ PutRequest }] } }));
  await expect("TableReadProvisionedThroughputExceeded", Exceeded, spent,
    () => new BatchGetItemCommand({ RequestItems: { [spent]: { Keys } } }));
}

async function transactions() {
  const spent = "SpentTable";
  const open = "OpenTable";
  const capped = await create("CappedPart", { tableMax: maxima(1, 1) });
  await throttled((i) => put(capped, `k${i}`));
  const Item = { pk: { S: "t" } };
  const cancelled = await throttled(() => new TransactWriteItemsCommand({
    TransactItems: [open, spent, capped].map((TableName) => ({ Put: { TableName, Item } })),
  }));
  assert.ok(cancelled instanceof TransactionCanceledException, cancelled.stack);
  assert.deepEqual(cancelled.CancellationReasons.map((each) => each.Code),
    ["None", "ProvisionedThroughputExceeded", "ThrottlingError"]);
  assert.match(cancelled.CancellationReasons[1].Message, /^The level of configured provisioned throughput/);
  assert.match(cancelled.CancellationReasons[2].Message, /^Throughput exceeds the current capacity/);
  assert.equal((await client.send(get(open, "t"))).Item, undefined);

  const unread = await throttled(() => new TransactGetItemsCommand({
    TransactItems: [open, spent].map((TableName) => ({ Get: { TableName, Key: Item } })),
  }));
  assert.deepEqual(unread.CancellationReasons.map((each) => each.Code), ["None", "ProvisionedThroughputExceeded"]);
}

// SDKs wait and retry. A retry succeeds once there is capacity again: here, once the clock has
// advanced.
async function retries() {
  const patient = new DynamoDBClient({ ...settings, maxAttempts: 5 });
  const table = await create("PatientTable", { table: units(1, 1), index: units(100, 100) });
  await throttled((i) => put(table, `k${i}`));
  let refusals = 0;
  patient.middlewareStack.add((next) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (++refusals === 2) await turnClock({ advance: "5s" });
      throw error;
    }
  }, { step: "deserialize", name: "refusals", priority: "high" });
  const answer = await patient.send(put(table, "in the end"));
  assert.equal(refusals, 2);
  assert.equal(answer.$metadata.attempts, 3);
  patient.destroy();
}

await turnClock({ frozen: true });
await provisioned();
await keyRange();
await accountLimit();
await maxOnDemand();
await batches();
await transactions();
await retries();

const all = ["Table", "Index"].flatMap((resource) => ["Read", "Write"].flatMap((access) =>
  ["ProvisionedThroughput", "KeyRangeThroughput", "AccountLimit", "MaxOnDemandThroughput"].map((bound) =>
    `${resource}${access}${bound}Exceeded`)));
assert.deepEqual([...seen].sort(), all.sort());
client.destroy();
console.log("ok");
