import { clockMarks, clockText } from "../../shared/clock_text";
import { useClock } from "../../shared/live/queries";
import { useServiceTime } from "../../shared/live/use_service_time";
import style from "./ServiceClock.module.css";

// Service time in the top bar, with how it differs from the machine's. It opens the clock.
export function ServiceClock({ open, toggle }: { readonly open: boolean; readonly toggle: () => void }) {
  const { data } = useClock();
  const time = useServiceTime();
  if (data === undefined || time === undefined) return <span className={style.clock} />;
  return (
    <button
      type="button"
      id="service-clock"
      className={style.clock}
      aria-expanded={open}
      aria-controls="clock-panel"
      title="Service time in UTC: the clock that DynamoDB's features follow"
      onClick={toggle}
    >
      <time dateTime={time.toISOString()}>{clockText(time)}</time>
      {clockMarks(data).map((mark) => (
        <span key={mark} className={style.mark}>
          {mark}
        </span>
      ))}
    </button>
  );
}
