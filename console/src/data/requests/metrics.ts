import { cloudwatch } from "./services";

// CloudWatch's metrics of a table or one of its global indexes.

export interface MetricQuery {
  readonly id: string; // of the caller's choice
  readonly metric: string;
  readonly stat: string;
  readonly operation?: string;
}

export interface MetricPlace {
  readonly table: string;
  readonly index?: string;
}

export interface MetricTimes {
  readonly from: number; // seconds since 1970, at a period's begin
  readonly to: number;
  readonly period: number;
}

// Values by time, for each query's id.
export type MetricValues = ReadonlyMap<string, ReadonlyMap<number, number>>;

interface MetricAnswer {
  readonly MetricDataResults: readonly {
    readonly Id: string;
    readonly Timestamps: readonly number[];
    readonly Values: readonly number[];
  }[];
  readonly NextToken?: string;
}

export async function readMetrics(
  queries: readonly MetricQuery[],
  place: MetricPlace,
  { from, to, period }: MetricTimes,
  signal?: AbortSignal,
): Promise<MetricValues> {
  const values = new Map(queries.map(({ id }) => [id, new Map<number, number>()]));
  const MetricDataQueries = queries.map((query, at) => ({ Id: `m${at}`, MetricStat: statOf(query, place, period) }));
  let NextToken: string | undefined;
  do {
    const request = { StartTime: from, EndTime: to, MetricDataQueries, NextToken };
    const answer: MetricAnswer = await cloudwatch("GetMetricData", request, signal);
    for (const { Id, Timestamps, Values } of answer.MetricDataResults) {
      const series = values.get(queries[Number(Id.slice(1))]?.id ?? "");
      for (const [at, time] of Timestamps.entries()) series?.set(time, Values[at] ?? 0);
    }
    NextToken = answer.NextToken;
  } while (NextToken !== undefined);
  return values;
}

const statOf = ({ metric, stat, operation }: MetricQuery, { table, index }: MetricPlace, period: number): object => ({
  Metric: {
    Namespace: "AWS/DynamoDB",
    MetricName: metric,
    Dimensions: [
      { Name: "TableName", Value: table },
      ...(index === undefined ? [] : [{ Name: "GlobalSecondaryIndexName", Value: index }]),
      ...(operation === undefined ? [] : [{ Name: "Operation", Value: operation }]),
    ],
  },
  Period: period,
  Stat: stat,
});
