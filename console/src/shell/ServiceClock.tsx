import { useEffect, useState } from "react";

import { useClock } from "../shared/live/queries";
import { clockMarks, clockText, timeNow } from "./clock_text";
import style from "./ServiceClock.module.css";

const TICK_MS = 1000;

// Service time, as the server's last reading and its pace give it.
export function ServiceClock() {
  const { data, dataUpdatedAt } = useClock();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (data === undefined) return <span className={style.clock} />;
  const time = timeNow(data, dataUpdatedAt, Math.max(now, dataUpdatedAt));
  const marks = clockMarks(data);
  return (
    <span className={style.clock} title="Service time in UTC: the clock that DynamoDB's features follow">
      <time dateTime={time.toISOString()}>{clockText(time)}</time>
      {marks.map((mark) => (
        <span key={mark} className={style.mark}>
          {mark}
        </span>
      ))}
    </span>
  );
}
