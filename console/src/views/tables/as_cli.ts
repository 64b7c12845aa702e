import type { CreateTableRequest } from "../../data/requests/table_shapes";

const PLAIN = /^[\w./:@%+=,-]+$/;

// The request for the AWS CLI. Every option holds JSON where a name could be misread.
export function asCli(request: CreateTableRequest, ttl: string, endpoint: string): string {
  const options: [string, string][] = [
    ["table-name", quoted(request.TableName)],
    ["attribute-definitions", json(request.AttributeDefinitions)],
    ["key-schema", json(request.KeySchema)],
    ["billing-mode", request.BillingMode],
  ];
  const add = (name: string, value: unknown) => {
    if (value !== undefined) options.push([name, json(value)]);
  };
  add("provisioned-throughput", request.ProvisionedThroughput);
  add("global-secondary-indexes", request.GlobalSecondaryIndexes);
  add("local-secondary-indexes", request.LocalSecondaryIndexes);
  add("stream-specification", request.StreamSpecification);
  if (request.TableClass) options.push(["table-class", request.TableClass]);
  if (request.DeletionProtectionEnabled) options.push(["deletion-protection-enabled", ""]);
  add("tags", request.Tags);
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
        ["time-to-live-specification", json(specification)],
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

const json = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`;

const quoted = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
