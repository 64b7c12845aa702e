import type { IndexDescription, TableDescription } from "../../data/requests/table_shapes";

export const isLocal = (index: IndexDescription, table: TableDescription): boolean =>
  (table.LocalSecondaryIndexes ?? []).some((one) => one.IndexName === index.IndexName);

export function projectionText({ Projection: { ProjectionType, NonKeyAttributes = [] } }: IndexDescription): string {
  if (ProjectionType === "ALL") return "All attributes";
  return ProjectionType === "KEYS_ONLY" ? "Keys only" : `Keys, ${NonKeyAttributes.join(", ")}`;
}

export const shareText = (share: number): string =>
  share === 0 ? "" : share < 0.01 ? "(under 1 %)" : `(${Math.round(100 * share)} %)`;
