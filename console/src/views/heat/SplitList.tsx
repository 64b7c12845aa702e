import type { HeatSplit } from "../../data/requests/heat_shapes";
import { timeText } from "../../shared/picture/ticks";
import { splitReason } from "./partition_rows";
import style from "./SplitList.module.css";

const SHOWN = 8;

// The splits of the shown time, the latest first.
export function SplitList({ splits }: { readonly splits: readonly HeatSplit[] }) {
  if (splits.length === 0) return null;
  const rest = splits.length - SHOWN;
  return (
    <section aria-label="Splits" className={style.splits}>
      <h2>Splits</h2>
      <ul>
        {[...splits].reverse().slice(0, SHOWN).map(({ time, partition, children, reason }) => (
          <li key={partition}>
            <span className={style.time}>{timeText(Math.floor(time))}</span> Partition {partition} became{" "}
            {children.join(" and ")}: {splitReason(reason)}.
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{rest} earlier</p>}
    </section>
  );
}
