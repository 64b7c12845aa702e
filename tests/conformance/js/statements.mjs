// PartiQL through the AWS SDK for JavaScript, with the client and with the document client.
//
//   node statements.mjs http://127.0.0.1:8000
import assert from "node:assert/strict";
import {
  BatchExecuteStatementCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DuplicateItemException,
  DynamoDBClient,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  TransactionCanceledException,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ExecuteStatementCommand as DocumentStatement } from "@aws-sdk/lib-dynamodb";

const endpoint = process.argv[2];
const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" } });
const documents = DynamoDBDocumentClient.from(client);
const TableName = "Statements";

const run = (Statement, ...Parameters) =>
  client.send(new ExecuteStatementCommand({ Statement, ...(Parameters.length > 0 && { Parameters }) }));

await client.send(new CreateTableCommand({
  TableName,
  BillingMode: "PAY_PER_REQUEST",
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }, { AttributeName: "sk", AttributeType: "N" }],
}));
await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 }, { TableName });

for (let number = 0; number < 12; number++) {
  await run(`INSERT INTO ${TableName} VALUE {'pk': 'a', 'sk': ?, 'tags': <<'x', 'y'>>}`, { N: String(number) });
}
await assert.rejects(run(`INSERT INTO ${TableName} VALUE {'pk': 'a', 'sk': 1}`), DuplicateItemException);

// Pages of a document client follow NextToken.
const found = [];
let NextToken;
let pages = 0;
do {
  const Statement = `SELECT sk FROM ${TableName} WHERE pk = ? AND sk >= ?`;
  const answer = await documents.send(new DocumentStatement({ Statement, Parameters: ["a", 2], Limit: 4, NextToken }));
  found.push(...answer.Items.map((item) => item.sk));
  NextToken = answer.NextToken;
  pages++;
} while (NextToken);
assert.deepEqual(found, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
assert.equal(pages, 3);

const updated = await run(`UPDATE ${TableName} SET tags = set_add(tags, <<'z'>>) WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW *`);
assert.deepEqual(updated.Items[0].tags.SS.sort(), ["x", "y", "z"]);

const { Responses } = await client.send(new BatchExecuteStatementCommand({
  Statements: [
    { Statement: `DELETE FROM ${TableName} WHERE pk = 'a' AND sk = 1` },
    { Statement: `UPDATE ${TableName} SET n = 1 WHERE pk = 'none' AND sk = 1` },
  ],
}));
assert.deepEqual(Responses.map((slot) => slot.Error?.Code), [undefined, "ConditionalCheckFailed"]);

await assert.rejects(
  client.send(new ExecuteTransactionCommand({
    TransactStatements: [
      { Statement: `EXISTS(SELECT * FROM ${TableName} WHERE pk = 'a' AND sk = 2 AND n IS NOT MISSING)` },
      { Statement: `DELETE FROM ${TableName} WHERE pk = 'a' AND sk = 3` },
    ],
  })),
  (error) => error instanceof TransactionCanceledException && error.CancellationReasons[0].Code === "ConditionalCheckFailed",
);
const kept = await run(`SELECT sk FROM ${TableName} WHERE pk = 'a' AND sk = 3`);
assert.equal(kept.Items.length, 1);

await client.send(new DeleteTableCommand({ TableName }));
