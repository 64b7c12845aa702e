import type { Access } from "./heat_shapes";
import type { MetricQuery } from "./metrics";

// The metrics that the capacity view shows, and the ids by which it finds their values.

export const ACCESSES: readonly Access[] = ["read", "write"];

const CASED: { readonly [Name in Access]: string } = { read: "Read", write: "Write" };

export const THROTTLE_REASONS = [
  ["provisioned", "ProvisionedThroughput", "provisioned rate"],
  ["keyRange", "KeyRangeThroughput", "bound of a partition"],
  ["account", "AccountLimit", "quota of a table"],
  ["maxOnDemand", "MaxOnDemandThroughput", "maximum for on-demand"],
] as const;

export type ThrottleReason = (typeof THROTTLE_REASONS)[number][0];

export const consumedId = (access: Access): string => `consumed-${access}`;
export const provisionedId = (access: Access): string => `provisioned-${access}`;
export const throttlesId = (access: Access, reason: ThrottleReason): string => `throttles-${access}-${reason}`;
export const latencyId = (operation: string, stat: "p50" | "p99"): string => `${stat}-${operation}`;

// Operations with a latency. Streams have theirs under a dimension of their own.
export const OPERATIONS = [
  "GetItem",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "Query",
  "Scan",
  "BatchGetItem",
  "BatchWriteItem",
  "TransactGetItems",
  "TransactWriteItems",
] as const;

export const unitQueries = (): MetricQuery[] =>
  ACCESSES.flatMap((access) => [
    { id: consumedId(access), metric: `Consumed${CASED[access]}CapacityUnits`, stat: "Sum" },
    { id: provisionedId(access), metric: `Provisioned${CASED[access]}CapacityUnits`, stat: "Average" },
    ...THROTTLE_REASONS.map(([reason, name]) => ({
      id: throttlesId(access, reason),
      metric: `${CASED[access]}${name}ThrottleEvents`,
      stat: "Sum",
    })),
  ]);

export const latencyQueries = (): MetricQuery[] =>
  OPERATIONS.flatMap((operation) =>
    (["p50", "p99"] as const).map((stat) => ({ id: latencyId(operation, stat), metric: "SuccessfulRequestLatency", stat, operation })),
  );
