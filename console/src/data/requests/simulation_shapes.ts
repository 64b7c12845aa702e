// The JSON of `stator simulate --json`, and the result of a job of kind simulate.

export type Access = "read" | "write";

export interface SimulationResult {
  readonly model: string;
  readonly profile: string;
  readonly seconds: number; // of simulated time
  readonly seed: number;
  readonly prices: string;
  readonly attempts: number;
  readonly requests: number;
  readonly retries: number;
  readonly throttled: number; // attempts
  readonly failed: number; // requests without a successful attempt
  readonly waiting: number;
  readonly dollars: number;
  readonly dollarsPerMonth: number;
  readonly patterns: readonly SimulatedPattern[];
  readonly throttles: readonly SimulatedThrottles[];
  readonly busiestKeys: readonly BusiestKey[];
  readonly splitsTotal: number;
  readonly splits: readonly SimulatedSplit[];
  readonly scalingsTotal: number;
  readonly scalings: readonly SimulatedScaling[];
  readonly decreasesHeld: readonly HeldDecreases[];
  readonly resources: readonly SimulatedResource[];
  readonly notes: readonly string[];
  readonly series: SimulationSeries;
}

export interface SimulatedPattern {
  readonly id: string;
  readonly streamConsumer: boolean;
  readonly requests: number;
  readonly retries: number;
  readonly throttled: number;
  readonly failed: number;
}

export interface SimulatedThrottles {
  readonly resource: string; // "Orders", "Orders/GSI1"
  readonly reason: string; // "TableWriteKeyRangeThroughputExceeded"
  readonly attempts: number;
  readonly firstSecond: number; // since the beginning, as are all seconds below
  readonly lastSecond: number;
}

export interface BusiestKey {
  readonly resource: string;
  readonly access: Access;
  readonly key: string; // "SCANS#{shipperId} (1st)"
  readonly peakUnitsPerSecond: number;
  readonly throttled: number;
}

export interface SimulatedSplit {
  readonly second: number;
  readonly resource: string;
  readonly why: "heat" | "growth";
  readonly where: string; // "before SCANS#{shipperId} (1st)"
  readonly partition: number; // that was split
  readonly into: readonly number[]; // the two that took its place, in key order
}

export interface SimulatedScaling {
  readonly second: number;
  readonly resource: string;
  readonly access: Access;
  readonly from: number;
  readonly to: number;
}

export interface HeldDecreases {
  readonly resource: string;
  readonly access: Access;
  readonly minutes: number;
  readonly firstSecond: number;
  readonly lastSecond: number;
}

export interface SimulatedResource {
  readonly name: string;
  readonly onDemand: boolean;
  readonly reads: SimulatedAccess;
  readonly writes: SimulatedAccess;
  readonly partitionsFirst: number;
  readonly partitionsLast: number;
  readonly storageDollars: number;
}

export interface SimulatedAccess {
  readonly units: number;
  readonly peakAskedPerSecond: number;
  readonly provisioned: number; // 0: on demand
  readonly dollars: number;
}

// The course over the time. Element i of a list is the step from i × stepSeconds on.
export interface SimulationSeries {
  readonly stepSeconds: number; // 60, or more for a long simulation
  readonly resources: readonly ResourceSeries[];
  readonly partitionStepSeconds: number; // a multiple of stepSeconds if there are many partitions
  readonly partitionsLeftOut: number; // beyond the first 4,096
}

export interface ResourceSeries {
  readonly name: string;
  readonly read: AccessSeries;
  readonly write: AccessSeries;
  readonly partitions: readonly PartitionSeries[]; // in key order; parts follow what they split
}

// Units a second, on average over the step.
export interface AccessSeries {
  readonly asked: readonly number[]; // by first and further attempts
  readonly served: readonly number[];
  readonly throttled: readonly number[]; // by attempts that this table or index refused
  readonly capacity: readonly number[]; // provisioned, or what on-demand serves, at the step's end
}

// A partition from its creation until its split or the end.
export interface PartitionSeries {
  readonly partition: number;
  readonly parent?: number; // that was split; absent: it was there at the start
  readonly begin: number; // its part of all keys, from 0 to 1
  readonly end: number;
  readonly where: string; // the place of its first key, as in `splits`
  readonly firstStep: number; // of partitionStepSeconds; the lists below begin with it
  readonly read: readonly number[]; // units a second that it served, on average
  readonly write: readonly number[];
  // The greatest share of the partition's bound (3,000 read, 1,000 write units) in one second.
  readonly readPeak: readonly number[];
  readonly writePeak: readonly number[];
  readonly readThrottled: readonly number[]; // attempts that met the partition's bound
  readonly writeThrottled: readonly number[];
}
