import { laidOut } from "./layout";
import { literal, quoted, type Syntax } from "./literals";
import type { OperationRequest, Target } from "./request";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const PROTOTYPE = "__proto__";

// A plain member called __proto__ would set the object's prototype.
function member(name: string): string {
  if (name === PROTOTYPE) return `["${PROTOTYPE}"]: `;
  return IDENTIFIER.test(name) ? `${name}: ` : `${quoted(name)}: `;
}

const TYPESCRIPT: Syntax = {
  text: (text) => quoted(text),
  member,
  binary: (base64) => `Buffer.from(${quoted(base64)}, "base64")`,
  words: { true: "true", false: "false", null: "null" },
  pad: " ",
  endsWithComma: true,
};

export function asTypeScript({ operation, input }: OperationRequest, target: Target): string {
  const command = `${operation}Command`;
  const request = literal(input, TYPESCRIPT);
  const written = laidOut(request, { indent: 2, column: `  new ${command}(),`.length });
  return [
    `import { DynamoDBClient, ${command} } from "@aws-sdk/client-dynamodb";`,
    "",
    ...(target.isSigned ? ["// The SDK finds credentials in the environment or in ~/.aws."] : []),
    "const dynamodb = new DynamoDBClient({",
    `  endpoint: ${quoted(target.endpoint)},`,
    `  region: ${quoted(target.region)},`,
    ...(target.isSigned ? [] : ['  credentials: { accessKeyId: "any", secretAccessKey: "any" },']),
    "});",
    ...(written.includes(`["${PROTOTYPE}"]`) ? [`// The SDK loses attributes that are called ${PROTOTYPE}.`] : []),
    "const { $metadata, ...answer } = await dynamodb.send(",
    `  new ${command}(${written}),`,
    ");",
    "console.log(",
    "  JSON.stringify(",
    "    answer,",
    '    (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value),',
    "    2,",
    "  ),",
    ");",
    "",
  ].join("\n");
}
