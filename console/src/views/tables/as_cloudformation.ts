import type { CreateTableRequest } from "../../data/requests/table_shapes";

// Words that YAML would read as something else than a text.
const PLAIN = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[A-Za-z_][\w.-]*$/i;

export function asCloudFormation(request: CreateTableRequest, ttl: string): string {
  const properties = {
    ...request,
    ...(ttl !== "" && { TimeToLiveSpecification: { AttributeName: ttl, Enabled: true } }),
    // CloudFormation has no StreamEnabled.
    ...(request.StreamSpecification && {
      StreamSpecification: { StreamViewType: request.StreamSpecification.StreamViewType },
    }),
  };
  const template = { Resources: { Table: { Type: "AWS::DynamoDB::Table", Properties: properties } } };
  return yaml(template, "").replace(/^\n/, "");
}

function yaml(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    return value.map((one) => `\n${indent}- ${yaml(one, `${indent}  `).trimStart()}`).join("");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, member]) => {
        const text = yaml(member, `${indent}  `);
        return `\n${indent}${name}:${text.startsWith("\n") ? "" : " "}${text}`;
      })
      .join("");
  }
  return typeof value === "string" ? scalar(value) : String(value);
}

// JSON's texts are texts of YAML, too.
const scalar = (text: string): string =>
  PLAIN.test(text) || text === "AWS::DynamoDB::Table" ? text : JSON.stringify(text);
