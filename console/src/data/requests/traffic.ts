import { cloudwatch } from "./services";
import type { TableDescription } from "./table_shapes";

// A table's traffic, with that of its indexes.
export interface Traffic {
  readonly readUnits: number; // a second, over the last whole minute
  readonly writeUnits: number;
  readonly throttles: number; // in the last hour
}

const MINUTE = 60;
const HOUR = 3600;
const QUERIES_MAX = 500; // GetMetricData's bound

type Measure = keyof Traffic;

const METRICS: { readonly measure: Measure; readonly metric: string }[] = [
  { measure: "readUnits", metric: "ConsumedReadCapacityUnits" },
  { measure: "writeUnits", metric: "ConsumedWriteCapacityUnits" },
  { measure: "throttles", metric: "ReadThrottleEvents" },
  { measure: "throttles", metric: "WriteThrottleEvents" },
];

interface Asked {
  readonly table: string;
  readonly measure: Measure;
  readonly query: object;
}

interface MetricAnswer {
  readonly MetricDataResults: readonly {
    readonly Id: string;
    readonly Timestamps: readonly number[];
    readonly Values: readonly number[];
  }[];
}

// `now` is service time in seconds.
export async function readTraffic(
  tables: readonly TableDescription[],
  now: number,
  signal?: AbortSignal,
): Promise<Map<string, Traffic>> {
  const asked = tables.flatMap(queriesOf);
  const sums = new Map(tables.map((table) => [table.TableName, { readUnits: 0, writeUnits: 0, throttles: 0 }]));
  const thisMinute = Math.floor(now / MINUTE) * MINUTE;
  for (let from = 0; from < asked.length; from += QUERIES_MAX) {
    const part = asked.slice(from, from + QUERIES_MAX);
    const request = {
      StartTime: thisMinute - HOUR + MINUTE,
      EndTime: thisMinute + MINUTE,
      MetricDataQueries: part.map((one, at) => ({ Id: `m${at}`, ...one.query })),
    };
    const answer = await cloudwatch<MetricAnswer>("GetMetricData", request, signal);
    for (const result of answer.MetricDataResults) {
      const one = part[Number(result.Id.slice(1))];
      const sum = one && sums.get(one.table);
      if (one && sum) sum[one.measure] += amountOf(one.measure, result, thisMinute);
    }
  }
  return sums;
}

function amountOf(
  measure: Measure,
  result: MetricAnswer["MetricDataResults"][number],
  thisMinute: number,
): number {
  if (measure === "throttles") return result.Values.reduce((sum, value) => sum + value, 0);
  const at = result.Timestamps.indexOf(thisMinute - MINUTE);
  return (result.Values[at] ?? 0) / MINUTE;
}

function queriesOf(table: TableDescription): Asked[] {
  const indexes = table.GlobalSecondaryIndexes ?? [];
  return [undefined, ...indexes.map((index) => index.IndexName)].flatMap((index) =>
    METRICS.map(({ measure, metric }) => ({
      table: table.TableName,
      measure,
      query: {
        MetricStat: {
          Metric: {
            Namespace: "AWS/DynamoDB",
            MetricName: metric,
            Dimensions: dimensions(table.TableName, index),
          },
          Period: MINUTE,
          Stat: "Sum",
        },
      },
    })),
  );
}

function dimensions(table: string, index: string | undefined): object[] {
  const own = [{ Name: "TableName", Value: table }];
  return index === undefined ? own : [...own, { Name: "GlobalSecondaryIndexName", Value: index }];
}
