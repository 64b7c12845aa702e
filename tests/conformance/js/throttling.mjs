// Every reason for which DynamoDB throttles, through the AWS SDK for JavaScript, and how the SDK gets over it. The
// server enforces capacity, and its clock stands still, so that nothing fills up again but when it is told to.
//
//   node throttling.mjs http://127.0.0.1:8000      of a server with --capacity enforce --account-units-max 500
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

// Large enough that a bound of a second is met after a few.
const LARGE = "x".repeat(390_000);
const units = (read, write) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const maxima = (read, write) => ({ MaxReadRequestUnits: read, MaxWriteRequestUnits: write });

// A table keyed pk with an index keyed gk. `table` and `index`: their throughput; absent for on-demand.
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

// Sends what `next` makes until it is throttled: the error.
async function throttled(next, sendsMax = 200) {
  for (let i = 0; i < sendsMax; ++i) {
    try {
      await client.send(next(i));
    } catch (error) {
      return error;
    }
  }
  assert.fail("nothing was throttled");
}

const seen = new Set();

// That the error is what AWS has for the reason, on this table or its index.
function expect(error, type, reason, table) {
  assert.ok(error instanceof type, error.stack);
  const reasons = error.ThrottlingReasons ?? error.throttlingReasons;
  const found = reasons?.find((each) => each.reason === reason);
  assert.ok(found, `${reason} is not among ${JSON.stringify(reasons)}`);
  const index = reason.startsWith("Index") ? "/index/by-gk" : "";
  assert.match(found.resource, new RegExp(`^arn:aws:dynamodb:[a-z0-9-]+:\\d{12}:table/${table}${index}$`));
  seen.add(reason);
}

async function provisioned() {
  const narrow = await create("NarrowTable", { table: units(1, 1), index: units(1000, 1000) });
  const Exceeded = ProvisionedThroughputExceededException;
  expect(await throttled((i) => put(narrow, `k${i}`)), Exceeded, "TableWriteProvisionedThroughputExceeded", narrow);
  expect(await throttled(() => get(narrow, "k0")), Exceeded, "TableReadProvisionedThroughputExceeded", narrow);

  // An index that cannot take the writes of its table throttles them there.
  const starved = await create("StarvedIndex", { table: units(1000, 1000), index: units(1, 1) });
  const error = await throttled((i) => put(starved, `k${i}`, { gk: { S: "g" } }));
  expect(error, Exceeded, "IndexWriteProvisionedThroughputExceeded", starved);
  assert.match(error.message, /one or more global secondary indexes/);
  await client.send(put(starved, "not in the index"));
  expect(await throttled(() => query(starved, "g")), Exceeded, "IndexReadProvisionedThroughputExceeded", starved);
}

async function keyRange() {
  const wide = await create("WideTable", { table: units(39_000, 39_000), index: units(39_000, 39_000) });
  const Exceeded = ProvisionedThroughputExceededException;
  const large = { v: { S: LARGE } };
  expect(await throttled(() => put(wide, "hot", large)), Exceeded, "TableWriteKeyRangeThroughputExceeded", wide);
  expect(await throttled(() => get(wide, "hot")), Exceeded, "TableReadKeyRangeThroughputExceeded", wide);
  await turnClock({ advance: "10m" });
  const indexed = { gk: { S: "hot" }, v: { S: LARGE } };
  expect(await throttled((i) => put(wide, `k${i}`, indexed)), Exceeded, "IndexWriteKeyRangeThroughputExceeded", wide);
  expect(await throttled(() => query(wide, "hot")), Exceeded, "IndexReadKeyRangeThroughputExceeded", wide);

  // What is as hot on demand is another exception.
  const onDemand = await create("OnDemandTable");
  const error = await throttled((i) => put(onDemand, `k${i}`, { gk: { S: "hot" } }), 2000);
  assert.ok(error instanceof RequestLimitExceeded, "its account's limit is met before");
}

async function accountLimit() {
  const large = { v: { S: LARGE } };
  const table = await create("QuotaTable");
  expect(await throttled((i) => put(table, `k${i}`, large)), RequestLimitExceeded, "TableWriteAccountLimitExceeded", table);
  expect(await throttled(() => get(table, "k0")), RequestLimitExceeded, "TableReadAccountLimitExceeded", table);
  const index = await create("QuotaIndex");
  const error = await throttled((i) => put(index, `k${i}`, { gk: { S: "g" }, ...large }));
  expect(error, RequestLimitExceeded, "IndexWriteAccountLimitExceeded", index);
  expect(await throttled(() => query(index, "g")), RequestLimitExceeded, "IndexReadAccountLimitExceeded", index);
}

async function maxOnDemand() {
  const capped = await create("CappedTable", { tableMax: maxima(5, 5) });
  expect(await throttled((i) => put(capped, `k${i}`)), ThrottlingException, "TableWriteMaxOnDemandThroughputExceeded", capped);
  expect(await throttled(() => get(capped, "k0")), ThrottlingException, "TableReadMaxOnDemandThroughputExceeded", capped);
  const index = await create("CappedIndex", { indexMax: maxima(5, 5) });
  const error = await throttled((i) => put(index, `k${i}`, { gk: { S: "g" } }));
  expect(error, ThrottlingException, "IndexWriteMaxOnDemandThroughputExceeded", index);
  expect(await throttled(() => query(index, "g")), ThrottlingException, "IndexReadMaxOnDemandThroughputExceeded", index);
}

// A batch hands back what was throttled, unless that is all of it. One table is spent, the other is not.
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

  for (const all of [
    new BatchWriteItemCommand({ RequestItems: { [spent]: [{ PutRequest }] } }),
    new BatchGetItemCommand({ RequestItems: { [spent]: { Keys } } }),
  ]) {
    const access = all instanceof BatchWriteItemCommand ? "Write" : "Read";
    expect(await throttled(() => all), ProvisionedThroughputExceededException,
      `Table${access}ProvisionedThroughputExceeded`, spent);
  }
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

// SDKs wait and try again. They get over it once there is capacity again: here, once the clock has moved on.
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
