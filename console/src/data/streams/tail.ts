import { readClock } from "../requests/server_facts";
import { keepRecords, RECORDS_MAX } from "./kept_records";
import { type Gap, ShardReader, type ShardStart } from "./shard_reader";
import { childrenOf, describeStream } from "./stream_requests";
import { compareSequence, isOpen, type KeptRecord, type Shard } from "./stream_shapes";

const READS_AT_ONCE = 4;
const READS_PER_ROUND = 32; // of a stream with very many shards, each round reads the next ones
const STEP_MS = 400; // after it the view shows what was read

export type TailStart =
  | { readonly from: "oldest" | "now" }
  | { readonly from: "number"; readonly number: string };

export interface TailState {
  readonly records: readonly KeptRecord[]; // the oldest first
  readonly reading: ReadonlyMap<string, string | undefined>; // open readers and their positions
  readonly read: number; // records that were read altogether
  readonly dropped: number; // of these no longer kept
  readonly behind: boolean; // more records are there already
  readonly full: boolean; // it waits for readOn()
  readonly quiet: number; // steps since the last record
  readonly gaps: readonly Gap[];
}

// Reads a stream from a start on, each shard after its parent.
export class Tail {
  private records: readonly KeptRecord[] = [];
  private readonly readers = new Map<string, ShardReader>();
  private readonly finished = new Set<string>();
  private readonly gaps = new Set<Gap>();
  private begun = false;
  private read = 0;
  private dropped = 0;
  private quiet = 0;
  private behind = true;
  private room: number; // records to read before the user is asked; only while it catches up
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly arn: string,
    private readonly start: TailStart,
  ) {
    this.room = start.from === "now" ? Infinity : RECORDS_MAX;
  }

  get state(): TailState {
    return {
      records: this.records,
      reading: new Map([...this.readers].map(([id, reader]) => [id, reader.position])),
      read: this.read,
      dropped: this.dropped,
      behind: this.behind,
      full: this.full,
      quiet: this.quiet,
      gaps: [...this.gaps],
    };
  }

  private get full(): boolean {
    return this.behind && this.read >= this.room;
  }

  // Reads as many records again as are kept.
  readOn(): void {
    this.room = this.read + RECORDS_MAX;
  }

  forget(): void {
    this.dropped += this.records.length;
    this.records = [];
  }

  // Reads what is there, for a moment. Steps run one after the other.
  step(signal: AbortSignal): Promise<TailState> {
    const next = this.turn.catch(() => undefined).then(() => this.rounds(signal));
    this.turn = next;
    return next;
  }

  private async rounds(signal: AbortSignal): Promise<TailState> {
    const end = performance.now() + STEP_MS;
    const before = this.read;
    if (!this.begun) await this.begin(signal);
    do {
      if (this.full) break;
      this.behind = await this.round(signal);
      if (!this.behind) this.room = Infinity;
    } while (this.behind && performance.now() < end);
    this.quiet = this.read === before ? this.quiet + 1 : 0;
    return this.state;
  }

  private async begin(signal: AbortSignal): Promise<void> {
    const since = Math.floor(Date.parse((await readClock(signal)).time) / 1000);
    const { Shards } = await describeStream(this.arn, signal);
    const start: ShardStart = this.start.from === "number" ? this.start : { from: this.start.from, since };
    for (const first of startsOf(Shards, start)) this.follow(first.shard, first.start);
    this.begun = true;
  }

  // Returns whether more records may be there already. A failure waits for the other reads.
  private async round(signal: AbortSignal): Promise<boolean> {
    const due = [...this.readers.values()].slice(0, this.behind ? undefined : READS_PER_ROUND);
    let more = false;
    const work = async () => {
      for (let reader = due.shift(); reader !== undefined; reader = due.shift()) {
        if (await this.readShard(reader, signal)) more = true;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: READS_AT_ONCE }, work));
    const failed = ends.find((end) => end.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return more;
  }

  private async readShard(reader: ShardReader, signal: AbortSignal): Promise<boolean> {
    const { ShardId: shardId } = reader.shard;
    const { records, ended, gap } = await reader.read(signal);
    if (gap !== undefined) this.gaps.add(gap);
    this.keep(records.map((record) => ({ shardId, record })));
    if (!ended) {
      this.readers.delete(shardId);
      this.readers.set(shardId, reader); // behind the others, so that each has its turn
      return records.length > 0;
    }
    // If this fails, the reader stays, and the next round meets its end again.
    const next = gap === "shard-gone" ? await this.unread(signal) : await childrenOf(this.arn, shardId, signal);
    this.readers.delete(shardId);
    this.finished.add(shardId);
    for (const shard of next) this.follow(shard, { from: "oldest" });
    return true;
  }

  // A shard that was dropped does not tell its children. They are shards without a parent now.
  private async unread(signal: AbortSignal): Promise<readonly Shard[]> {
    const { Shards } = await describeStream(this.arn, signal);
    return startsOf(Shards, { from: "oldest" }).map(({ shard }) => shard);
  }

  private follow(shard: Shard, start: ShardStart): void {
    const { ShardId: id } = shard;
    if (this.readers.has(id) || this.finished.has(id)) return;
    this.readers.set(id, new ShardReader(this.arn, shard, start));
  }

  private keep(added: readonly KeptRecord[]): void {
    const before = this.records.length;
    this.records = keepRecords(this.records, added);
    this.read += added.length;
    this.dropped += before + added.length - this.records.length;
  }
}

interface Started {
  readonly shard: Shard;
  readonly start: ShardStart;
}

// The shards that a tail reads first. The others follow as children.
export function startsOf(shards: readonly Shard[], start: ShardStart): Started[] {
  if (start.from === "now") return shards.filter(isOpen).map((shard) => ({ shard, start }));
  const first = shards.filter((shard) => start.from === "oldest" || !endsBefore(shard, start.number));
  const ids = new Set(first.map((shard) => shard.ShardId));
  return first
    .filter((shard) => shard.ParentShardId === undefined || !ids.has(shard.ParentShardId))
    .map((shard) => ({ shard, start: holds(shard, start) ? start : { from: "oldest" } }));
}

const endsBefore = ({ SequenceNumberRange: { EndingSequenceNumber: end } }: Shard, number: string): boolean =>
  end !== undefined && compareSequence(end, number) < 0;

const holds = (shard: Shard, start: ShardStart): boolean =>
  start.from === "number" &&
  compareSequence(shard.SequenceNumberRange.StartingSequenceNumber, start.number) <= 0;
