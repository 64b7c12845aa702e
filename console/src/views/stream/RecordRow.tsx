import { memo } from "react";
import { Link } from "wouter";

import { entityColour } from "../../data/entities/colours";
import { keyOf } from "../../data/streams/record_facts";
import { isExpiry, type KeptRecord, shortShardId } from "../../data/streams/stream_shapes";
import { Text } from "../../shared/parts/Text";
import { itemAddress } from "../../shared/view_addresses";
import { ChangeLine } from "./ChangeLine";
import style from "./RecordRow.module.css";
import { recordTime } from "./record_time";

interface Row {
  readonly table: string;
  readonly kept: KeptRecord;
  readonly keyNames: readonly string[];
  readonly entity: string; // empty: none is known
  readonly picked: boolean;
  readonly pick: (number: string) => void;
}

export const RecordRow = memo(function RecordRow(properties: Row) {
  const { table, kept, keyNames, entity, picked, pick } = properties;
  const { record, shardId } = kept;
  const { key, text } = keyOf(kept, keyNames);
  return (
    <div className={`${style.record} ${picked ? style.picked : ""}`}>
      <div className={style.line}>
        <button
          type="button"
          aria-pressed={picked}
          className={`${style.event} ${style[record.eventName]}`}
          onClick={() => pick(picked ? "" : record.dynamodb.SequenceNumber)}
        >
          {record.eventName}
        </button>
        <Link href={itemAddress(table, key)} className={style.key}>
          <Text value={text} />
        </Link>
        {entity !== "" && (
          <span className={style.entity} style={{ color: entityColour(table, entity) }}>
            <Text value={entity} />
          </span>
        )}
        {isExpiry(record) && <span className={style.expired}>expired</span>}
        <span className={style.shard}>shard {shortShardId(shardId)}</span>
        <span className={style.time}>
          <span className={style.date}>{recordTime(record).slice(0, 10)} </span>
          {recordTime(record).slice(11)}
        </span>
      </div>
      <ChangeLine kept={kept} />
    </div>
  );
}, sameRow);

// A record never changes, so its row shows again only when it is picked.
function sameRow(before: Row, now: Row): boolean {
  return before.kept.record === now.kept.record && before.picked === now.picked && before.entity === now.entity;
}
