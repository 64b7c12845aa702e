import type { AdviceLine } from "../requests/advice";
import type { KeptRequest } from "./kept";
import { type BuiltRequest, type Input, operationOf } from "./operations";

// A request of the shape that an advice judges. The server remembers shapes without values, so a
// request of the history with the same shape comes first. Else placeholders keep their names.
export function advisedRequest(line: AdviceLine, history: readonly KeptRequest[]): BuiltRequest | undefined {
  const operation = operationOf(line.operation);
  if (operation === undefined) return undefined;
  return history.find((one) => isOfShape(line, one)) ?? { operation, input: inputOf(line) };
}

export function isOfShape(line: AdviceLine, { operation, input }: BuiltRequest): boolean {
  const same = (text: string | undefined, member: string) => (text ?? "") === (input[member] ?? "");
  return (
    line.operation === operation &&
    line.table === input["TableName"] &&
    same(line.index, "IndexName") &&
    same(line.keyCondition, "KeyConditionExpression") &&
    same(line.filter, "FilterExpression") &&
    same(line.projection, "ProjectionExpression")
  );
}

function inputOf({ operation, table, index, keyCondition, filter, projection }: AdviceLine): Input {
  const expressions = [keyCondition, filter, projection].join(" ");
  const names = unique(expressions, /#\w+/g).map((name) => [name, name.slice(1)] as const);
  const values = unique(expressions, /:\w+/g).map((name) => [name, { S: "" }] as const);
  return {
    TableName: table,
    ...(index !== undefined && { IndexName: index }),
    ...(operation === "GetItem" && { Key: {} }),
    ...(keyCondition !== undefined && { KeyConditionExpression: keyCondition }),
    ...(filter !== undefined && { FilterExpression: filter }),
    ...(projection !== undefined && { ProjectionExpression: projection }),
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}

const unique = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])];
