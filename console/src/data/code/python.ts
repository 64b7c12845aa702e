import { laidOut, type Piece } from "./layout";
import { brackets, literal, quoted, type Syntax } from "./literals";
import { type OperationRequest, spelled, type Target } from "./request";

const INDENT = 4;
const ARGUMENT = /^(?!None$|True$|False$)[A-Z][A-Za-z]*$/;

// Python has an escape of its own for characters beyond 16 bits.
function escape(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

const text = (value: string): string => quoted(value, escape);

const PYTHON: Syntax = {
  text,
  member: (name) => `${text(name)}: `,
  binary: (base64) => `base64.b64decode(${text(base64)})`,
  words: { true: "True", false: "False", null: "None" },
  pad: "",
  endsWithComma: true,
};

export function asPython({ operation, input }: OperationRequest, target: Target): string {
  const keys = ['    aws_access_key_id="any",', '    aws_secret_access_key="any",'];
  return [
    "import base64",
    "import json",
    "",
    "import boto3",
    "",
    ...(target.isSigned ? ["# boto3 finds credentials in the environment or in ~/.aws."] : []),
    "dynamodb = boto3.client(",
    '    "dynamodb",',
    `    endpoint_url=${text(target.endpoint)},`,
    `    region_name=${text(target.region)},`,
    ...(target.isSigned ? [] : keys),
    ")",
    `answer = ${laidOut(call(operation, input), { column: "answer = ".length, step: INDENT })}`,
    'del answer["ResponseMetadata"]',
    "print(json.dumps(answer, indent=2, default=lambda value: base64.b64encode(value).decode()))",
    "",
  ].join("\n");
}

function call(operation: string, input: object): Piece {
  const members = Object.entries(input);
  const open = `dynamodb.${spelled(operation, "_")}(`;
  const given = literal(input, PYTHON);
  if (typeof given === "string" || !members.every(([name]) => ARGUMENT.test(name))) {
    return brackets(open, ")", [{ name: "**", value: given }], PYTHON);
  }
  const parts = given.parts.map((part, at) => ({ ...part, name: `${members[at]?.[0] ?? ""}=` }));
  return brackets(open, ")", parts, PYTHON);
}
