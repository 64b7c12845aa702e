import { dynamodb } from "./services";

// Switches the counting of keys on or off, for a table or one of its global indexes.
export const setInsights = (
  table: string,
  index: string | undefined,
  on: boolean,
  signal?: AbortSignal,
): Promise<unknown> =>
  dynamodb(
    "UpdateContributorInsights",
    { TableName: table, IndexName: index, ContributorInsightsAction: on ? "ENABLE" : "DISABLE" },
    signal,
  );
