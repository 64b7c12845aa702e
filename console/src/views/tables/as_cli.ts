import type { CreateTableRequest } from "../../data/requests/table_shapes";

const SHORTHAND_VALUE = /^[\w.:#-]+$/;
const PLAIN = /^[\w./:@%+=,-]+$/;

// The request for the AWS CLI, in its shorthand where that cannot be misread and else in JSON.
export function asCli(request: CreateTableRequest, ttl: string, endpoint: string): string {
  const options: [string, string][] = [
    ["table-name", quoted(request.TableName)],
    ["attribute-definitions", shorthand(request.AttributeDefinitions)],
    ["key-schema", shorthand(request.KeySchema)],
    ["billing-mode", request.BillingMode],
  ];
  const { ProvisionedThroughput, StreamSpecification, GlobalSecondaryIndexes, LocalSecondaryIndexes } = request;
  if (ProvisionedThroughput) options.push(["provisioned-throughput", shorthand([ProvisionedThroughput], false)]);
  if (GlobalSecondaryIndexes) options.push(["global-secondary-indexes", json(GlobalSecondaryIndexes)]);
  if (LocalSecondaryIndexes) options.push(["local-secondary-indexes", json(LocalSecondaryIndexes)]);
  if (StreamSpecification) options.push(["stream-specification", shorthand([StreamSpecification], false)]);
  if (request.TableClass) options.push(["table-class", request.TableClass]);
  if (request.DeletionProtectionEnabled) options.push(["deletion-protection-enabled", ""]);
  if (request.Tags) options.push(["tags", shorthand(request.Tags)]);
  const create = command("create-table", options, endpoint);
  return ttl === "" ? create : [create, ...timeToLive(request.TableName, ttl, endpoint)].join("\n\n");
}

function timeToLive(table: string, attribute: string, endpoint: string): string[] {
  const specification = { AttributeName: attribute, Enabled: true };
  return [
    command("wait table-exists", [["table-name", quoted(table)]], endpoint),
    command(
      "update-time-to-live",
      [
        ["table-name", quoted(table)],
        ["time-to-live-specification", shorthand([specification], false)],
      ],
      endpoint,
    ),
  ];
}

function command(name: string, options: readonly [string, string][], endpoint: string): string {
  const all: readonly [string, string][] = [["endpoint-url", quoted(endpoint)], ...options];
  const lines = all.map(([option, value]) => `--${option} ${value}`.trim());
  return [`aws dynamodb ${name}`, ...lines].join(" \\\n  ");
}

// `Name=value,Name=value` for each structure; JSON if a value has a character of the shorthand.
function shorthand(structures: readonly object[], isList = true): string {
  const members = structures.map((one) => Object.entries(one).map(([name, value]) => [name, String(value)] as const));
  const isPlain = members.flat().every(([, value]) => SHORTHAND_VALUE.test(value));
  if (!isPlain) return json(isList ? structures : structures[0]);
  return members.map((one) => one.map(([name, value]) => `${name}=${value}`).join(",")).join(members.length > 1 ? " \\\n      " : " ");
}

const json = (value: unknown): string =>
  `'${JSON.stringify(value, undefined, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n    ")}'`;

const quoted = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
