// Reads a stream with the SDK's client for DynamoDB Streams, parents before their children, during
// writes and splits of partitions. It must see every change of every item exactly once, and an
// item's changes in order.
//
//   node streams.mjs http://127.0.0.1:8000
import assert from "node:assert/strict";
import { CreateTableCommand, DynamoDBClient, PutItemCommand, UpdateItemCommand, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand, DynamoDBStreamsClient, ExpiredIteratorException, GetRecordsCommand, GetShardIteratorCommand,
  ListStreamsCommand, ResourceNotFoundException, TrimmedDataAccessException,
} from "@aws-sdk/client-dynamodb-streams";

const endpoint = process.argv[2];
const options = { endpoint, region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" }, maxAttempts: 1 };
const tables = new DynamoDBClient(options);
const streams = new DynamoDBStreamsClient(options);

const TableName = "Watched";
const WRITERS = 4;
const KEYS_PER_WRITER = 25;
const ROUNDS = 12;
const SPLITS = 6;
const FIRST_SHARDS = 4;  // of a new on-demand table

async function administer(path, body = {}) {
  const answer = await fetch(`${endpoint}/_stator/${path}`, { method: "POST", body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
}

// Each key counts 1, 2, 3, …
async function write(writer) {
  for (let round = 0; round < ROUNDS; ++round) {
    for (let key = 0; key < KEYS_PER_WRITER; ++key) {
      await tables.send(new UpdateItemCommand({
        TableName, Key: { pk: { S: `${writer}-${key}` } }, UpdateExpression: "ADD v :one", ExpressionAttributeValues: { ":one": { N: "1" } },
      }));
    }
    if (writer === 0 && round % 2 === 0) await administer(`tables/${TableName}/split`);
  }
}

async function shardsOf(StreamArn) {
  const shards = [];
  let ExclusiveStartShardId;
  do {
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId, Limit: 3 }));
    shards.push(...StreamDescription.Shards);
    ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return shards;
}

const readable = ({ ShardIterator }) => ({ ShardIterator });

class Consumer {
  constructor(StreamArn) {
    this.StreamArn = StreamArn;
    this.iterators = new Map();  // shard id -> next iterator; undefined: at its end
    this.seen = new Map(); // key -> its last value
    this.records = 0;
    this.events = new Set();
  }

  take(record) {
    const key = record.dynamodb.Keys.pk.S;
    const before = this.seen.get(key) ?? 0;
    assert.equal(Number(record.dynamodb.NewImage.v.N), before + 1, `${key} after ${before}`);
    assert.equal(record.eventName, before === 0 ? "INSERT" : "MODIFY");
    assert.equal(record.dynamodb.OldImage?.v.N, before === 0 ? undefined : String(before));
    assert.ok(record.dynamodb.ApproximateCreationDateTime instanceof Date);
    assert.ok(!this.events.has(record.eventID));
    this.events.add(record.eventID);
    this.seen.set(key, before + 1);
    ++this.records;
  }

  // Reads once from each shard that may be read.
  async round() {
    const shards = await shardsOf(this.StreamArn);
    const known = new Set(shards.map((shard) => shard.ShardId));
    for (const { ShardId, ParentShardId } of shards) {
      const orphan = !ParentShardId || !known.has(ParentShardId);
      const parentEnded = this.iterators.has(ParentShardId) && this.iterators.get(ParentShardId) === undefined;
      if (!orphan && !parentEnded) continue;
      if (!this.iterators.has(ShardId)) {
        const start = await streams.send(new GetShardIteratorCommand({ StreamArn: this.StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" }));
        this.iterators.set(ShardId, start.ShardIterator);
      }
      await this.read(ShardId);
    }
    return shards;
  }

  async read(ShardId) {
    while (this.iterators.get(ShardId) !== undefined) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator: this.iterators.get(ShardId), Limit: 20 }));
      page.Records.forEach((record) => this.take(record));
      this.iterators.set(ShardId, page.NextShardIterator);
      if (page.Records.length === 0) return;
    }
  }
}

const { TableDescription } = await tables.send(new CreateTableCommand({
  TableName, BillingMode: "PAY_PER_REQUEST",
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
}));
const StreamArn = TableDescription.LatestStreamArn;
const listed = await streams.send(new ListStreamsCommand({ TableName }));
assert.deepEqual(listed.Streams.map((stream) => stream.StreamArn), [StreamArn]);

const consumer = new Consumer(StreamArn);
let writing = true;
const writers = Promise.all([...Array(WRITERS).keys()].map(write)).then(() => { writing = false; });
while (writing) await consumer.round();
await writers;
// Disable the stream, so that every shard has an end.
await tables.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
let shards = await consumer.round();
while (shards.some((shard) => !consumer.iterators.has(shard.ShardId) || consumer.iterators.get(shard.ShardId) !== undefined)) {
  shards = await consumer.round();
}

assert.equal(consumer.records, WRITERS * KEYS_PER_WRITER * ROUNDS);
for (const last of consumer.seen.values()) assert.equal(last, ROUNDS);
assert.equal(shards.length, FIRST_SHARDS + 2 * SPLITS);
for (const shard of shards) assert.ok(shard.SequenceNumberRange.EndingSequenceNumber, "all are closed");

// The client knows the exceptions by name. The test turns the clock to provoke them.
const refused = (type, promise) => assert.rejects(promise, (error) => error instanceof type);
await refused(ResourceNotFoundException, streams.send(new DescribeStreamCommand({ StreamArn: StreamArn.slice(0, -1) + "x" })));
const late = await tables.send(new CreateTableCommand({
  TableName: "Late", BillingMode: "PAY_PER_REQUEST",
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" },
}));
await tables.send(new PutItemCommand({ TableName: "Late", Item: { pk: { S: "a" } } }));
const start = (ShardId, SequenceNumber) => streams.send(new GetShardIteratorCommand({
  StreamArn: late.TableDescription.LatestStreamArn, ShardId, ShardIteratorType: "AT_SEQUENCE_NUMBER", SequenceNumber,
}));
// One of the shards has the only item.
const holding = [];
for (const { ShardId, SequenceNumberRange } of await shardsOf(late.TableDescription.LatestStreamArn)) {
  const at = () => start(ShardId, SequenceNumberRange.StartingSequenceNumber);
  if ((await streams.send(new GetRecordsCommand(readable(await at())))).Records.length > 0) holding.push(at);
}
assert.equal(holding.length, 1);
const [iterator] = holding;
const old = await iterator();
await administer("clock", { advance: "16m" });
await refused(ExpiredIteratorException, streams.send(new GetRecordsCommand(readable(old))));
await administer("clock", { advance: "23h35m" });
const edge = await iterator();
assert.equal((await streams.send(new GetRecordsCommand(readable(edge)))).Records.length, 1);
await administer("clock", { advance: "10m" });
await refused(TrimmedDataAccessException, streams.send(new GetRecordsCommand(readable(edge))));
console.log(`${consumer.records} records through ${shards.length} shards`);
