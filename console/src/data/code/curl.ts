import { laidOut } from "./layout";
import { JSON_SYNTAX, literal } from "./literals";
import type { OperationRequest, Target } from "./request";
import { fromHere, isLongArgument, shellCommand, shellWord } from "./shell";

export function asCurl({ operation, input }: OperationRequest, target: Target): string {
  const lines = [
    `curl -sS ${shellWord(`${target.endpoint}/`)}`,
    "-H 'content-type: application/x-amz-json-1.0'",
    `-H 'x-amz-target: DynamoDB_20120810.${operation}'`,
  ];
  if (target.isSigned) {
    lines.push(
      `--aws-sigv4 ${shellWord(`aws:amz:${target.region}:dynamodb`)}`,
      '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"',
      '${AWS_SESSION_TOKEN:+-H "x-amz-security-token: $AWS_SESSION_TOKEN"}',
    );
  }
  const notes = target.isSigned ? ["# Signs with the credentials of the environment."] : [];
  const json = laidOut(literal(input, JSON_SYNTAX));
  const command = isLongArgument(json)
    ? fromHere(shellCommand([...lines, "--data-binary @-"]), json)
    : shellCommand([...lines, `--data-binary ${shellWord(json)}`]);
  return [...notes, command].join("\n");
}
