// DynamoDB's shapes of tables, as far as the console uses them.

export type KeyType = "S" | "N" | "B";
export type BillingMode = "PAY_PER_REQUEST" | "PROVISIONED";
export type TableClass = "STANDARD" | "STANDARD_INFREQUENT_ACCESS";
export type StreamView = "KEYS_ONLY" | "NEW_IMAGE" | "OLD_IMAGE" | "NEW_AND_OLD_IMAGES";
export type ProjectionType = "ALL" | "KEYS_ONLY" | "INCLUDE";

export interface AttributeDefinition {
  readonly AttributeName: string;
  readonly AttributeType: KeyType;
}

export interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: "HASH" | "RANGE";
}

export interface Projection {
  readonly ProjectionType: ProjectionType;
  readonly NonKeyAttributes?: readonly string[];
}

export interface Units {
  readonly ReadCapacityUnits: number;
  readonly WriteCapacityUnits: number;
}

// The members that DescribeTable adds to the units of a table or an index.
export interface UnitsDescription extends Units {
  readonly NumberOfDecreasesToday?: number;
  readonly LastDecreaseDateTime?: number;
}

export interface OnDemandThroughput {
  readonly MaxReadRequestUnits?: number; // -1: none
  readonly MaxWriteRequestUnits?: number;
}

export interface IndexRequest {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: Projection;
  readonly ProvisionedThroughput?: Units;
}

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export interface StreamSpecification {
  readonly StreamEnabled: boolean;
  readonly StreamViewType?: StreamView;
}

export interface CreateTableRequest {
  readonly TableName: string;
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly KeySchema: readonly KeyElement[];
  readonly BillingMode: BillingMode;
  readonly ProvisionedThroughput?: Units;
  readonly GlobalSecondaryIndexes?: readonly IndexRequest[];
  readonly LocalSecondaryIndexes?: readonly IndexRequest[];
  readonly StreamSpecification?: StreamSpecification;
  readonly TableClass?: TableClass;
  readonly DeletionProtectionEnabled?: boolean;
  readonly Tags?: readonly Tag[];
}

export interface IndexDescription extends IndexRequest {
  readonly ProvisionedThroughput?: UnitsDescription;
  readonly OnDemandThroughput?: OnDemandThroughput;
  readonly IndexStatus?: string; // local indexes have none
  readonly Backfilling?: boolean;
  readonly IndexSizeBytes?: number;
  readonly ItemCount?: number;
}

export interface TableDescription {
  readonly TableName: string;
  readonly TableArn: string;
  readonly TableStatus: string;
  readonly CreationDateTime: number;
  readonly ItemCount: number;
  readonly TableSizeBytes: number;
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly KeySchema: readonly KeyElement[];
  readonly BillingModeSummary?: { readonly BillingMode: BillingMode };
  readonly ProvisionedThroughput?: UnitsDescription;
  readonly OnDemandThroughput?: OnDemandThroughput;
  readonly GlobalSecondaryIndexes?: readonly IndexDescription[];
  readonly LocalSecondaryIndexes?: readonly IndexDescription[];
  readonly StreamSpecification?: StreamSpecification;
  readonly LatestStreamArn?: string;
  readonly TableClassSummary?: { readonly TableClass: TableClass };
  readonly DeletionProtectionEnabled?: boolean;
}

export interface TimeToLive {
  readonly TimeToLiveStatus: "ENABLING" | "DISABLING" | "ENABLED" | "DISABLED";
  readonly AttributeName?: string;
}

export const billingOf = (table: TableDescription): BillingMode =>
  table.BillingModeSummary?.BillingMode ?? "PROVISIONED";

export const classOf = (table: TableDescription): TableClass =>
  table.TableClassSummary?.TableClass ?? "STANDARD";

export const streamOf = (table: TableDescription): StreamView | undefined =>
  table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType : undefined;
