import { useState } from "react";

import type { TableDescription } from "../../data/requests/table_shapes";
import type { Content } from "../../data/transfer/formats";
import { importFile, type ImportProgress } from "../../data/transfer/import_file";
import { keepPosition, loadPosition, type Position } from "../../data/transfer/positions";
import { refusedLines } from "../../data/transfer/refused_lines";
import { refreshTables } from "../../shared/live/queries";
import { type Action, useAction } from "../../shared/use_action";

const SECOND = 1000;

interface Run {
  readonly progress?: ImportProgress; // undefined: nothing has run since the file was chosen
  readonly position?: Position; // where to continue
  readonly rate: number;
  readonly isOver: boolean;
  readonly isForgetful: boolean; // the browser's storage refuses positions
}

function localStorageOrNone(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

// The import of one file in one format: its state, and the position kept for a later page.
export function useImport(table: TableDescription, file: File, content: Content) {
  const place = [localStorageOrNone(), location.pathname, `${table.TableName} ${content.format}`, file] as const;
  const [lines, setLines] = useState(refusedLines);
  const [run, setRun] = useState<Run>(() => ({
    position: loadPosition(...place),
    rate: 0,
    isOver: false,
    isForgetful: false,
  }));

  const action: Action & { run: (from: Position | undefined) => void } = useAction(
    async (signal, from: Position | undefined) => {
      const refused = from === undefined || run.progress === undefined ? refusedLines() : lines;
      const refusedBefore = (from?.refused ?? 0) - refused.count();
      setLines(refused);
      const began = performance.now();
      const report = (progress: ImportProgress) => {
        const position = {
          records: progress.records,
          written: (from?.written ?? 0) + progress.written,
          refused: refusedBefore + refused.count(),
        };
        const seconds = Math.max(performance.now() - began, 1) / SECOND;
        const isForgetful = !keepPosition(...place, position);
        setRun({ progress, position, rate: progress.written / seconds, isOver: false, isForgetful });
      };
      try {
        await importFile({ file, content, table, skip: from?.records ?? 0, refused, report }, signal);
        keepPosition(...place, undefined);
        setRun((now) => ({ ...now, isOver: true, isForgetful: false }));
      } finally {
        await refreshTables();
      }
    },
  );
  const state = {
    ...run,
    lines,
    written: run.position?.written ?? 0,
    refused: run.position?.refused ?? 0,
    repeated: run.progress?.repeated ?? 0,
  };
  return { action, state, start: action.run };
}
