import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";

import type { Entities } from "../../data/entities/entities";
import { entityOf } from "../../data/streams/record_facts";
import type { KeptRecord } from "../../data/streams/stream_shapes";
import style from "./RecordList.module.css";
import { RecordRow } from "./RecordRow";

const ROW_HEIGHT = 46;
const OVERSCAN = 8;
const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };

const numberOf = (kept: KeptRecord | undefined): string => kept?.record.dynamodb.SequenceNumber ?? "";

// Any number of records, the newest first. Only those in sight are in the document.
export function RecordList(properties: {
  readonly table: string;
  readonly records: readonly KeptRecord[]; // the oldest first
  readonly keyNames: readonly string[];
  readonly entities: Entities;
  readonly picked: string;
  readonly pick: (number: string) => void;
}) {
  const { table, records, keyNames, entities, picked, pick } = properties;
  const scroller = useRef<HTMLDivElement>(null);
  const at = (index: number): KeptRecord => records[records.length - 1 - index]!;
  const rows = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => numberOf(at(index)),
    overscan: OVERSCAN,
  });
  usePlaceKept(scroller, records);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    if (step === undefined || row === null) return;
    event.preventDefault();
    const next = Number(row.dataset["index"]) + step;
    if (next < 0 || next >= records.length) return;
    rows.scrollToIndex(next);
    scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus({ preventScroll: true });
  };

  return (
    <div ref={scroller} className={style.scroll} role="region" aria-label="Records, the newest first" tabIndex={0} onKeyDown={moveFocus}>
      <ul className={style.list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <li key={row.key} data-index={row.index} className={style.row} style={{ transform: `translateY(${row.start}px)` }}>
            <RecordRow
              table={table}
              kept={at(row.index)}
              keyNames={keyNames}
              entity={entityOf(at(row.index), entities) ?? ""}
              picked={numberOf(at(row.index)) === picked}
              pick={pick}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

// New records come above. Whoever has scrolled down keeps looking at the same ones.
function usePlaceKept(scroller: { readonly current: HTMLDivElement | null }, records: readonly KeptRecord[]): void {
  const newest = useRef("");
  useLayoutEffect(() => {
    const before = newest.current;
    newest.current = numberOf(records.at(-1));
    const element = scroller.current;
    if (element === null || element.scrollTop === 0 || before === newest.current) return;
    const found = records.findLastIndex((kept) => numberOf(kept) === before);
    element.scrollTop = found < 0 ? 0 : element.scrollTop + (records.length - 1 - found) * ROW_HEIGHT;
  }, [records]);
}
