import { BATCH_WRITES_MAX, type Write } from "../requests/batch_write";
import { type WireItem } from "../values/dynamodb_json";
import { putItems } from "./put_items";
import type { FileRecord } from "./splitter";

export const BATCHES_IN_FLIGHT_MAX = 5; // a browser has six connections, and the console polls
const BATCH_CHARS_MAX = 4 * 1024 * 1024; // a request has at most 16 MB

interface Entry {
  readonly write: Write;
  readonly record: FileRecord;
}

interface Batch {
  readonly first: number; // the place in the file of its first record, from 1
  readonly entries: Map<string, Entry>; // by key
  chars: number;
  done: Promise<void>;
}

// Collects items into batches and keeps a few under way. The last item of a key wins, as if the
// items were written one after another: a batch waits for earlier ones that share a key with it.
export class BatchWriter {
  private readonly sent: Batch[] = []; // in the file's order
  private open: Batch | undefined;
  private failure: unknown;

  constructor(
    private readonly table: string,
    private readonly on: {
      readonly written: (items: number) => void;
      readonly repeated: () => void;
      readonly refused: (record: FileRecord, reason: string) => void;
    },
    private readonly signal: AbortSignal,
  ) {}

  // Errors: throws what an earlier batch met.
  async put(place: number, key: string, item: WireItem, record: FileRecord): Promise<void> {
    this.open ??= { first: place, entries: new Map(), chars: 0, done: Promise.resolve() };
    if (this.open.entries.has(key)) this.on.repeated();
    this.open.entries.set(key, { write: { PutRequest: { Item: item } }, record });
    this.open.chars += record.text.length;
    if (this.open.entries.size >= BATCH_WRITES_MAX || this.open.chars >= BATCH_CHARS_MAX) await this.send();
  }

  async finish(): Promise<void> {
    await this.send();
    await Promise.all(this.sent.map((batch) => batch.done));
    this.throwFailure();
  }

  // The first place in the file that is not yet written. undefined: everything is written.
  firstOpen(): number | undefined {
    return (this.sent[0] ?? this.open)?.first;
  }

  private async send(): Promise<void> {
    const batch = this.open;
    if (batch === undefined) return;
    while (this.sent.length >= BATCHES_IN_FLIGHT_MAX && this.failure === undefined) {
      await Promise.race(this.sent.map((one) => one.done));
    }
    await Promise.all(this.sent.filter((one) => sharesKey(one, batch)).map((one) => one.done));
    this.throwFailure();
    this.open = undefined;
    this.sent.push(batch);
    batch.done = this.write(batch);
  }

  // A failed batch stays in `sent`, so that firstOpen() names its place.
  private async write(batch: Batch): Promise<void> {
    const entries = [...batch.entries.values()];
    let refused = 0;
    const refuse = ({ record }: Entry, reason: string) => {
      refused++;
      this.on.refused(record, reason);
    };
    try {
      await putItems(this.table, entries, refuse, this.signal);
      this.on.written(entries.length - refused);
      this.sent.splice(this.sent.indexOf(batch), 1);
    } catch (error) {
      this.failure ??= error;
    }
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure;
  }
}

function sharesKey(one: Batch, other: Batch): boolean {
  for (const key of other.entries.keys()) if (one.entries.has(key)) return true;
  return false;
}
