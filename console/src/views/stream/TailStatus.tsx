import { countText, plural } from "../../data/values/amounts";
import type { Gap } from "../../data/streams/shard_reader";
import { Button } from "../../shared/parts/Button";
import { Status } from "../../shared/parts/Status";
import style from "./TailStatus.module.css";
import type { RunningTail } from "./use_tail";

const GAPS: { readonly [gap in Gap]: string } = {
  trimmed: "Records that were older than 24 hours went before they were read.",
  "shard-gone": "A shard was older than 24 hours and went before it was read to its end.",
};

// How far the tail is, and what it lacks.
export function TailStatus(properties: {
  readonly tail: RunningTail;
  readonly shown: number;
  readonly paused: boolean;
}) {
  const { tail, shown, paused } = properties;
  const { records, dropped, behind, full, gaps } = tail.state;
  return (
    <>
      {paused ? (
        <Status tone="warn" text="Paused" />
      ) : (
        <Status tone={behind ? "quiet" : "good"} text={full ? "Waiting" : behind ? "Reading" : "Live"} />
      )}
      <span className={style.count}>
        {plural(records.length, "record")}
        {shown < records.length && `, ${countText(shown)} shown`}
        {dropped > 0 && `, ${countText(dropped)} before them dropped`}
      </span>
      {full && (
        <span className={style.full}>
          These are the first {countText(records.length)} records. Reading on drops them.{" "}
          <Button onClick={tail.readOn}>Read the next ones</Button>
        </span>
      )}
      {gaps.map((gap) => (
        <span key={gap} className={style.gap}>
          {GAPS[gap]}
        </span>
      ))}
    </>
  );
}
