// Lines that list the tables with each SDK. A server without --auth takes any credentials, but the
// SDKs insist on some.

interface SdkLines {
  readonly sdk: string;
  readonly lines: (endpoint: string, region: string) => string;
}

export const SDKS = [
  {
    sdk: "Python",
    lines: (endpoint, region) => `import boto3

dynamodb = boto3.client(
    "dynamodb",
    endpoint_url="${endpoint}",
    region_name="${region}",
    aws_access_key_id="any",
    aws_secret_access_key="any",
)
print(dynamodb.list_tables()["TableNames"])`,
  },
  {
    sdk: "JavaScript",
    lines: (endpoint, region) => `import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";

const dynamodb = new DynamoDBClient({
  endpoint: "${endpoint}",
  region: "${region}",
  credentials: { accessKeyId: "any", secretAccessKey: "any" },
});
console.log((await dynamodb.send(new ListTablesCommand({}))).TableNames);`,
  },
  {
    sdk: "Java",
    lines: (endpoint, region) => `DynamoDbClient dynamodb = DynamoDbClient.builder()
    .endpointOverride(URI.create("${endpoint}"))
    .region(Region.of("${region}"))
    .credentialsProvider(StaticCredentialsProvider.create(
        AwsBasicCredentials.create("any", "any")))
    .build();
System.out.println(dynamodb.listTables().tableNames());`,
  },
  {
    sdk: "Go",
    lines: (endpoint, region) => `client := dynamodb.New(dynamodb.Options{
	BaseEndpoint: aws.String("${endpoint}"),
	Region:       "${region}",
	Credentials:  credentials.NewStaticCredentialsProvider("any", "any", ""),
})
tables, err := client.ListTables(context.Background(), &dynamodb.ListTablesInput{})`,
  },
] as const satisfies readonly SdkLines[];

export type Sdk = (typeof SDKS)[number]["sdk"];
