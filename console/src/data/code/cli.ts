import { laidOut } from "./layout";
import { hasBinary, JSON_SYNTAX, literal } from "./literals";
import { type OperationRequest, spelled, type Target } from "./request";
import { fromHere, isLongArgument, shellCommand, shellWord } from "./shell";

// The AWS CLI asks for further pages by itself, which would be other requests.
const PAGED = new Set(["Query", "Scan", "BatchGetItem"]);

export function asAwsCli({ operation, input }: OperationRequest, target: Target): string {
  const credentials = target.isSigned ? "" : "AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any ";
  const lines = [
    `${credentials}AWS_PAGER= aws dynamodb ${spelled(operation, "-")}`,
    `--endpoint-url ${shellWord(target.endpoint)} --region ${shellWord(target.region)}`,
  ];
  if (PAGED.has(operation)) lines.push("--no-paginate");
  const notes = target.isSigned ? ["# Signs with the credentials of `aws configure`."] : [];
  if (hasBinary(input)) {
    lines.push("--cli-binary-format base64");
    notes.push("# Version 1 of the AWS CLI cannot send binary values.");
  }
  const json = laidOut(literal(input, JSON_SYNTAX));
  if (!isLongArgument(json)) {
    return [...notes, shellCommand([...lines, `--cli-input-json ${shellWord(json)}`])].join("\n");
  }
  const command = shellCommand([...lines, '--cli-input-json "file://$request" && rm "$request"']);
  return [...notes, "request=$(mktemp)", fromHere('cat > "$request"', json), command].join("\n");
}
