import { useState } from "react";
import { Link } from "wouter";

import { changeOf, keyOf } from "../../data/streams/record_facts";
import { isExpiry, type KeptRecord, shortShardId } from "../../data/streams/stream_shapes";
import { bytesText, countText } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";
import { CopyButton } from "../../shared/parts/CopyButton";
import { Text } from "../../shared/parts/Text";
import { itemAddress } from "../../shared/view_addresses";
import { DifferenceTable } from "./DifferenceTable";
import style from "./RecordDetail.module.css";
import { recordTime } from "./record_time";

const SHOWN_FIRST = 100;
const NOTES = {
  difference: "",
  keys: "The stream holds keys only, so it does not say what changed.",
  "new-image": "The stream holds new images only. This is the item after the change.",
  "old-image": "The stream holds old images only. This is the item before the change.",
} as const;

// One record with everything that differs between its images.
export function RecordDetail(properties: {
  readonly table: string;
  readonly kept: KeptRecord | undefined;
  readonly keyNames: readonly string[];
  readonly tableGone: boolean;
  readonly close: () => void;
  readonly startHere: () => void;
}) {
  const { table, kept, keyNames, tableGone, close, startHere } = properties;
  return (
    <section aria-label="Record" className={style.detail}>
      <header className={style.head}>
        <h3>{kept?.record.eventName ?? "Record"}</h3>
        <Button kind="quiet" onClick={close}>
          Close
        </Button>
      </header>
      {kept === undefined ? (
        <p className={style.quiet}>
          This record is not among those that are here. <Button onClick={startHere}>Start at it</Button>
        </p>
      ) : (
        <OneRecord key={kept.record.dynamodb.SequenceNumber} {...{ table, kept, keyNames, tableGone, startHere }} />
      )}
    </section>
  );
}

function OneRecord(properties: {
  readonly table: string;
  readonly kept: KeptRecord;
  readonly keyNames: readonly string[];
  readonly tableGone: boolean;
  readonly startHere: () => void;
}) {
  const { table, kept, keyNames, tableGone, startHere } = properties;
  const { record, shardId } = kept;
  const { key, text } = keyOf(kept, keyNames);
  const [all, setAll] = useState(false);
  const change = changeOf(kept, all ? Infinity : SHOWN_FIRST + 1);
  const shown = all ? change.differences : change.differences.slice(0, SHOWN_FIRST);
  return (
    <>
      <p className={style.key}>
        {tableGone ? <Text value={text} /> : <Link href={itemAddress(table, key)}><Text value={text} /></Link>}
      </p>
      <p className={style.quiet}>
        {recordTime(record)} UTC, shard <span title={shardId}>{shortShardId(shardId)}</span>,{" "}
        {bytesText(record.dynamodb.SizeBytes ?? 0)}
        {isExpiry(record) && ". Time to live removed the item."}
      </p>
      <p className={style.quiet}>
        Sequence number <code className={style.number}>{record.dynamodb.SequenceNumber}</code>
      </p>
      {NOTES[change.kind] !== "" && <p className={style.quiet}>{NOTES[change.kind]}</p>}
      <DifferenceTable differences={shown} compared={change.kind === "difference"} />
      <div className={style.actions}>
        {shown.length < change.differences.length && (
          <Button onClick={() => setAll(true)}>Show more than {countText(SHOWN_FIRST)} attributes</Button>
        )}
        <CopyButton text={JSON.stringify(record, undefined, 2)} label="Copy the record" />
        <Button onClick={startHere}>Start at this record</Button>
      </div>
    </>
  );
}
