import type { TableDescription } from "../requests/table_shapes";
import { toWireItem } from "../values/dynamodb_json";
import { BatchWriter } from "./batch_writer";
import type { Content } from "./formats";
import { keyProblem, keyText, keyTypesOf } from "./item_key";
import { itemReader } from "./item_reader";
import { recordsOf } from "./records";
import type { RefusedLines } from "./refused_lines";

const REPORT_EVERY_MS = 200;

export interface ImportProgress {
  readonly bytes: number; // read from the file
  readonly records: number; // from the start of the file that are written or refused
  readonly written: number;
  readonly repeated: number; // replaced by a later record of the same batch
}

export interface ImportJob {
  readonly file: Blob;
  readonly content: Content;
  readonly table: TableDescription;
  readonly skip: number; // records that an earlier run has dealt with
  readonly refused: RefusedLines;
  readonly report: (progress: ImportProgress) => void;
}

// Writes the items of a file into a table. The file is read as fast as the server takes the items.
// Errors: throws Failure, or AbortError after `signal`. The last report says where to go on.
export async function importFile(job: ImportJob, signal: AbortSignal): Promise<ImportProgress> {
  const stopping = new AbortController(); // a failed batch stops the others
  const stop = () => stopping.abort();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const run = new ImportRun(job, stopping.signal);
  try {
    await run.read();
    return run.progress();
  } finally {
    stop();
    signal.removeEventListener("abort", stop);
    job.report(run.progress());
  }
}

class ImportRun {
  private bytes = 0;
  private place = 0; // records read
  private written = 0;
  private repeated = 0;
  private reported = 0;
  private readonly keyTypes;
  private readonly writer: BatchWriter;

  constructor(
    private readonly job: ImportJob,
    private readonly signal: AbortSignal,
  ) {
    this.keyTypes = keyTypesOf(job.table);
    const on = {
      written: (items: number) => {
        this.written += items;
        this.report();
      },
      repeated: () => this.repeated++,
      refused: job.refused.add,
    };
    this.writer = new BatchWriter(job.table.TableName, on, signal);
  }

  progress(): ImportProgress {
    const { bytes, written, repeated } = this;
    return { bytes, written, repeated, records: (this.writer.firstOpen() ?? this.place + 1) - 1 };
  }

  async read(): Promise<void> {
    const { file, content, skip, refused } = this.job;
    const reader = itemReader(content, this.keyTypes);
    for await (const records of recordsOf(file, content, (bytes) => (this.bytes = bytes))) {
      this.signal.throwIfAborted();
      for (const record of records) {
        const isHeader = content.format === "csv" && reader.columns() === undefined;
        if (!isHeader && ++this.place <= skip) continue;
        const read = reader.read(record);
        if (read === undefined) continue;
        const problem = "problem" in read ? read.problem : keyProblem(read.item, this.keyTypes);
        if (problem !== "" || "problem" in read) refused.add(record, problem);
        else await this.writer.put(this.place, keyText(read.item, this.keyTypes), toWireItem(read.item), record);
      }
      this.report();
    }
    await this.writer.finish();
  }

  private report(): void {
    const now = performance.now();
    if (now - this.reported < REPORT_EVERY_MS) return;
    this.reported = now;
    this.job.report(this.progress());
  }
}
