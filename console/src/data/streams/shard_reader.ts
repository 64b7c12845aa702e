import { Failure, isMissing } from "../requests/failure";
import { getRecords, type IteratorPlace, shardIterator } from "./stream_requests";
import type { Shard, StreamRecord } from "./stream_shapes";

// Where the reader of a shard begins. `now` has the service time of the start in whole seconds.
export type ShardStart =
  | { readonly from: "oldest" }
  | { readonly from: "now"; readonly since: number }
  | { readonly from: "number"; readonly number: string };

export type Gap = "trimmed" | "shard-gone";

export interface ShardRead {
  readonly records: readonly StreamRecord[];
  readonly ended: boolean; // the shard is closed and read to its end
  readonly gap?: Gap; // records are missing before these
}

const GONE: ShardRead = { records: [], ended: true, gap: "shard-gone" };

// Reads one shard in order. An iterator that expired is replaced, and no record is read twice.
export class ShardReader {
  private iterator: string | undefined;
  private last: string | undefined;
  private asked = false;

  constructor(
    private readonly arn: string,
    readonly shard: Shard,
    private start: ShardStart,
  ) {}

  // The sequence number of the last record that was read.
  get position(): string | undefined {
    return this.last;
  }

  // Errors: throws what the server answers, apart from what another iterator cures.
  async read(signal: AbortSignal): Promise<ShardRead> {
    try {
      return await this.page(signal);
    } catch (error) {
      const type = error instanceof Failure ? error.type : "";
      if (type !== "ExpiredIteratorException" && type !== "TrimmedDataAccessException") throw error;
      this.iterator = undefined;
      return type === "ExpiredIteratorException" ? this.afterExpiry(signal) : this.fromTheOldest(signal);
    }
  }

  // An iterator lasts 15 minutes of service time, so a turn of the clock ends it.
  private async afterExpiry(signal: AbortSignal): Promise<ShardRead> {
    try {
      return await this.page(signal);
    } catch (error) {
      const trimmed = error instanceof Failure && error.type === "TrimmedDataAccessException";
      if (trimmed) return this.fromTheOldest(signal);
      if (isMissing(error)) return GONE;
      throw error;
    }
  }

  // The oldest records left are the next ones. A shard without any left is gone as a whole.
  private async fromTheOldest(signal: AbortSignal): Promise<ShardRead> {
    this.iterator = undefined;
    this.last = undefined;
    if (this.start.from === "number") this.start = { from: "oldest" };
    try {
      return { ...(await this.page(signal)), gap: "trimmed" };
    } catch (error) {
      if (isMissing(error)) return GONE;
      throw error;
    }
  }

  private async page(signal: AbortSignal): Promise<ShardRead> {
    this.iterator ??= await shardIterator(this.arn, this.shard.ShardId, this.place(), signal);
    this.asked = true;
    const answer = await getRecords(this.iterator, signal);
    this.iterator = answer.NextShardIterator;
    this.last = answer.Records.at(-1)?.dynamodb.SequenceNumber ?? this.last;
    return { records: this.wanted(answer.Records), ended: answer.NextShardIterator === undefined };
  }

  private place(): IteratorPlace {
    if (this.last !== undefined) return { type: "AFTER_SEQUENCE_NUMBER", number: this.last };
    if (this.start.from === "number") return { type: "AT_SEQUENCE_NUMBER", number: this.start.number };
    // LATEST would skip the records since the first iterator. Their time tells them from the older.
    return { type: this.start.from === "now" && !this.asked ? "LATEST" : "TRIM_HORIZON" };
  }

  private wanted(records: readonly StreamRecord[]): readonly StreamRecord[] {
    const { start } = this;
    if (start.from !== "now") return records;
    return records.filter((record) => record.dynamodb.ApproximateCreationDateTime >= start.since);
  }
}
