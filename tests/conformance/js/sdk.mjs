// Tests the AWS SDK for JavaScript, v3: the client, and the document client on top of it. It also
// sends parameters that Debian's boto3 and AWS CLI are too old for:
// ReturnValuesOnConditionCheckFailure, deletion protection, warm and on-demand throughput,
// multi-attribute index keys, an ARN as TableName.
//
//   node sdk.mjs http://127.0.0.1:8000
import assert from "node:assert/strict";
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateItemCommand,
  UpdateTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  maxAttempts: 1,
});
const wait = { client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 };

// The SDK's errors are classes; a wrong __type would make them plain errors.
async function refused(type, promise) {
  const error = await promise.then(() => assert.fail(`expected ${type.name ?? type}`), (reason) => reason);
  if (typeof type === "string") assert.equal(error.name, type, error.stack);
  else assert.ok(error instanceof type, error.stack);
  assert.match(error.$metadata.requestId, /^[0-9A-Z]{52}$/);
  return error;
}

async function theClient() {
  const TableName = "JsClient";
  const Key = { pk: { S: "a" }, sk: { N: "1" } };
  const created = await client.send(new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }, { AttributeName: "sk", AttributeType: "N" }],
    BillingMode: "PAY_PER_REQUEST",
  }));
  assert.ok(created.TableDescription.CreationDateTime instanceof Date);
  await waitUntilTableExists(wait, { TableName });
  await refused(ResourceInUseException, client.send(new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  })));
  assert.deepEqual((await client.send(new ListTablesCommand({}))).TableNames, [TableName]);

  const bytes = new Uint8Array([0, 255, 10]);
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, bytes: { B: bytes }, tags: { SS: ["x"] } } }));
  const read = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true, ReturnConsumedCapacity: "TOTAL" }));
  assert.deepEqual(read.Item.bytes.B, bytes);
  assert.equal(read.ConsumedCapacity.CapacityUnits, 1);

  const updated = await client.send(new UpdateItemCommand({
    TableName, Key, UpdateExpression: "ADD #c :one", ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#c": "count" }, ExpressionAttributeValues: { ":one": { N: "1" } }, ReturnValues: "UPDATED_NEW",
  }));
  assert.deepEqual(updated.Attributes, { count: { N: "1" } });

  const failed = await refused(ConditionalCheckFailedException, client.send(new PutItemCommand({
    TableName, Item: Key, ConditionExpression: "attribute_not_exists(pk)", ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  })));
  assert.equal(failed.message, "The conditional request failed");
  assert.deepEqual(failed.Item.count, { N: "1" });

  await refused("ValidationException", client.send(new GetItemCommand({ TableName, Key: { pk: { S: "a" } } })));
  const gone = await client.send(new DeleteItemCommand({ TableName, Key, ReturnValues: "ALL_OLD" }));
  assert.deepEqual(gone.Attributes.tags, { SS: ["x"] });
  assert.equal((await client.send(new GetItemCommand({ TableName, Key }))).Item, undefined);

  await client.send(new DeleteTableCommand({ TableName }));
  await waitUntilTableNotExists(wait, { TableName });
  await refused(ResourceNotFoundException, client.send(new GetItemCommand({ TableName, Key })));
}

async function theDocumentClient() {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const TableName = "JsDocuments";
  await client.send(new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  }));
  await waitUntilTableExists(wait, { TableName });

  const Item = { id: "1", name: "Ann", age: 41, score: 1.5, ok: true, none: null, list: [1, "two", { three: 3 }], map: { deep: { er: [] } }, set: new Set(["a", "b"]) };
  await documents.send(new PutCommand({ TableName, Item }));
  assert.deepEqual((await documents.send(new GetCommand({ TableName, Key: { id: "1" } }))).Item, Item);

  const updated = await documents.send(new UpdateCommand({
    TableName, Key: { id: "1" }, UpdateExpression: "SET age = age + :one, #list[0] = :x REMOVE #map.deep", ConditionExpression: "age = :age",
    ExpressionAttributeNames: { "#list": "list", "#map": "map" }, ExpressionAttributeValues: { ":one": 1, ":age": 41, ":x": "first" }, ReturnValues: "ALL_NEW",
  }));
  assert.equal(updated.Attributes.age, 42);
  assert.deepEqual(updated.Attributes.list, ["first", "two", { three: 3 }]);
  assert.deepEqual(updated.Attributes.map, {});
  await refused(ConditionalCheckFailedException, documents.send(new DeleteCommand({
    TableName, Key: { id: "1" }, ConditionExpression: "age = :age", ExpressionAttributeValues: { ":age": 41 },
  })));
  await documents.send(new DeleteCommand({ TableName, Key: { id: "1" } }));
  await client.send(new DeleteTableCommand({ TableName }));
}

async function newerParameters() {
  const TableName = "JsNewer";
  const { TableDescription: created } = await client.send(new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    AttributeDefinitions: ["pk", "tenant", "region", "day", "hour"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    BillingMode: "PAY_PER_REQUEST",
    DeletionProtectionEnabled: true,
    OnDemandThroughput: { MaxReadRequestUnits: 100, MaxWriteRequestUnits: 50 },
    WarmThroughput: { ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 5000 },
    GlobalSecondaryIndexes: [{
      IndexName: "wide",
      KeySchema: [
        { AttributeName: "tenant", KeyType: "HASH" }, { AttributeName: "region", KeyType: "HASH" },
        { AttributeName: "day", KeyType: "RANGE" }, { AttributeName: "hour", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    }],
  }));
  await waitUntilTableExists(wait, { TableName });
  const byArn = created.TableArn;
  const { Table } = await client.send(new DescribeTableCommand({ TableName: byArn }));
  assert.equal(Table.DeletionProtectionEnabled, true);
  assert.deepEqual(Table.OnDemandThroughput, { MaxReadRequestUnits: 100, MaxWriteRequestUnits: 50 });
  assert.equal(Table.WarmThroughput.ReadUnitsPerSecond, 13000);
  assert.equal(Table.GlobalSecondaryIndexes[0].KeySchema.length, 4);

  const Item = { pk: { S: "1" }, tenant: { S: "t" }, region: { S: "r" }, day: { S: "d" }, hour: { S: "h" } };
  const put = await client.send(new PutItemCommand({ TableName: byArn, Item, ReturnConsumedCapacity: "INDEXES" }));
  assert.equal(put.ConsumedCapacity.TableName, byArn);
  assert.equal(put.ConsumedCapacity.GlobalSecondaryIndexes.wide.CapacityUnits, 1);

  await refused("ValidationException", client.send(new DeleteTableCommand({ TableName })));
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  await client.send(new DeleteTableCommand({ TableName: byArn }));
}

for (const part of [theClient, theDocumentClient, newerParameters]) {
  await part();
  console.log(`${part.name}: ok`);
}
