import { streamsUnmetered } from "../requests/services";
import type { Shard, StreamDescription, StreamName, StreamRecord } from "./stream_shapes";

// All streams of a table, the newest first. A stream outlives its table by a day.
export async function listStreams(table: string, signal?: AbortSignal): Promise<StreamName[]> {
  const streams: StreamName[] = [];
  let from: string | undefined;
  do {
    const page: StreamsAnswer = await streamsUnmetered(
      "ListStreams",
      { TableName: table, ExclusiveStartStreamArn: from },
      signal,
    );
    streams.push(...page.Streams);
    from = page.LastEvaluatedStreamArn;
  } while (from !== undefined);
  return streams.sort((a, b) => (a.StreamLabel < b.StreamLabel ? 1 : -1));
}

interface StreamsAnswer {
  readonly Streams: readonly StreamName[];
  readonly LastEvaluatedStreamArn?: string;
}

// A stream with all its shards.
export async function describeStream(arn: string, signal?: AbortSignal): Promise<StreamDescription> {
  let described: StreamDescription | undefined;
  const shards: Shard[] = [];
  do {
    described = await describePage({ StreamArn: arn, ExclusiveStartShardId: described?.LastEvaluatedShardId }, signal);
    shards.push(...described.Shards);
  } while (described.LastEvaluatedShardId !== undefined);
  return { ...described, Shards: shards };
}

export async function childrenOf(arn: string, shardId: string, signal?: AbortSignal): Promise<readonly Shard[]> {
  const filter = { Type: "CHILD_SHARDS", ShardId: shardId };
  return (await describePage({ StreamArn: arn, ShardFilter: filter }, signal)).Shards;
}

async function describePage(request: object, signal?: AbortSignal): Promise<StreamDescription> {
  const answer = await streamsUnmetered<{ StreamDescription: StreamDescription }>("DescribeStream", request, signal);
  return answer.StreamDescription;
}

export type IteratorPlace =
  | { readonly type: "TRIM_HORIZON" | "LATEST" }
  | { readonly type: "AT_SEQUENCE_NUMBER" | "AFTER_SEQUENCE_NUMBER"; readonly number: string };

export async function shardIterator(
  arn: string,
  shardId: string,
  place: IteratorPlace,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await streamsUnmetered<{ ShardIterator: string }>(
    "GetShardIterator",
    {
      StreamArn: arn,
      ShardId: shardId,
      ShardIteratorType: place.type,
      SequenceNumber: "number" in place ? place.number : undefined,
    },
    signal,
  );
  return answer.ShardIterator;
}

export interface RecordsAnswer {
  readonly Records: readonly StreamRecord[];
  readonly NextShardIterator?: string; // absent: the shard is closed and read to its end
}

export const getRecords = (iterator: string, signal?: AbortSignal): Promise<RecordsAnswer> =>
  streamsUnmetered("GetRecords", { ShardIterator: iterator }, signal);
