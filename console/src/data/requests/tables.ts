import { dynamodb } from "./services";
import type {
  CreateTableRequest,
  Tag,
  TableDescription,
  TimeToLive,
} from "./table_shapes";
import { wait } from "./wait";

const STATUS_EVERY_MS = 250;
const DESCRIBED_AT_ONCE = 6; // what browsers allow for one host over HTTP/1.1

export async function listTables(signal?: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let from: string | undefined;
  do {
    const page: ListTablesAnswer = await dynamodb("ListTables", { ExclusiveStartTableName: from }, signal);
    names.push(...page.TableNames);
    from = page.LastEvaluatedTableName;
  } while (from !== undefined);
  return names;
}

interface ListTablesAnswer {
  readonly TableNames: readonly string[];
  readonly LastEvaluatedTableName?: string;
}

export async function describeTable(name: string, signal?: AbortSignal): Promise<TableDescription> {
  const answer = await dynamodb<{ Table: TableDescription }>("DescribeTable", { TableName: name }, signal);
  return answer.Table;
}

// Describes many tables, a few at a time. `read` may throw for a table that is gone.
export async function eachTable<T>(
  names: readonly string[],
  read: (name: string) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(names.length);
  let next = 0;
  const work = async () => {
    while (next < names.length) {
      const at = next++;
      results[at] = await read(names[at]!);
    }
  };
  await Promise.all(Array.from({ length: DESCRIBED_AT_ONCE }, work));
  return results;
}

export const createTable = (request: CreateTableRequest, signal?: AbortSignal): Promise<unknown> =>
  dynamodb("CreateTable", request, signal);

// A new table takes time to live and items once it is active.
export async function waitUntilActive(name: string, signal: AbortSignal): Promise<void> {
  while ((await describeTable(name, signal)).TableStatus !== "ACTIVE") {
    await wait(STATUS_EVERY_MS, signal);
  }
}

export const updateTable = (name: string, changes: object, signal?: AbortSignal): Promise<unknown> =>
  dynamodb("UpdateTable", { TableName: name, ...changes }, signal);

export const deleteTable = (name: string, signal?: AbortSignal): Promise<unknown> =>
  dynamodb("DeleteTable", { TableName: name }, signal);

export async function readTimeToLive(name: string, signal?: AbortSignal): Promise<TimeToLive> {
  const answer = await dynamodb<{ TimeToLiveDescription: TimeToLive }>(
    "DescribeTimeToLive",
    { TableName: name },
    signal,
  );
  return answer.TimeToLiveDescription;
}

export const setTimeToLive = (
  name: string,
  attribute: string,
  enabled: boolean,
  signal?: AbortSignal,
): Promise<unknown> =>
  dynamodb(
    "UpdateTimeToLive",
    { TableName: name, TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled } },
    signal,
  );

export async function readTags(arn: string, signal?: AbortSignal): Promise<Tag[]> {
  const tags: Tag[] = [];
  let from: string | undefined;
  do {
    const page: TagsAnswer = await dynamodb("ListTagsOfResource", { ResourceArn: arn, NextToken: from }, signal);
    tags.push(...(page.Tags ?? []));
    from = page.NextToken;
  } while (from !== undefined);
  return tags;
}

interface TagsAnswer {
  readonly Tags?: readonly Tag[];
  readonly NextToken?: string;
}

// Makes the table's tags equal to `wanted`.
export async function changeTags(
  arn: string,
  before: readonly Tag[],
  wanted: readonly Tag[],
  signal?: AbortSignal,
): Promise<void> {
  const kept = new Set(wanted.map((tag) => tag.Key));
  const removed = before.map((tag) => tag.Key).filter((key) => !kept.has(key));
  if (removed.length > 0) {
    await dynamodb("UntagResource", { ResourceArn: arn, TagKeys: removed }, signal);
  }
  const stored = new Map(before.map((tag) => [tag.Key, tag.Value]));
  const changed = wanted.filter((tag) => stored.get(tag.Key) !== tag.Value);
  if (changed.length > 0) await dynamodb("TagResource", { ResourceArn: arn, Tags: changed }, signal);
}
