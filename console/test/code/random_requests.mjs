// Random requests on items of one table, in an order in which most of them succeed.
import { randomSource } from "../support/random_values.mjs";

export const TABLE = {
  TableName: "things",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "B" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
};

const PARTITIONS = ["it's", 'say "hi" $HOME `id` \\ !x', "\u0000\u202e\n😀 ключ", "-plain"];
const SETS = ["SS", "NS", "BS"];

export function randomRequests(toWire, count, seed) {
  const source = randomSource(seed);
  let state = seed >>> 0;
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const pick = (from) => from[below(from.length)];

  // DynamoDB takes names that are not empty, and sets of different members.
  const cleaned = (wire) => {
    const [type, value] = Object.entries(wire)[0];
    if (SETS.includes(type)) return { [type]: [...new Set(value)] };
    if (type === "L") return { L: value.map(cleaned) };
    return type === "M" ? { M: members(value) } : wire;
  };
  const members = (wire) => {
    const made = Object.create(null);
    for (const [name, value] of Object.entries(wire)) made[name === "" ? "x" : name] = cleaned(value);
    return { ...made };
  };
  const value = () => cleaned(toWire(source.value(3)));
  const map = () => members(Object.fromEntries([...source.item()].map(([name, one]) => [name, toWire(one)])));
  const key = () => ({ pk: { S: pick(PARTITIONS) }, sk: { B: pick(["AA==", "AAE=", "/w=="]) } });
  const item = () => ({ ...map(), ...key() });
  const several = (make) => {
    const made = Array.from({ length: 1 + below(3) }, make);
    const keyOf = (one) => JSON.stringify([one.pk ?? one, one.sk]);
    return made.filter((one, at) => made.findIndex((other) => keyOf(other) === keyOf(one)) === at);
  };
  const TableName = "things";
  const names = { "#a": "a thing", "#b": "size" };
  const makers = [
    () => ["PutItem", { TableName, Item: item(), ReturnValues: "ALL_OLD", ReturnConsumedCapacity: "INDEXES" }],
    () => ["GetItem", { TableName, Key: key(), ConsistentRead: true }],
    () => [
      "UpdateItem",
      {
        TableName,
        Key: key(),
        UpdateExpression: "SET #a = :a, #b = :b",
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ":a": value(), ":b": value() },
        ReturnValues: "UPDATED_NEW",
      },
    ],
    () => ["DeleteItem", { TableName, Key: key(), ReturnValues: "ALL_OLD", ReturnItemCollectionMetrics: "SIZE" }],
    () => [
      "Query",
      {
        TableName,
        KeyConditionExpression: "pk = :pk AND sk >= :sk",
        ExpressionAttributeValues: { ":pk": key().pk, ":sk": key().sk },
        Limit: 1 + below(3),
        ScanIndexForward: below(2) === 0,
      },
    ],
    () => ["Scan", { TableName, FilterExpression: "attribute_exists(#a)", ExpressionAttributeNames: { "#a": "a thing" } }],
    () => ["Scan", { TableName, Limit: 2, Segment: 0, TotalSegments: 2, Select: "ALL_ATTRIBUTES" }],
    () => ["BatchGetItem", { RequestItems: { things: { Keys: several(key), ConsistentRead: true } } }],
    () => [
      "BatchWriteItem",
      { RequestItems: { things: several(item).map((Item) => ({ PutRequest: { Item } })) } },
    ],
    () => ["TransactGetItems", { TransactItems: several(key).map((Key) => ({ Get: { TableName, Key } })) }],
    () => [
      "TransactWriteItems",
      {
        TransactItems: several(item).map((Item, at) =>
          at === 0 ? { Put: { TableName, Item } } : { ConditionCheck: { TableName, Key: { pk: Item.pk, sk: Item.sk }, ConditionExpression: "attribute_exists(pk)" } },
        ),
      },
    ],
    () => ["GetItem", { TableName, Key: key(), AttributesToGet: ["pk", "a thing"] }], // a parameter of before 2014
  ];
  return Array.from({ length: count }, (_, at) => {
    const [operation, input] = makers[at % makers.length]();
    return { operation, input };
  });
}
