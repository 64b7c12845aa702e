// A small application with dynamodb-toolbox: shops' customers and orders in one table, a global and a local index, pages, conditions,
// updates, batches.
//
//   node toolbox.mjs URL
import assert from "node:assert/strict";
import { ConditionalCheckFailedException, CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  $add,
  $append,
  $delete,
  $remove,
  $sum,
  BatchDeleteRequest,
  BatchGetCommand,
  BatchGetRequest,
  BatchPutRequest,
  BatchWriteCommand,
  DeleteItemCommand,
  Entity,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  Table,
  UpdateItemCommand,
  executeBatchGet,
  executeBatchWrite,
  item,
  list,
  map,
  number,
  set,
  string,
} from "dynamodb-toolbox";

const client = new DynamoDBClient({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  maxAttempts: 1,
});

const ShopTable = new Table({
  documentClient: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  name: "toolbox",
  partitionKey: { name: "pk", type: "string" },
  sortKey: { name: "sk", type: "string" },
  indexes: {
    byStatus: { type: "global", partitionKey: { name: "status", type: "string" }, sortKey: { name: "total", type: "number" } },
    byTotal: { type: "local", sortKey: { name: "total", type: "number" } },
  },
});

const Customer = new Entity({
  name: "Customer",
  table: ShopTable,
  timestamps: false,
  schema: item({
    email: string().key(),
    name: string(),
    visits: number().default(0),
    tags: set(string()).optional(),
    notes: list(string()).default([]),
    address: map({ city: string(), zip: string().optional() }).optional(),
  }),
  computeKey: ({ email }) => ({ pk: `CUSTOMER#${email}`, sk: "PROFILE" }),
});

const Order = new Entity({
  name: "Order",
  table: ShopTable,
  timestamps: false,
  schema: item({ email: string().key(), number: string().key(), status: string().enum("OPEN", "SHIPPED").optional(), total: number() }),
  computeKey: ({ email, number: id }) => ({ pk: `CUSTOMER#${email}`, sk: `ORDER#${id}` }),
});

const put = (entity, values, options = {}) => entity.build(PutItemCommand).item(values).options(options).send();
const get = async (entity, key, options = {}) => (await entity.build(GetItemCommand).key(key).options(options).send()).Item;
const update = async (entity, values, options = {}) =>
  (await entity.build(UpdateItemCommand).item(values).options(options).send()).Attributes;
const query = (entities, request, options = {}) =>
  ShopTable.build(QueryCommand)
    .entities(...entities)
    .query(request)
    .options(options)
    .send();
const id = (i) => String(i).padStart(3, "0");

async function create() {
  const key = (AttributeName, KeyType) => ({ AttributeName, KeyType });
  await client.send(
    new CreateTableCommand({
      TableName: "toolbox",
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [key("pk", "HASH"), key("sk", "RANGE")],
      AttributeDefinitions: [
        ["pk", "S"],
        ["sk", "S"],
        ["status", "S"],
        ["total", "N"],
      ].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      GlobalSecondaryIndexes: [
        { IndexName: "byStatus", KeySchema: [key("status", "HASH"), key("total", "RANGE")], Projection: { ProjectionType: "ALL" } },
      ],
      LocalSecondaryIndexes: [
        { IndexName: "byTotal", KeySchema: [key("pk", "HASH"), key("total", "RANGE")], Projection: { ProjectionType: "ALL" } },
      ],
    }),
  );
  await put(
    Customer,
    { email: "ann", name: "Ann", tags: new Set(["vip"]), address: { city: "Rome" } },
    { condition: { attr: "email", exists: false } },
  );
  for (let i = 0; i < 20; i++) await put(Order, { email: "ann", number: id(i), status: i % 2 ? "OPEN" : "SHIPPED", total: 100 - 5 * i });
}

async function single() {
  assert.deepEqual(await get(Customer, { email: "ann" }), {
    email: "ann",
    name: "Ann",
    visits: 0,
    tags: new Set(["vip"]),
    notes: [],
    address: { city: "Rome" },
  });
  assert.equal(await get(Customer, { email: "nobody" }), undefined);
  assert.deepEqual(await get(Customer, { email: "ann" }, { attributes: ["name", "address.city"], consistent: true }), {
    name: "Ann",
    address: { city: "Rome" },
  });
}

async function conditions() {
  const refused = (promise) => assert.rejects(promise, ConditionalCheckFailedException);
  await refused(put(Customer, { email: "ann", name: "Other" }, { condition: { attr: "email", exists: false } }));
  await refused(update(Customer, { email: "ann", visits: $add(1) }, { condition: { attr: "visits", gt: 100 } }));
  await refused(
    Order.build(DeleteItemCommand)
      .key({ email: "ann", number: "000" })
      .options({ condition: { or: [{ attr: "status", eq: "OPEN" }, { attr: "total", lt: 0 }, { not: { attr: "status", exists: true } }] } })
      .send(),
  );
}

async function updates() {
  const changed = await update(
    Customer,
    {
      email: "ann",
      visits: $add(2),
      tags: $add(new Set(["new"])),
      notes: $append(["called"]),
      address: { city: "Oslo", zip: "1" },
    },
    { condition: { attr: "name", beginsWith: "A" }, returnValues: "ALL_NEW" },
  );
  assert.deepEqual(changed, {
    email: "ann",
    name: "Ann",
    visits: 2,
    tags: new Set(["vip", "new"]),
    notes: ["called"],
    address: { city: "Oslo", zip: "1" },
  });
  const again = await update(
    Customer,
    { email: "ann", visits: $sum(40, 2), tags: $delete(new Set(["vip"])), address: { zip: $remove() } },
    { returnValues: "ALL_NEW" },
  );
  assert.deepEqual([again.visits, again.tags, again.address], [42, new Set(["new"]), { city: "Oslo" }]);
}

async function queries() {
  const both = await query([Customer, Order], { partition: "CUSTOMER#ann" });
  assert.deepEqual([both.Items.length, both.Items.filter((each) => "visits" in each).length], [21, 1]);
  const range = await query([Order], { partition: "CUSTOMER#ann", range: { between: ["ORDER#003", "ORDER#006"] } }, { reverse: true });
  assert.deepEqual(
    range.Items.map((order) => order.number),
    ["006", "005", "004", "003"],
  );
  const open = await query([Order], { index: "byStatus", partition: "OPEN", range: { gte: 50 } });
  assert.deepEqual(
    open.Items.map((order) => order.total),
    [55, 65, 75, 85, 95],
  );
  const cheap = await query(
    [Order],
    { index: "byTotal", partition: "CUSTOMER#ann", range: { lt: 30 } },
    { consistent: true, filters: { Order: { attr: "status", eq: "OPEN" } } },
  );
  assert.deepEqual(
    cheap.Items.map((order) => order.total),
    [5, 15, 25],
  );
  const count = await query([Order], { index: "byStatus", partition: "SHIPPED" }, { select: "COUNT" });
  assert.equal(count.Count, 10);
}

async function pages() {
  const seen = [];
  let exclusiveStartKey,
    count = 0;
  do {
    const page = await query([Order], { index: "byStatus", partition: "SHIPPED" }, { limit: 3, exclusiveStartKey });
    seen.push(...page.Items.map((order) => order.total));
    exclusiveStartKey = page.LastEvaluatedKey;
    count++;
  } while (exclusiveStartKey);
  assert.equal(count, 4);
  assert.deepEqual(seen, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  const all = await query([Order], { partition: "CUSTOMER#ann", range: { beginsWith: "ORDER#" } }, { limit: 4, maxPages: Infinity });
  assert.equal(all.Items.length, 20);
}

async function batches() {
  const puts = Array.from({ length: 5 }, (_, i) => Order.build(BatchPutRequest).item({ email: "bea", number: id(i), total: i }));
  const removed = Order.build(BatchDeleteRequest).key({ email: "ann", number: "019" });
  await executeBatchWrite(ShopTable.build(BatchWriteCommand).requests(...puts, removed));
  const { Responses } = await executeBatchGet(
    ShopTable.build(BatchGetCommand).requests(
      Order.build(BatchGetRequest).key({ email: "bea", number: "004" }),
      Order.build(BatchGetRequest).key({ email: "ann", number: "019" }),
      Customer.build(BatchGetRequest).key({ email: "ann" }),
    ),
  );
  assert.deepEqual(
    Responses[0].map((each) => each?.total ?? each?.name),
    [4, undefined, "Ann"],
  );
}

async function scans() {
  const { Items } = await ShopTable.build(ScanCommand)
    .entities(Order)
    .options({ maxPages: Infinity, filters: { Order: { attr: "email", eq: "bea" } } })
    .send();
  assert.equal(Items.length, 5);
  // An order without a status has no entry in the index.
  const indexed = await ShopTable.build(ScanCommand).entities(Order).options({ index: "byStatus" }).send();
  assert.equal(indexed.Items.length, 19);
  const parts = await Promise.all(
    [0, 1, 2, 3].map((segment) => ShopTable.build(ScanCommand).entities(Customer, Order).options({ segment, totalSegments: 4 }).send()),
  );
  assert.equal(parts.flatMap((part) => part.Items).length, 1 + 19 + 5);
}

for (const part of [create, single, conditions, updates, queries, pages, batches, scans]) {
  await part();
  console.log(`${part.name}: ok`);
}
