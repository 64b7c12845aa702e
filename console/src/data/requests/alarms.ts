import { cloudwatch } from "./services";

export interface Alarm {
  readonly AlarmName: string;
  readonly StateValue: "OK" | "ALARM" | "INSUFFICIENT_DATA";
  readonly StateReason: string;
  readonly StateUpdatedTimestamp: number;
  readonly MetricName?: string; // absent: an alarm of expressions
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
  readonly ComparisonOperator: string;
  readonly Threshold?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Period?: number;
  readonly EvaluationPeriods: number;
}

interface AlarmAnswer {
  readonly MetricAlarms: readonly Alarm[];
  readonly NextToken?: string;
}

// The alarms that watch a metric of the table or of one of its indexes.
export async function readAlarms(table: string, signal?: AbortSignal): Promise<Alarm[]> {
  const found: Alarm[] = [];
  let NextToken: string | undefined;
  do {
    const page: AlarmAnswer = await cloudwatch("DescribeAlarms", { AlarmTypes: ["MetricAlarm"], NextToken }, signal);
    found.push(...page.MetricAlarms);
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found.filter(({ Dimensions = [] }) => Dimensions.some(({ Name, Value }) => Name === "TableName" && Value === table));
}

export const indexOfAlarm = ({ Dimensions = [] }: Alarm): string | undefined =>
  Dimensions.find(({ Name }) => Name === "GlobalSecondaryIndexName")?.Value;
