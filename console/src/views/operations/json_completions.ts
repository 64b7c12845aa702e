import type { CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";

import type { Operation } from "../../data/operations/operations";
import type { TableDescription } from "../../data/requests/table_shapes";
import { indexesOf } from "../../data/operations/key_attributes";
import type { Completions } from "./completions";
import { rawText } from "../../data/expressions/raw_values";

const EXPRESSION = ["ExpressionAttributeNames", "ExpressionAttributeValues"];
const READ = ["ProjectionExpression", "ConsistentRead", ...EXPRESSION];
const PAGED = ["IndexName", "FilterExpression", "Limit", "ExclusiveStartKey", "Select", ...READ];
const WRITE = ["ConditionExpression", "ReturnValues", "ReturnValuesOnConditionCheckFailure", "ReturnItemCollectionMetrics", ...EXPRESSION];
const COMMON = ["TableName", "ReturnConsumedCapacity"];

const PARAMETERS: { readonly [operation in Operation]: readonly string[] } = {
  GetItem: ["Key", ...READ],
  Query: ["KeyConditionExpression", "ScanIndexForward", ...PAGED],
  Scan: ["Segment", "TotalSegments", ...PAGED],
  PutItem: ["Item", ...WRITE],
  UpdateItem: ["Key", "UpdateExpression", ...WRITE],
  DeleteItem: ["Key", ...WRITE],
  BatchGetItem: ["RequestItems", "Keys", ...READ],
  BatchWriteItem: ["RequestItems", "PutRequest", "DeleteRequest", "Item", "Key"],
  TransactGetItems: ["TransactItems", "Get", "Key", ...READ],
  TransactWriteItems: ["TransactItems", "Put", "Update", "Delete", "ConditionCheck", "Item", "Key", "UpdateExpression", "ClientRequestToken", ...WRITE],
};

// Completes texts of the JSON: parameters of the operation, tables, indexes, attributes and values.
export function jsonCompletions(operation: Operation, tables: readonly TableDescription[], { names, values }: Completions): CompletionSource {
  const options = [
    ...[...COMMON, ...PARAMETERS[operation]].map((label) => ({ label, type: "keyword", detail: "parameter" })),
    ...tables.map(({ TableName: label }) => ({ label, type: "class", detail: "table" })),
    ...tables.flatMap(indexesOf).map(({ IndexName: label }) => ({ label, type: "class", detail: "index" })),
    ...names.map((label) => ({ label, type: "property", detail: "attribute" })),
    ...[...values].flatMap(([detail, seen]) => seen.map((value) => ({ label: rawText(value), type: "text", detail }))),
  ];
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.matchBefore(/"[^"\\\n]*/);
    if (text === null) return null;
    // An applied completion goes between the quotes, so it is escaped as JSON.
    const escaped = options.map((option) => ({ ...option, apply: JSON.stringify(option.label).slice(1, -1) }));
    return { from: text.from + 1, options: escaped, validFor: /^[^"\\\n]*$/ };
  };
}
