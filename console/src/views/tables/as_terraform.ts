import type { CreateTableRequest, IndexRequest, KeyElement, Units } from "../../data/requests/table_shapes";

type Line = readonly [name: string, value: string] | undefined;

export function asTerraform(request: CreateTableRequest, ttl: string): string {
  const stream = request.StreamSpecification?.StreamViewType;
  const body = [
    ...settings([
      ["name", text(request.TableName)],
      ["billing_mode", text(request.BillingMode)],
      ...units(request.ProvisionedThroughput),
      ...keys(request.KeySchema),
      stream && ["stream_enabled", "true"],
      stream && ["stream_view_type", text(stream)],
      request.TableClass && ["table_class", text(request.TableClass)],
      request.DeletionProtectionEnabled && ["deletion_protection_enabled", "true"],
    ] as Line[]),
    ...request.AttributeDefinitions.flatMap(({ AttributeName, AttributeType }) =>
      block("attribute", settings([["name", text(AttributeName)], ["type", text(AttributeType)]])),
    ),
    ...(request.LocalSecondaryIndexes ?? []).flatMap((index) =>
      block("local_secondary_index", localIndex(index)),
    ),
    ...(request.GlobalSecondaryIndexes ?? []).flatMap((index) =>
      block("global_secondary_index", globalIndex(index)),
    ),
    ...(ttl === "" ? [] : block("ttl", settings([["attribute_name", text(ttl)], ["enabled", "true"]]))),
    ...tags(request),
  ];
  return [`resource "aws_dynamodb_table" "${resourceName(request.TableName)}" {`, ...body.map(indented), "}"].join("\n");
}

function globalIndex(index: IndexRequest): string[] {
  const isPlain = index.KeySchema.every((key, at) => index.KeySchema.findIndex((one) => one.KeyType === key.KeyType) === at);
  return [
    ...settings([
      ["name", text(index.IndexName)],
      ...(isPlain ? keys(index.KeySchema) : []),
      ...projection(index),
      ...units(index.ProvisionedThroughput),
    ]),
    // Several attributes on one side cannot be a hash_key or range_key.
    ...(isPlain ? [] : index.KeySchema.flatMap(keySchemaBlock)),
  ];
}

const localIndex = (index: IndexRequest): string[] =>
  settings([
    ["name", text(index.IndexName)],
    ...keys(index.KeySchema.filter((key) => key.KeyType === "RANGE")),
    ...projection(index),
  ]);

const keySchemaBlock = (key: KeyElement): string[] =>
  block("key_schema", settings([["attribute_name", text(key.AttributeName)], ["key_type", text(key.KeyType)]]));

const keys = (schema: readonly KeyElement[]): Line[] =>
  schema.map((key) => [key.KeyType === "HASH" ? "hash_key" : "range_key", text(key.AttributeName)]);

const projection = ({ Projection: { ProjectionType, NonKeyAttributes } }: IndexRequest): Line[] => [
  ["projection_type", text(ProjectionType)],
  NonKeyAttributes && ["non_key_attributes", `[${NonKeyAttributes.map(text).join(", ")}]`],
];

const units = (provisioned: Units | undefined): Line[] =>
  provisioned === undefined
    ? []
    : [
        ["read_capacity", String(provisioned.ReadCapacityUnits)],
        ["write_capacity", String(provisioned.WriteCapacityUnits)],
      ];

function tags(request: CreateTableRequest): string[] {
  if (request.Tags === undefined) return [];
  return ["", "tags = {", ...settings(request.Tags.map((tag) => [text(tag.Key), text(tag.Value)])).map(indented), "}"];
}

// Aligns the equals signs, as `terraform fmt` does.
function settings(lines: readonly Line[]): string[] {
  const given = lines.filter((line) => line !== undefined);
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)} = ${value}`);
}

const block = (name: string, lines: readonly string[]): string[] => ["", `${name} {`, ...lines.map(indented), "}"];

const indented = (line: string): string => (line === "" ? "" : `  ${line}`);

// Terraform reads ${ and %{ as the beginning of an expression.
const text = (value: string): string => JSON.stringify(value).replace(/([$%])\{/g, "$1$1{");

const resourceName = (table: string): string => {
  const name = table.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z]/.test(name) ? name : `table_${name}`;
};
