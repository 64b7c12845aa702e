// The answers of GET /_stator/tables/NAME/heat, /_stator/tables/NAME/throttles and /_stator/hooks
// (docs/operating.md). All times are service time in seconds since the epoch.

export type CapacityMode = "off" | "observe" | "enforce";
export type Access = "read" | "write";

export interface Heat {
  readonly table: string;
  readonly index?: string; // a global index; absent: the table with its local indexes
  readonly mode: CapacityMode; // with "off" nothing is recorded
  readonly now: number; // with fractions
  // The history begins here: at the start of the server, or when the table was created.
  readonly since: number;
  // The range of the answer. Slots that overlap its ends are whole.
  readonly from: number;
  readonly to: number;
  readonly resolution: HeatResolution;
  readonly bounds: { readonly read: number; readonly write: number }; // of a partition, units a second
  readonly capacity?: { readonly read: HeatCapacity; readonly write: HeatCapacity }; // absent: unused so far
  // In the order of their keys. Gone partitions stand before their children.
  readonly partitions: readonly HeatPartition[];
  readonly splits: readonly HeatSplit[]; // within the range, the oldest first
}

// The history holds seconds for ten minutes and minutes for a day. Its memory has one bound over all
// tables; where it is reached, steps double.
export interface HeatResolution {
  readonly seconds: number; // the step of new slots of the last ten minutes: 1, or coarser
  readonly minutes: number; // the step of new older slots: 60, or coarser
  readonly bytes: number; // of all tables
  readonly bytesMax: number;
  readonly lost: number; // slots of all tables that found no room
}

// The units that the whole table or index serves at this moment.
export interface HeatCapacity {
  readonly rate: number; // units a second: as provisioned, or as on-demand serves
  readonly left: number; // units left of the burst or ceiling; below 0: a debt
  readonly leftMax: number;
  readonly throttles: Throttles; // since the server started
}

export interface Throttles {
  readonly provisioned: number;
  readonly keyRange: number; // the partition's bound
  readonly account: number;
  readonly maxOnDemand: number;
}

export interface HeatPartition {
  readonly partition: number; // never given twice within a table or index
  readonly parent?: number; // the partition whose split made it, if the server saw the split
  readonly from: Boundary;
  readonly to?: Boundary; // absent: to the end of the keys
  readonly begins?: number; // absent: before the history
  readonly ends?: number; // when it was split; absent: it still exists
  readonly read: readonly HeatRun[]; // in the order of time
  readonly write: readonly HeatRun[];
  // The busiest keys, the busiest first. Absent: Contributor Insights is off for the table or index.
  // A collection that several partitions share is there by its items.
  readonly keys?: readonly HeatKey[];
}

// Where a partition begins in the order of keys.
export interface Boundary {
  readonly route: string; // 16 hexadecimal digits: the hash of the partition key
  readonly key?: KeyAttributes; // where the boundary lies within an item collection
}

export type KeyAttributes = {
  readonly [attribute: string]: { readonly S: string } | { readonly N: string } | { readonly B: string };
};

// Slots of one length without a long gap. Time that no run covers had no traffic.
export interface HeatRun {
  readonly time: number; // begin of the first slot
  readonly step: number; // seconds of each slot
  readonly units: readonly number[]; // in the whole slot
  readonly share: readonly number[]; // units / (bound * step); 1 is the partition's bound
  readonly throttles?: readonly number[]; // absent: none in the whole run
  // The bounds that throttled requests met, as a sum of THROTTLE_BOUNDS. There with `throttles`.
  readonly reasons?: readonly number[];
}

export const THROTTLE_BOUNDS = { provisioned: 1, keyRange: 2, account: 4, maxOnDemand: 8 } as const;

// A key that Contributor Insights counts. A write unit weighs three read units there.
export interface HeatKey {
  readonly key: KeyAttributes; // the partition key, and the sort key where the table has one
  readonly units: number; // within the range, weighed
  readonly throttles: number;
  readonly slots: readonly HeatKeySlot[]; // in the order of time; minutes, and hours if older
}

export interface HeatKeySlot {
  readonly time: number;
  readonly step: number;
  readonly units: number;
  readonly throttles: number;
}

export interface HeatSplit {
  readonly time: number;
  readonly partition: number; // the parent
  readonly children: readonly number[]; // in the order of keys; may have been split since
  readonly reason?: "request" | "size" | "heat" | "growth" | "throughput"; // absent: not kept
  readonly at?: Boundary; // where the second child begins; absent with the reason
}

export interface ThrottleList {
  readonly table: string;
  readonly mode: CapacityMode;
  readonly now: number;
  readonly since: number; // the list begins at the start of the server
  readonly total: number; // since then; the list holds the last 1,000, or fewer where memory is short
  readonly throttles: readonly Throttle[]; // the newest first
}

// A bound that a request met. A request that met two bounds is there twice.
export interface Throttle {
  readonly time: number; // with fractions
  readonly operation: string; // "PutItem"; an item of a batch or transaction counts alone
  readonly access: Access;
  readonly reason: string; // AWS's: "TableWriteKeyRangeThroughputExceeded"
  readonly index?: string; // absent: the table
  readonly resource: string; // its ARN
  readonly key?: KeyAttributes; // absent: a Scan from the start
  readonly partition?: number; // that holds the key now; absent: the index is gone
  readonly refused: boolean; // false: the mode was "observe", and the request went on
}

export interface Hooks {
  readonly now: number;
  readonly hooks: readonly Hook[]; // in the order of the setting on-stream
}

export interface Hook {
  readonly table: string;
  readonly target: string; // the URL or the command
  readonly kind: "url" | "command";
  // "no-stream": the table does not exist or has no stream. "retrying": a batch failed and waits for
  // its next attempt. "delivering": records wait, or the function is being called.
  readonly status: "no-stream" | "idle" | "delivering" | "retrying";
  readonly accepted: number; // batches since the server started
  readonly givenUp: number; // batches written to the file on-stream-failures
  readonly lag: HookLag;
  readonly shards: readonly HookShard[]; // of the table's streams, the oldest first
  readonly lastFailure?: HookFailure; // since the server started
}

export interface HookLag {
  readonly records: number; // not delivered yet
  readonly atLeast?: true; // counting stopped at this number
  readonly seconds: number; // the age of the oldest of them; 0 without any
}

export interface HookShard {
  readonly streamArn: string;
  readonly shardId: string;
  readonly next: string; // sequence number: all records before it are delivered
  readonly finished: boolean; // the shard is closed and wholly delivered
  readonly attempts: number; // failed attempts for the next batch
  readonly lag: HookLag;
}

export interface HookFailure {
  readonly time: number;
  readonly error: string;
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: number; // of the batch
  readonly first: string; // sequence number of its first record
  readonly attempts: number; // counted for the batch; 0: it is sent again in halves
  readonly givenUp: boolean;
}
