import type { ScalingActivity } from "../../data/requests/scaling";
import { Text } from "../../shared/parts/Text";
import { timeText } from "../../shared/picture/ticks";
import style from "./lists.module.css";

const SHOWN = 8;

// The activities of scaling, the latest first.
export function ActivityList({ activities }: { readonly activities: readonly ScalingActivity[] }) {
  if (activities.length === 0) return null;
  return (
    <>
      <h3>Activities</h3>
      <ul>
        {activities.slice(0, SHOWN).map((one) => (
          <li key={one.ActivityId}>
            <span className={style.none}>{timeText(Math.floor(one.StartTime))}</span> <Text value={one.Description} />{" "}
            {one.StatusCode === "Failed" && <Text value={`Failed: ${one.StatusMessage ?? ""}`} />}
          </li>
        ))}
      </ul>
      {activities.length > SHOWN && <p className={style.none}>{activities.length - SHOWN} earlier</p>}
    </>
  );
}
