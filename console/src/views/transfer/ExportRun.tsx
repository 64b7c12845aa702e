import { useState } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import { exportItems, type ExportProgress } from "../../data/transfer/export_items";
import { indexOf, type Source } from "../../data/transfer/export_source";
import { fileNameOf, type Format } from "../../data/transfer/formats";
import { BLOB_BYTES_MAX } from "../../data/transfer/target";
import { bytesText, plural } from "../../data/values/amounts";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { saveBlob } from "../../shared/save_blob";
import { useAction } from "../../shared/use_action";
import style from "./ExportRun.module.css";
import { canWriteToDisk, chooseTarget } from "./save_target";

const NEAR = 0.8; // of the limit

interface Options {
  readonly format: Format;
  readonly compressed: boolean;
  readonly guard: boolean;
}

const NOTHING: ExportProgress = { items: 0, bytes: 0 };

// Starts and stops an export. Stopping leaves no file.
export function ExportRun(properties: {
  readonly table: TableDescription;
  readonly source: Source;
  readonly options: Options;
}) {
  const { table, source, options } = properties;
  const [progress, setProgress] = useState(NOTHING);
  const [outcome, setOutcome] = useState("");
  const name = fileNameOf(table.TableName, options.format, options.compressed);
  const action = useAction(async (signal) => {
    setOutcome("");
    setProgress(NOTHING);
    const target = await chooseTarget(name);
    setOutcome("Stopped. Nothing was written.");
    const { items, bytes } = await exportItems({ table, source, ...options, target, report: setProgress }, signal);
    const file = target.finish();
    if (file !== undefined) saveBlob(file, name);
    setOutcome(`Done: ${plural(items, "item")}, ${bytesText(bytes)}.`);
  });
  const isNear = !canWriteToDisk() && progress.bytes > NEAR * BLOB_BYTES_MAX;
  const limit = bytesText(BLOB_BYTES_MAX);
  return (
    <section className={style.run} aria-label="File">
      {!canWriteToDisk() && (
        <p className={mayExceed(table, source, options) ? style.warning : style.quiet}>
          This browser keeps the file in memory until its last item, and {limit} is the most that it can keep.
          {mayExceed(table, source, options) && ` The items take ${bytesText(sizeOf(table, source))}.`}
        </p>
      )}
      <Actions>
        <Button kind="primary" disabled={action.running} onClick={action.run}>
          Export to a file
        </Button>
        {action.slow && <Button onClick={action.stop}>Stop</Button>}
      </Actions>
      {action.slow && (
        <Progress
          label={`${plural(progress.items, "item")} read, ${bytesText(progress.bytes)} written`}
          done={progress.items}
          of={countOf(table, source)}
        />
      )}
      {action.running && isNear && <p className={style.warning}>The file comes near the limit of {limit}.</p>}
      <p role="status">{!action.running && action.error === undefined && outcome}</p>
      <ErrorNote error={action.error} />
    </section>
  );
}

const placeOf = (table: TableDescription, source: Source) =>
  source.kind === "scan" && source.index !== undefined ? indexOf(table, source.index) : undefined;

const sizeOf = (table: TableDescription, source: Source): number =>
  source.kind !== "scan" ? 0 : (source.index === undefined ? table.TableSizeBytes : (placeOf(table, source)?.IndexSizeBytes ?? 0));

const mayExceed = (table: TableDescription, source: Source, { compressed }: Options): boolean =>
  !compressed && sizeOf(table, source) > NEAR * BLOB_BYTES_MAX;

// 0: nobody knows before the end.
function countOf(table: TableDescription, source: Source): number {
  if (source.kind === "keys") return source.keys.length;
  if (source.kind === "query") return 0;
  return source.index === undefined ? table.ItemCount : (placeOf(table, source)?.ItemCount ?? 0);
}
