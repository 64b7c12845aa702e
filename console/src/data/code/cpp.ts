import { NotDynamoDbJson } from "../values/dynamodb_json";
import { cppText } from "./cpp_literals";
import { cppRequest, NotInLibstator } from "./cpp_requests";
import { laidOut, type Piece } from "./layout";
import { brackets, JSON_SYNTAX, literal } from "./literals";
import type { OperationRequest, Target } from "./request";

const INDENT = 6;

// How the program shows the answer of each operation.
const SHOWN: { readonly [operation: string]: string } = {
  GetItem: '(answer->item ? "found" : "no such item")',
  PutItem: '"written"',
  UpdateItem: '"written"',
  DeleteItem: '"deleted"',
  Query: 'answer->count << " items"',
  Scan: 'answer->count << " items"',
  BatchGetItem: 'answer->items.size() << " tables, " << answer->unprocessed.size() << " to ask again"',
  BatchWriteItem: 'answer->unprocessed.size() << " tables to send again"',
  TransactGetItems: 'answer->items.size() << " answers"',
  TransactWriteItems: '"committed"',
};

export function asCpp({ operation, input }: OperationRequest, target: Target): string {
  const { call, shown } = callOf(operation, input);
  return [
    "// Link with libstator. It needs C++23.",
    ...(target.isSigned ? ["#include <cstdlib>"] : []),
    "#include <iostream>",
    "#include <string>",
    "",
    '#include "client/stator.h"',
    "",
    "using namespace stator::client;",
    "",
    ...(target.isSigned ? ENVIRONMENT : []),
    "int main() {",
    `  auto database = Connection::Connect(${laidOut(options(target), { indent: 2, column: "  auto database = Connection::Connect();".length })});`,
    ...ending("database"),
    "  const auto answer =",
    `      database->${call};`,
    ...ending("answer"),
    `  std::cout << ${shown} << "\\n";`,
    "}",
    "",
  ].join("\n");
}

const ENVIRONMENT = [
  "static std::string Environment(const char* name) {",
  "  const char* value = std::getenv(name);",
  '  return value == nullptr ? "" : value;',
  "}",
  "",
];

function options({ endpoint, region, isSigned }: Target): Piece {
  const parts: [string, Piece][] = [
    [".endpoint = ", cppText(endpoint)],
    [".region = ", cppText(region)],
  ];
  if (isSigned) {
    parts.push([".access_key = ", 'Environment("AWS_ACCESS_KEY_ID")']);
    parts.push([".secret_key = ", 'Environment("AWS_SECRET_ACCESS_KEY")']);
    parts.push([".session_token = ", 'Environment("AWS_SESSION_TOKEN")']);
  }
  return brackets("{", "}", parts.map(([name, value]) => ({ name, value })), { endsWithComma: false });
}

const ending = (subject: string): string[] => [
  `  if (!${subject}) {`,
  `    std::cerr << ${subject}.error().code << ": " << ${subject}.error().message << "\\n";`,
  "    return 1;",
  "  }",
];

// A request with parameters of before 2014 has no struct, and goes as JSON.
function callOf(operation: string, input: object): { readonly call: string; readonly shown: string } {
  try {
    const column = INDENT + `database->${operation}();`.length;
    const request = laidOut(cppRequest(operation, input), { indent: INDENT, column });
    return { call: `${operation}(${request})`, shown: SHOWN[operation] ?? '"done"' };
  } catch (error) {
    if (!(error instanceof NotInLibstator || error instanceof NotDynamoDbJson)) throw error;
    const json = laidOut(literal(input, JSON_SYNTAX));
    return { call: `Call("${operation}", ${cppText(json)})`, shown: "*answer" };
  }
}
