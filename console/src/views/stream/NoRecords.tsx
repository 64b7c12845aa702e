import type { StreamDescription } from "../../data/streams/stream_shapes";
import { Empty } from "../../shared/parts/Empty";
import { LinkButton } from "../../shared/parts/LinkButton";
import { itemsAddress } from "../../shared/view_addresses";
import style from "./NoRecords.module.css";
import type { RunningTail } from "./use_tail";

// The place of the records while there are none.
export function NoRecords(properties: {
  readonly table: string;
  readonly stream: StreamDescription;
  readonly tail: RunningTail;
  readonly from: string;
}) {
  const { table, stream, tail, from } = properties;
  const { records, behind } = tail.state;
  if (records.length > 0) return <p className={style.none}>None of the records that are here matches the filter.</p>;
  if (behind) return <p className={style.none}>Reading the records…</p>;
  if (stream.StreamStatus === "DISABLED") return <p className={style.none}>The stream has no records any more.</p>;
  return (
    <Empty title={from === "now" ? "Waiting for changes" : "No change in the last 24 hours"}>
      <p>Every put, update and delete of an item appears here within a second or two.</p>
      <LinkButton to={itemsAddress(table)}>Go to the items</LinkButton>
    </Empty>
  );
}
