// CloudWatch's metrics through the AWS SDK for JavaScript, in each of the protocols that it has for the service.
//
//   node cloudwatch.mjs http://127.0.0.1:8000
import assert from "node:assert/strict";
import {
  CloudWatchClient,
  GetMetricDataCommand,
  GetMetricStatisticsCommand,
  ListMetricsCommand,
  PutMetricDataCommand,
} from "@aws-sdk/client-cloudwatch";
import { AwsJson1_0Protocol, AwsQueryProtocol, AwsSmithyRpcV2CborProtocol } from "@aws-sdk/core/protocols";
import { CreateTableCommand, DynamoDBClient, PutItemCommand, waitUntilTableExists } from "@aws-sdk/client-dynamodb";

const endpoint = process.argv[2];
const settings = { endpoint, region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" }, maxAttempts: 1 };
const database = new DynamoDBClient(settings);

async function turnClock(turn) {
  const answer = await fetch(`${endpoint}/_stator/clock`, { method: "POST", body: JSON.stringify(turn) });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return new Date(JSON.parse(text).time);
}

const MINUTE = 60_000;
const now = await turnClock({ frozen: true });
const begin = new Date(Math.ceil(now.getTime() / MINUTE + 1) * MINUTE);
const end = new Date(begin.getTime() + MINUTE);
await turnClock({ set: new Date(begin.getTime() + MINUTE / 2).toISOString().replace(/\.\d+Z/, "Z") });

const TableName = "Orders";
await database.send(new CreateTableCommand({
  TableName, BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
}));
await waitUntilTableExists({ client: database, maxWaitTime: 60, minDelay: 0.01 }, { TableName });
for (const pk of ["a", "b", "c"]) await database.send(new PutItemCommand({ TableName, Item: { pk: { S: pk } } }));

const Dimensions = [{ Name: "TableName", Value: TableName }];
const Namespace = "AWS/DynamoDB";
const consumed = { Namespace, MetricName: "ConsumedWriteCapacityUnits", Dimensions };

// Tests one protocol. Its own metrics go into a namespace of the protocol's name.
async function check(name, protocol) {
  const types = new Set();
  const cloudwatch = new CloudWatchClient({ ...settings, protocol });
  cloudwatch.middlewareStack.add((next) => async (step) => {
    types.add(step.request.headers["content-type"]);
    return next(step);
  }, { step: "finalizeRequest", priority: "low" });
  const listed = await cloudwatch.send(new ListMetricsCommand({ Namespace, Dimensions }));
  const names = listed.Metrics.map((metric) => metric.MetricName);
  assert.ok(names.includes("ConsumedWriteCapacityUnits"), names.join());

  const statistics = await cloudwatch.send(new GetMetricStatisticsCommand({
    ...consumed, StartTime: begin, EndTime: end, Period: 60, Statistics: ["Sum", "SampleCount"],
  }));
  assert.deepEqual(statistics.Datapoints, [{ Timestamp: begin, Sum: 3, SampleCount: 3, Unit: "Count" }]);

  const data = await cloudwatch.send(new GetMetricDataCommand({
    StartTime: begin, EndTime: end,
    MetricDataQueries: [
      { Id: "units", MetricStat: { Metric: consumed, Period: 60, Stat: "Sum" } },
      { Id: "half", Expression: "units / 2" },
    ],
  }));
  assert.deepEqual(data.MetricDataResults.map(({ Id, Values, Timestamps }) => [Id, Values, Timestamps]),
    [["units", [3], [begin]], ["half", [1.5], [begin]]]);

  await cloudwatch.send(new PutMetricDataCommand({
    Namespace: name, MetricData: [{ MetricName: "Jobs", Value: 2.5, Unit: "Count", Timestamp: begin }],
  }));
  const own = await cloudwatch.send(new GetMetricStatisticsCommand({
    Namespace: name, MetricName: "Jobs", StartTime: begin, EndTime: end, Period: 60, Statistics: ["Average"],
  }));
  assert.equal(own.Datapoints[0].Average, 2.5);

  // Errors have the names of the older protocol.
  await assert.rejects(
    cloudwatch.send(new GetMetricStatisticsCommand({ ...consumed, StartTime: end, EndTime: begin, Period: 60, Statistics: ["Sum"] })),
    (error) => /InvalidParameterValue/.test(error.name) && error.$metadata.httpStatusCode === 400);
  return [...types];
}

assert.deepEqual(await check("json", AwsJson1_0Protocol), ["application/x-amz-json-1.0"]);
assert.deepEqual(await check("cbor", AwsSmithyRpcV2CborProtocol), ["application/cbor"]);
assert.deepEqual(await check("query", AwsQueryProtocol), ["application/x-www-form-urlencoded"]);
console.log("ok");
