import type { KeyElement, StreamView } from "../requests/table_shapes";
import type { WireItem } from "../values/dynamodb_json";

// DynamoDB Streams' shapes, as far as the console uses them.

export interface Shard {
  readonly ShardId: string;
  readonly ParentShardId?: string;
  readonly SequenceNumberRange: {
    readonly StartingSequenceNumber: string;
    readonly EndingSequenceNumber?: string; // absent: the shard is open
  };
}

export type StreamStatus = "ENABLING" | "ENABLED" | "DISABLING" | "DISABLED";

export interface StreamDescription {
  readonly StreamArn: string;
  readonly StreamLabel: string;
  readonly StreamStatus: StreamStatus;
  readonly StreamViewType: StreamView;
  readonly CreationRequestDateTime: number;
  readonly TableName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Shards: readonly Shard[];
  readonly LastEvaluatedShardId?: string;
}

export interface StreamName {
  readonly StreamArn: string;
  readonly StreamLabel: string; // the time of its creation
}

export const EVENTS = ["INSERT", "MODIFY", "REMOVE"] as const;
export type EventName = (typeof EVENTS)[number];

export interface StreamRecord {
  readonly eventName: EventName;
  readonly userIdentity?: { readonly PrincipalId?: string };
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number; // seconds of service time
    readonly Keys: WireItem;
    readonly NewImage?: WireItem;
    readonly OldImage?: WireItem;
    readonly SequenceNumber: string;
    readonly SizeBytes?: number;
  };
}

// A record with the shard that holds it.
export interface KeptRecord {
  readonly shardId: string;
  readonly record: StreamRecord;
}

export const isOpen = (shard: Shard): boolean => shard.SequenceNumberRange.EndingSequenceNumber === undefined;

// Sequence numbers order as numbers. They may have more digits than a double holds.
export const compareSequence = (a: string, b: string): number =>
  a.length !== b.length ? a.length - b.length : a < b ? -1 : a > b ? 1 : 0;

// The end of a shard's id tells the shards of a stream apart.
export const shortShardId = (id: string): string => id.replace(/^shardId-\d+-0*(?=.)/, "");

// A shard's id names the time in milliseconds at which it was opened.
export function openedAt(id: string): Date | undefined {
  const match = /^shardId-(\d{1,20})-/.exec(id);
  const time = match === null ? undefined : new Date(Number(match[1]));
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}

// DynamoDB signs the removals of time to live.
export const isExpiry = ({ eventName, userIdentity }: StreamRecord): boolean =>
  eventName === "REMOVE" && userIdentity?.PrincipalId === "dynamodb.amazonaws.com";
