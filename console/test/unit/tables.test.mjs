import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { EMPTY_DRAFT, draftOf, emptyIndex, textOf } = await load("shared/table_forms/draft.ts");
const { requestOf } = await load("shared/table_forms/draft_request.ts");
const { isComplete } = await load("shared/table_forms/problems.ts");
const { asCli } = await load("views/tables/as_cli.ts");
const { asCloudFormation } = await load("views/tables/as_cloudformation.ts");
const { asTerraform } = await load("views/tables/as_terraform.ts");
const { billingChange } = await load("shared/table_forms/billing_change.ts");
const { OPEN_SHARDS, ordersItems } = await load("views/tables/orders_example.ts");

const part = (name, type = "S") => ({ name, type });
const DRAFT = {
  ...EMPTY_DRAFT,
  name: "orders",
  billing: "PROVISIONED",
  stream: "NEW_IMAGE",
  ttl: "expires",
  tableClass: "STANDARD_INFREQUENT_ACCESS",
  isProtected: true,
  tags: [{ Key: "team", Value: "it's ${here}" }],
  indexes: [
    { ...emptyIndex("by-place"), hash: [part("country"), part("city")], range: [part("at", "N")] },
    { ...emptyIndex("local"), kind: "local", range: [part("at", "N")], projection: "INCLUDE", included: "a, b,a" },
  ],
};

test("a draft comes back from its address", () => {
  assert.deepEqual(draftOf(textOf(DRAFT)), DRAFT);
  assert.equal(textOf(EMPTY_DRAFT), "");
});

test("an address of noise gives an empty form", () => {
  for (const text of ["", "{", "null", "[1]", '{"hash":5}', '{"indexes":[null]}', '{"tags":[null]}', '{"billing":"x"}']) {
    assert.deepEqual(requestOf(draftOf(text)), requestOf(EMPTY_DRAFT));
  }
});

test("the form's request has every member", () => {
  assert.ok(isComplete(DRAFT));
  const request = requestOf(DRAFT);
  assert.deepEqual(request.KeySchema.map((key) => key.KeyType), ["HASH", "RANGE"]);
  assert.deepEqual(request.GlobalSecondaryIndexes[0].KeySchema, [
    { AttributeName: "country", KeyType: "HASH" },
    { AttributeName: "city", KeyType: "HASH" },
    { AttributeName: "at", KeyType: "RANGE" },
  ]);
  assert.deepEqual(request.LocalSecondaryIndexes[0].KeySchema[0], { AttributeName: "PK", KeyType: "HASH" });
  assert.deepEqual(request.LocalSecondaryIndexes[0].Projection.NonKeyAttributes, ["a", "b"]);
  assert.equal(request.LocalSecondaryIndexes[0].ProvisionedThroughput, undefined);
  assert.deepEqual(request.AttributeDefinitions.map((one) => one.AttributeName), ["PK", "SK", "country", "city", "at"]);
});

test("an incomplete draft cannot be sent", () => {
  const wrong = [
    { name: "ab" },
    { hash: part("") },
    { readUnits: "0" },
    { range: part("at", "S") }, // a number elsewhere
    { tags: [{ Key: "", Value: "" }] },
    { indexes: [{ ...DRAFT.indexes[1], included: " , " }] },
  ];
  for (const changes of wrong) assert.ok(!isComplete({ ...DRAFT, ...changes }), JSON.stringify(changes));
});

test("the CLI's command quotes what a shell would read", () => {
  const text = asCli(requestOf(DRAFT), DRAFT.ttl, "http://127.0.0.1:8000");
  assert.match(text, /^aws dynamodb create-table \\\n  --endpoint-url http:\/\/127\.0\.0\.1:8000 \\\n  --table-name orders/);
  assert.ok(text.includes(`it'\\''s \${here}`));
  assert.match(text, /update-time-to-live/);
  assert.match(text, /--deletion-protection-enabled \\\n/);
});

test("CloudFormation has the same request", () => {
  const text = asCloudFormation(requestOf(DRAFT), DRAFT.ttl);
  assert.match(text, /^Resources:\n  Table:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: orders\n/);
  assert.match(text, /AttributeDefinitions:\n        - AttributeName: PK\n          AttributeType: S\n/);
  assert.match(text, /TimeToLiveSpecification:\n        AttributeName: expires\n        Enabled: true/);
  assert.ok(!text.includes("StreamEnabled"));
  assert.match(asCloudFormation(requestOf({ ...EMPTY_DRAFT, name: "yes" }), ""), /TableName: "yes"/);
});

test("Terraform names several key attributes in blocks", () => {
  const text = asTerraform(requestOf(DRAFT), DRAFT.ttl);
  assert.match(text, /^resource "aws_dynamodb_table" "orders" \{\n  name /);
  assert.match(text, /key_schema \{\n      attribute_name = "country"\n      key_type       = "HASH"\n    \}/);
  assert.ok(text.includes('"team" = "it\'s $${here}"'));
  assert.match(asTerraform(requestOf({ ...EMPTY_DRAFT, name: "1.a" }), ""), /"table_1_a"/);
});

test("only changed units are sent", () => {
  const units = (read, write) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
  const typed = (read, write) => ({ readUnits: String(read), writeUnits: String(write) });
  const table = {
    BillingModeSummary: { BillingMode: "PROVISIONED" },
    ProvisionedThroughput: units(5, 5),
    GlobalSecondaryIndexes: [{ IndexName: "gsi", ProvisionedThroughput: units(5, 5) }],
  };
  const change = (own, index, billing = "PROVISIONED") =>
    billingChange(table, billing, own, new Map([["gsi", index]]));
  assert.equal(change(typed(5, 5), typed(5, 5)), undefined);
  assert.deepEqual(change(typed(6, 5), typed(5, 5)), { ProvisionedThroughput: units(6, 5) });
  assert.deepEqual(change(typed(5, 5), typed(5, 7)), {
    GlobalSecondaryIndexUpdates: [{ Update: { IndexName: "gsi", ProvisionedThroughput: units(5, 7) } }],
  });
  assert.deepEqual(change(typed(5, 5), typed(5, 5), "PAY_PER_REQUEST"), { BillingMode: "PAY_PER_REQUEST" });
});

test("the example's rows follow its model", () => {
  for (const [id, shard] of OPEN_SHARDS) {
    const digest = BigInt(`0x${createHash("md5").update(id).digest("hex")}`);
    assert.equal(Number(digest % 4n), shard, id);
  }
  const items = ordersItems();
  const keys = items.map((item) => `${item.get("PK").value} ${item.get("SK").value}`);
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(items.some((item) => item.has("GSI2PK")));
  const order = items.find((item) => item.get("SK").value.startsWith("ORDER#"));
  const id = order.get("orderId").value;
  assert.equal(order.get("SK").value, `ORDER#${order.get("orderDate").value}#${id}`);
});
