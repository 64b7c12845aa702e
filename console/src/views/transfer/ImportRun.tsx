import { useEffect } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import type { Content } from "../../data/transfer/formats";
import { countText, plural, rateText } from "../../data/values/amounts";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import style from "./ImportRun.module.css";
import { RefusedNote } from "./RefusedNote";
import { useImport } from "./use_import";

// Starts, stops and continues the import of one file.
export function ImportRun(properties: {
  readonly table: TableDescription;
  readonly file: File;
  readonly content: Content;
  readonly onRunning: (isRunning: boolean) => void;
}) {
  const { table, file, content, onRunning } = properties;
  const { action, state, start } = useImport(table, file, content);
  const { running } = action;
  useEffect(() => {
    onRunning(running);
    return () => onRunning(false);
  }, [running, onRunning]);
  const { position, progress } = state;
  const canContinue = !running && !state.isOver && position !== undefined && position.records > 0;
  const hasStopped = !running && !state.isOver && progress !== undefined;
  const counts = `${plural(state.written, "item")} written, ${plural(state.refused, "line")} refused`;
  return (
    <section className={style.run} aria-label="Import">
      {!state.isOver && (
        <Actions>
          {canContinue && (
            <Button kind="primary" onClick={() => start(position)}>
              Continue after {plural(position.records, "record")}
            </Button>
          )}
          {!running && (
            <Button kind={canContinue ? "plain" : "primary"} onClick={() => start(undefined)}>
              {canContinue ? "Start from the beginning" : "Import"}
            </Button>
          )}
          {running && <Button onClick={action.stop}>Stop</Button>}
        </Actions>
      )}
      {running && (
        <Progress
          label={`${counts}, ${rateText(state.rate)} items a second`}
          done={progress?.bytes}
          of={file.size}
        />
      )}
      <p role="status">
        {state.isOver && `Done: ${counts}.`}
        {hasStopped && `Stopped: ${counts}.`}
        {canContinue && !hasStopped && `An earlier import of this file stopped after ${plural(position.records, "record")}.`}
      </p>
      {state.repeated > 0 && !running && (
        <p className={style.quiet}>
          {countText(state.repeated)} of the lines were replaced by a later line with the same key.
        </p>
      )}
      {state.isForgetful && (
        <p className={style.quiet}>The browser keeps nothing for this page, so a reload begins from the start.</p>
      )}
      <ErrorNote error={action.error} />
      {!running && <RefusedNote lines={state.lines} name={file.name} />}
      {!running && !state.isOver && progress === undefined && (
        <p className={style.quiet}>
          Writes count as your programs' do. An item replaces one that has the same key.
        </p>
      )}
    </section>
  );
}
