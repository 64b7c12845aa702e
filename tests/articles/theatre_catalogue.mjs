// A theatre catalogue in one table, with the JavaScript SDK's document client: the access patterns and samples of an
// article on single-table design with tenants. Where the article is wrong, the test shows DynamoDB's answer.
//
//   node theatre_catalogue.mjs URL
import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { CreateTableCommand, DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  maxAttempts: 1,
});
const dynamodb = DynamoDBDocument.from(client);
const TableName = "Catalogue";

const keySchema = (hash, range) => [
  { AttributeName: hash, KeyType: "HASH" },
  { AttributeName: range, KeyType: "RANGE" },
];
const strings = (...names) => names.map((AttributeName) => ({ AttributeName, AttributeType: "S" }));
const keysOf = (items) => items.map((item) => `${item.PK} ${item.SK}`);
const sortKeysOf = (items) => items.map((item) => item.SK);

async function refused(name, text, promise) {
  const error = await promise.then(
    () => assert.fail(`expected ${name}`),
    (reason) => reason,
  );
  assert.equal(error.name, name, error.stack);
  assert.ok(error.message.includes(text), `${error.message}\nhas not: ${text}`);
}

async function createCatalogue() {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: keySchema("PK", "SK"),
      AttributeDefinitions: strings("PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"),
      GlobalSecondaryIndexes: ["GSI1", "GSI2"].map((IndexName) => ({
        IndexName,
        KeySchema: keySchema(`${IndexName}PK`, `${IndexName}SK`),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["title", "rating"] },
      })),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 }, { TableName });
}

const show = (id, title, rating, more = {}) => ({ PK: `SHOW#${id}`, SK: "METADATA", title, rating, ...more });
const CATALOGUE = [
  show("phantom-opera", "The Phantom of the Opera", 4.8, {
    featured: true,
    GSI2PK: "FEATURED",
    GSI2SK: "RATING#4.8",
    description: "A long text.",
    version: 1,
  }),
  show("small-show", "Small Production", 3.1, { featured: false }),
  show("wicked", "Wicked", 4.6, { featured: true, GSI2PK: "FEATURED", GSI2SK: "RATING#4.6" }),
  { PK: "SHOW#phantom-opera", SK: "VENUE#hm-theatre", GSI1PK: "VENUE#hm-theatre", GSI1SK: "SHOW#phantom-opera" },
  { PK: "SHOW#phantom-opera", SK: "PERFORMANCE#2026-03-15-19:30", GSI2PK: "PERFORMANCES", GSI2SK: "2026-03-15T19:30:00Z#perf-123" },
  { PK: "SHOW#phantom-opera", SK: "PERFORMANCE#2026-03-16-19:30", GSI2PK: "PERFORMANCES", GSI2SK: "2026-03-16T19:30:00Z#perf-124" },
  { PK: "SHOW#phantom-opera", SK: "REVIEW#rev-123", GSI2PK: "REVIEWS#2026-01", GSI2SK: "2026-01-15T10:30:00Z#rev-123", stars: 5 },
  { PK: "SHOW#phantom-opera", SK: "REVIEW#rev-456", GSI2PK: "REVIEWS#2026-01", GSI2SK: "2026-01-20T10:30:00Z#rev-456", stars: 4 },
  { PK: "SHOW#phantom-opera", SK: "GENRE#musical", GSI1PK: "GENRE#musical", GSI1SK: "RATING#4.8#SHOW#phantom-opera" },
  { PK: "SHOW#phantom-opera", SK: "GENRE#romance", GSI1PK: "GENRE#romance", GSI1SK: "SHOW#phantom-opera" },
  { PK: "SHOW#phantom-opera", SK: "GENRE#drama", GSI1PK: "GENRE#drama", GSI1SK: "SHOW#phantom-opera" },
  { PK: "SHOW#wicked", SK: "GENRE#musical", GSI1PK: "GENRE#musical", GSI1SK: "RATING#4.6#SHOW#wicked" },
  { PK: "SHOW#wicked", SK: "VENUE#hm-theatre", GSI1PK: "VENUE#hm-theatre", GSI1SK: "SHOW#wicked" },
  { PK: "VENUE#hm-theatre", SK: "METADATA", name: "His Majesty's" },
  { PK: "VENUE#hm-theatre", SK: "SHOW#phantom-opera" },
  { PK: "REGION#london", SK: "VENUE#hm-theatre" },
  { PK: "TENANT#acme#SHOW#show-123", SK: "METADATA", title: "Acme's show" },
];

async function writeInBatches() {
  const answer = await dynamodb.batchWrite({ RequestItems: { [TableName]: CATALOGUE.map((Item) => ({ PutRequest: { Item } })) } });
  assert.deepEqual(answer.UnprocessedItems, {});
  const { Item } = await dynamodb.get({ TableName, Key: { PK: "SHOW#phantom-opera", SK: "METADATA" } });
  assert.deepEqual(Item, CATALOGUE[0]);
  const many = Array.from({ length: 26 }, (_, i) => ({ PutRequest: { Item: show(`n${i}`, "n", 1) } }));
  await refused("ValidationException", "less than or equal to 25", dynamodb.batchWrite({ RequestItems: { [TableName]: many } }));
}

async function readInBatches() {
  const Keys = ["phantom-opera", "wicked", "never-written"].map((id) => ({ PK: `SHOW#${id}`, SK: "METADATA" }));
  const { Responses, UnprocessedKeys } = await dynamodb.batchGet({ RequestItems: { [TableName]: { Keys } } });
  assert.deepEqual(Responses[TableName].map((item) => item.title).sort(), ["The Phantom of the Opera", "Wicked"]);
  assert.deepEqual(UnprocessedKeys, {});
  const many = Array.from({ length: 101 }, (_, i) => ({ PK: `SHOW#${i}`, SK: "METADATA" }));
  await refused("ValidationException", "less than or equal to 100", dynamodb.batchGet({ RequestItems: { [TableName]: { Keys: many } } }));
}

async function theSevenPatterns() {
  const query = async (request) => (await dynamodb.query({ TableName, ...request })).Items;
  const ofVenue = await query({
    IndexName: "GSI1",
    KeyConditionExpression: "GSI1PK = :pk",
    ExpressionAttributeValues: { ":pk": "VENUE#hm-theatre" },
  });
  assert.deepEqual(
    ofVenue.map((item) => item.GSI1SK),
    ["SHOW#phantom-opera", "SHOW#wicked"],
  );
  const ofRegion = await query({
    KeyConditionExpression: "PK = :pk AND begins_with(SK, :sk)",
    ExpressionAttributeValues: { ":pk": "REGION#london", ":sk": "VENUE#" },
  });
  assert.deepEqual(sortKeysOf(ofRegion), ["VENUE#hm-theatre"]);
  const performances = await query({
    KeyConditionExpression: "PK = :pk AND begins_with(SK, :sk)",
    ExpressionAttributeValues: { ":pk": "SHOW#phantom-opera", ":sk": "PERFORMANCE#" },
  });
  assert.deepEqual(sortKeysOf(performances), ["PERFORMANCE#2026-03-15-19:30", "PERFORMANCE#2026-03-16-19:30"]);
  const upcoming = await query({
    IndexName: "GSI2",
    KeyConditionExpression: "GSI2PK = :pk AND GSI2SK >= :now",
    ExpressionAttributeValues: { ":pk": "PERFORMANCES", ":now": "2026-03-16T00:00:00Z" },
  });
  assert.deepEqual(
    upcoming.map((item) => item.GSI2SK),
    ["2026-03-16T19:30:00Z#perf-124"],
  );
  const topRated = await query({
    IndexName: "GSI1",
    KeyConditionExpression: "GSI1PK = :pk AND begins_with(GSI1SK, :rating)",
    ExpressionAttributeValues: { ":pk": "GENRE#musical", ":rating": "RATING#" },
    ScanIndexForward: false,
    Limit: 20,
  });
  assert.deepEqual(
    topRated.map((item) => item.PK),
    ["SHOW#phantom-opera", "SHOW#wicked"],
  );
}

async function aShowWithEverything() {
  const { Items } = await dynamodb.query({
    TableName,
    KeyConditionExpression: "PK = :pk",
    ExpressionAttributeValues: { ":pk": "SHOW#phantom-opera" },
  });
  assert.equal(Items.find((item) => item.SK === "METADATA").title, "The Phantom of the Opera");
  assert.equal(Items.filter((item) => item.SK.startsWith("PERFORMANCE#")).length, 2);
  assert.equal(Items.filter((item) => item.SK.startsWith("REVIEW#")).length, 2);
  // The article lists show, performances and reviews. The collection also has the show's venues and genres.
  assert.deepEqual(sortKeysOf(Items), [
    "GENRE#drama",
    "GENRE#musical",
    "GENRE#romance",
    "METADATA",
    "PERFORMANCE#2026-03-15-19:30",
    "PERFORMANCE#2026-03-16-19:30",
    "REVIEW#rev-123",
    "REVIEW#rev-456",
    "VENUE#hm-theatre",
  ]);
}

async function tenants() {
  // The article writes BEGINS_WITH between its operands, which is not valid syntax.
  await refused(
    "ValidationException",
    'Invalid KeyConditionExpression: Syntax error; token: "BEGINS_WITH"',
    dynamodb.query({
      TableName,
      KeyConditionExpression: "PK BEGINS_WITH :pk",
      ExpressionAttributeValues: { ":pk": "TENANT#acme#SHOW#" },
    }),
  );
  await refused(
    "ValidationException",
    'Invalid KeyConditionExpression: Syntax error; token: "BEGINS_WITH"',
    dynamodb.query({
      TableName,
      KeyConditionExpression: "PK = :pk AND SK BEGINS_WITH :sk",
      ExpressionAttributeValues: { ":pk": "TENANT#acme", ":sk": "SHOW#" },
    }),
  );
  // As a function, begins_with is still not allowed on a partition key.
  await refused(
    "ValidationException",
    "Query key condition not supported",
    dynamodb.query({
      TableName,
      KeyConditionExpression: "begins_with(PK, :pk)",
      ExpressionAttributeValues: { ":pk": "TENANT#acme#SHOW#" },
    }),
  );
  // The article's own key, TENANT#acme#SHOW#show-123, is in no partition named TENANT#acme.
  const none = await dynamodb.query({
    TableName,
    KeyConditionExpression: "PK = :pk AND begins_with(SK, :sk)",
    ExpressionAttributeValues: { ":pk": "TENANT#acme", ":sk": "SHOW#" },
  });
  assert.deepEqual([none.Items, none.Count], [[], 0]);
  // To answer the second query, all shows of a tenant must be in one partition.
  await dynamodb.put({ TableName, Item: { PK: "TENANT#acme", SK: "SHOW#show-123", title: "Acme's show" } });
  const found = await dynamodb.query({
    TableName,
    KeyConditionExpression: "PK = :pk AND begins_with(SK, :sk)",
    ExpressionAttributeValues: { ":pk": "TENANT#acme", ":sk": "SHOW#" },
  });
  assert.deepEqual(keysOf(found.Items), ["TENANT#acme SHOW#show-123"]);
}

async function aSparseIndex() {
  const featured = () =>
    dynamodb.query({
      TableName,
      IndexName: "GSI2",
      KeyConditionExpression: "GSI2PK = :pk",
      ExpressionAttributeValues: { ":pk": "FEATURED" },
    });
  assert.deepEqual(
    (await featured()).Items.map((item) => item.title),
    ["Wicked", "The Phantom of the Opera"],
  );
  const Key = { PK: "SHOW#wicked", SK: "METADATA" };
  await dynamodb.update({
    TableName,
    Key,
    UpdateExpression: "SET featured = :no REMOVE GSI2PK, GSI2SK",
    ExpressionAttributeValues: { ":no": false },
  });
  assert.deepEqual(
    (await featured()).Items.map((item) => item.title),
    ["The Phantom of the Opera"],
  );
}

async function manyToMany() {
  const genres = await dynamodb.query({
    TableName,
    KeyConditionExpression: "PK = :pk AND begins_with(SK, :sk)",
    ExpressionAttributeValues: { ":pk": "SHOW#phantom-opera", ":sk": "GENRE#" },
  });
  assert.deepEqual(sortKeysOf(genres.Items), ["GENRE#drama", "GENRE#musical", "GENRE#romance"]);
  // The article has rows RATING#… and rows SHOW#… under one genre, so the result contains the show twice.
  await dynamodb.put({
    TableName,
    Item: { PK: "SHOW#phantom-opera", SK: "GENRE#musical#LIST", GSI1PK: "GENRE#musical", GSI1SK: "SHOW#phantom-opera" },
  });
  const shows = await dynamodb.query({
    TableName,
    IndexName: "GSI1",
    KeyConditionExpression: "GSI1PK = :pk",
    ExpressionAttributeValues: { ":pk": "GENRE#musical" },
  });
  assert.deepEqual(
    shows.Items.map((item) => item.PK),
    ["SHOW#wicked", "SHOW#phantom-opera", "SHOW#phantom-opera"],
  );
}

async function aTimeIsNoIdentity() {
  // In the article's form, two venues that play at the same time have one key: the second overwrites the first.
  const key = { PK: "SHOW#tour", SK: "PERFORMANCE#2026-03-15-19:30" };
  await dynamodb.put({ TableName, Item: { ...key, venueId: "hm-theatre" } });
  await dynamodb.put({ TableName, Item: { ...key, venueId: "palace" } });
  const { Items } = await dynamodb.query({
    TableName,
    KeyConditionExpression: "PK = :pk",
    ExpressionAttributeValues: { ":pk": "SHOW#tour" },
  });
  assert.deepEqual(
    Items.map((item) => item.venueId),
    ["palace"],
  );
}

async function optimisticLocking() {
  const updateShow = async (showId, updates, expectedVersion) => {
    try {
      await dynamodb.update({
        TableName,
        Key: { PK: `SHOW#${showId}`, SK: "METADATA" },
        UpdateExpression: "SET title = :title, version = :newVersion",
        ConditionExpression: "version = :expectedVersion",
        ExpressionAttributeValues: { ":title": updates.title, ":newVersion": expectedVersion + 1, ":expectedVersion": expectedVersion },
      });
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new Error("Concurrent modification detected");
      throw error;
    }
  };
  await updateShow("phantom-opera", { title: "Phantom" }, 1);
  await assert.rejects(updateShow("phantom-opera", { title: "Lost" }, 1), /Concurrent modification detected/);
  const { Item } = await dynamodb.get({ TableName, Key: { PK: "SHOW#phantom-opera", SK: "METADATA" } });
  assert.deepEqual([Item.title, Item.version], ["Phantom", 2]);
}

async function countingShows() {
  // The counter of the article's transaction. An addition to a missing attribute is an error; the attribute does not
  // count as 0.
  const Key = { PK: "VENUE#hm-theatre", SK: "METADATA" };
  const count = (UpdateExpression, values) =>
    dynamodb.update({ TableName, Key, UpdateExpression, ExpressionAttributeValues: values, ReturnValues: "UPDATED_NEW" });
  await refused(
    "ValidationException",
    "refers to an attribute that does not exist in the item",
    count("SET showCount = showCount + :inc", { ":inc": 1 }),
  );
  await count("SET showCount = if_not_exists(showCount, :zero) + :inc", { ":inc": 1, ":zero": 0 });
  assert.deepEqual((await count("SET showCount = showCount + :inc", { ":inc": 1 })).Attributes, { showCount: 2 });
}

async function relatedWrites() {
  const transaction = (UpdateExpression, values) => ({
    TransactItems: [
      { Put: { TableName, Item: { PK: "SHOW#new-show", SK: "METADATA", title: "New Show", venueId: "venue-123" } } },
      { Put: { TableName, Item: { PK: "SHOW#new-show", SK: "VENUE#venue-123", GSI1PK: "VENUE#venue-123", GSI1SK: "SHOW#new-show" } } },
      { Update: { TableName, Key: { PK: "VENUE#venue-123", SK: "METADATA" }, UpdateExpression, ExpressionAttributeValues: values } },
    ],
  });
  // As printed, the counter must exist. If it does not, DynamoDB cancels the whole transaction and writes nothing.
  const error = await dynamodb.transactWrite(transaction("SET showCount = showCount + :inc", { ":inc": 1 })).catch((reason) => reason);
  assert.ok(error instanceof TransactionCanceledException, error.stack);
  assert.deepEqual(
    error.CancellationReasons.map((reason) => reason.Code),
    ["None", "None", "ValidationError"],
  );
  const Key = { PK: "SHOW#new-show", SK: "METADATA" };
  assert.equal((await dynamodb.get({ TableName, Key })).Item, undefined);
  const counting = transaction("SET showCount = if_not_exists(showCount, :zero) + :inc", { ":inc": 1, ":zero": 0 });
  await dynamodb.transactWrite({ ...counting, ClientRequestToken: "new-show" });
  // A repetition with the same token changes nothing.
  await dynamodb.transactWrite({ ...counting, ClientRequestToken: "new-show" });
  const { Responses } = await dynamodb.transactGet({
    TransactItems: [{ Get: { TableName, Key } }, { Get: { TableName, Key: { PK: "VENUE#venue-123", SK: "METADATA" } } }],
  });
  assert.deepEqual([Responses[0].Item.title, Responses[1].Item.showCount], ["New Show", 1]);
}

async function projections() {
  const { Items } = await dynamodb.query({
    TableName,
    IndexName: "GSI2",
    KeyConditionExpression: "GSI2PK = :pk",
    ExpressionAttributeValues: { ":pk": "FEATURED" },
  });
  assert.deepEqual(Object.keys(Items[0]).sort(), ["GSI2PK", "GSI2SK", "PK", "SK", "rating", "title"]);
  await refused(
    "ValidationException",
    "does not project",
    dynamodb.query({
      TableName,
      IndexName: "GSI2",
      KeyConditionExpression: "GSI2PK = :pk",
      ProjectionExpression: "description",
      ExpressionAttributeValues: { ":pk": "FEATURED" },
    }),
  );
}

async function compression() {
  const text = "All the world's a stage. ".repeat(400);
  const Key = { PK: "SHOW#long", SK: "METADATA" };
  const put = (fields) => dynamodb.put({ TableName, Item: { ...Key, ...fields }, ReturnConsumedCapacity: "TOTAL" });
  assert.equal((await put({ description: text })).ConsumedCapacity.CapacityUnits, 10);
  await dynamodb.delete({ TableName, Key });
  const compressed = await put({ description_compressed: gzipSync(Buffer.from(text)) });
  assert.equal(compressed.ConsumedCapacity.CapacityUnits, 1);
  const { Item } = await dynamodb.get({ TableName, Key });
  assert.equal(gunzipSync(Item.description_compressed).toString(), text);
}

async function whatAQueryCosts() {
  const request = { TableName, KeyConditionExpression: "PK = :pk", ReturnConsumedCapacity: "INDEXES" };
  const all = await dynamodb.query({ ...request, ExpressionAttributeValues: { ":pk": "SHOW#phantom-opera" } });
  assert.deepEqual(all.ConsumedCapacity, { TableName, CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } });
  // A filter shortens the answer but saves no units.
  const filtered = await dynamodb.query({
    ...request,
    FilterExpression: "stars = :five",
    ExpressionAttributeValues: { ":pk": "SHOW#phantom-opera", ":five": 5 },
  });
  assert.deepEqual([filtered.Count, filtered.ScannedCount, filtered.ConsumedCapacity.CapacityUnits], [1, all.Count, 0.5]);
  const index = await dynamodb.query({
    ...request,
    IndexName: "GSI2",
    KeyConditionExpression: "GSI2PK = :pk",
    ExpressionAttributeValues: { ":pk": "FEATURED" },
  });
  assert.deepEqual(index.ConsumedCapacity, {
    TableName,
    CapacityUnits: 0.5,
    Table: { CapacityUnits: 0 },
    GlobalSecondaryIndexes: { GSI2: { CapacityUnits: 0.5 } },
  });
}

async function provisionedCapacity() {
  await client.send(
    new CreateTableCommand({
      TableName: "Provisioned",
      BillingMode: "PROVISIONED",
      ProvisionedThroughput: { ReadCapacityUnits: 100, WriteCapacityUnits: 50 },
      KeySchema: keySchema("PK", "SK"),
      AttributeDefinitions: strings("PK", "SK"),
    }),
  );
  const { Table } = await client.send(new DescribeTableCommand({ TableName: "Provisioned" }));
  assert.deepEqual([Table.ProvisionedThroughput.ReadCapacityUnits, Table.ProvisionedThroughput.WriteCapacityUnits], [100, 50]);
}

async function movingFromManyTables() {
  // Backfill: walk the old table page by page, write each page in one batch, compare at the end.
  await client.send(
    new CreateTableCommand({
      TableName: "Shows",
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: strings("id"),
    }),
  );
  for (let i = 0; i < 60; i++) await dynamodb.put({ TableName: "Shows", Item: { id: `old-${i}`, title: `Title ${i}` } });
  let ExclusiveStartKey,
    pages = 0;
  do {
    const page = await dynamodb.scan({ TableName: "Shows", Limit: 25, ExclusiveStartKey });
    const puts = page.Items.map(({ id, title }) => ({ PutRequest: { Item: show(id, title, 0) } }));
    if (puts.length > 0) assert.deepEqual((await dynamodb.batchWrite({ RequestItems: { [TableName]: puts } })).UnprocessedItems, {});
    ExclusiveStartKey = page.LastEvaluatedKey;
    pages++;
  } while (ExclusiveStartKey);
  assert.equal(pages, 3);
  const { Items } = await dynamodb.scan({
    TableName,
    FilterExpression: "begins_with(PK, :old)",
    ExpressionAttributeValues: { ":old": "SHOW#old-" },
  });
  assert.deepEqual(Items.map((item) => item.title).sort(), Array.from({ length: 60 }, (_, i) => `Title ${i}`).sort());
}

const PARTS = [
  createCatalogue,
  writeInBatches,
  readInBatches,
  theSevenPatterns,
  aShowWithEverything,
  tenants,
  aSparseIndex,
  manyToMany,
  aTimeIsNoIdentity,
  optimisticLocking,
  countingShows,
  relatedWrites,
  projections,
  compression,
  whatAQueryCosts,
  provisionedCapacity,
  movingFromManyTables,
];
for (const part of PARTS) {
  await part();
  console.log(`${part.name}: ok`);
}
