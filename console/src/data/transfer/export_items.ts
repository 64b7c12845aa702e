import type { TableDescription } from "../requests/table_shapes";
import { fromWireItem, type WireItem } from "../values/dynamodb_json";
import { chooseColumns, type CsvColumn } from "./csv_columns";
import { indexOf, readersOf, type Source } from "./export_source";
import type { Format } from "./formats";
import { itemWriter } from "./item_writer";
import { keyTypesOf } from "./item_key";
import { type Target, textSink } from "./target";

const COLUMNS_MAX = 200;
const REPORT_EVERY_MS = 200;

export interface ExportProgress {
  readonly items: number;
  readonly bytes: number; // of the file
}

export interface ExportJob {
  readonly table: TableDescription;
  readonly source: Source;
  readonly format: Format;
  readonly compressed: boolean;
  readonly guard: boolean; // against formulas in CSV
  readonly target: Target;
  readonly report: (progress: ExportProgress) => void;
}

// Writes the items of a source to a target. The order of a Query is kept; segments of a Scan mix.
// Errors: throws Failure, or AbortError after `signal`. Then the target holds no file.
export async function exportItems(job: ExportJob, signal: AbortSignal): Promise<ExportProgress> {
  let items = 0;
  let bytes = 0;
  let reported = 0;
  const sink = textSink(job.target, job.compressed, (now) => (bytes = now));
  const stopping = new AbortController(); // a failed segment stops the others
  const stop = () => stopping.abort();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const readers = readersOf(job.table, job.source, stopping.signal);
    const first = await Promise.all(readers.map((reader) => reader.next()));
    const sample = first.flatMap((page) => (page.done ? [] : page.value));
    const writer = itemWriter(job.format, job.format === "csv" ? columnsOf(job, sample) : []);
    const take = async (page: readonly WireItem[]) => {
      await sink.write(writer.items(page));
      items += page.length;
      if (performance.now() - reported < REPORT_EVERY_MS) return;
      reported = performance.now();
      job.report({ items, bytes });
    };
    await sink.write(writer.begin());
    await Promise.all(
      readers.map(async (reader, at) => {
        const page = first[at]!;
        if (!page.done) await take(page.value);
        for await (const next of reader) await take(next);
      }),
    );
    await sink.write(writer.end());
    stopping.signal.throwIfAborted();
    await sink.close();
    return { items, bytes };
  } catch (error) {
    stop();
    await sink.abort();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

// Columns are the keys, and the attributes of the first page of each segment.
function columnsOf({ table, source, guard }: ExportJob, sample: readonly WireItem[]): CsvColumn[] {
  const types = new Map(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  const index = source.kind === "keys" || source.index === undefined ? undefined : indexOf(table, source.index);
  const names = new Set([...keyTypesOf(table).keys(), ...(index?.KeySchema ?? []).map((key) => key.AttributeName)]);
  const keys = [...names].map((name) => ({ name, type: types.get(name) ?? "S" }));
  return chooseColumns(sample.map((item) => fromWireItem(item)), keys, { guard, columnsMax: COLUMNS_MAX });
}
