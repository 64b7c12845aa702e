import { type KeyboardEvent, useEffect, useRef } from "react";

import { clockMarks, clockText } from "../../shared/clock_text";
import { useClock } from "../../shared/live/queries";
import { useServiceTime } from "../../shared/live/use_service_time";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { ChangeList } from "./ChangeList";
import style from "./ClockPanel.module.css";
import { HeldNote } from "./HeldNote";
import { LeftBehindNote } from "./LeftBehindNote";
import { PaceForm } from "./PaceForm";
import { SetForm } from "./SetForm";
import { StepForm } from "./StepForm";
import { useTurns } from "./use_turns";

// Turns service time. It is no dialog: the view below shows at once what a turn does.
export default function ClockPanel({ close }: { readonly close: () => void }) {
  const { data: reading } = useClock();
  const time = useServiceTime();
  const turns = useTurns();
  const first = useRef<HTMLHeadingElement>(null);
  useEffect(() => first.current?.focus(), []);
  // Some buttons go once they are pressed, and the focus must not go to the page.
  useEffect(() => {
    if (document.activeElement === document.body) first.current?.focus();
  }, [turns.warned, reading?.scale, reading?.expiry]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };
  return (
    <section id="clock-panel" aria-label="Clock" className={style.panel} onKeyDown={onKeyDown}>
      <header className={style.head}>
        <h2 ref={first} tabIndex={-1}>
          Service time
        </h2>
        <Button kind="quiet" onClick={close}>
          Close
        </Button>
      </header>
      {reading !== undefined && time !== undefined && (
        <>
          <p className={style.time}>{clockText(time)}</p>
          <p className={style.quiet}>
            Machine time {reading.machineTime.slice(0, 19).replace("T", " ")} UTC:{" "}
            {clockMarks(reading).join(", ") || "the same"}. Service time never runs backwards.
          </p>
          {turns.warned && <LeftBehindNote turns={turns} warned={turns.warned} now={time} />}
          {reading.expiry === "held" && <HeldNote turns={turns} />}
          <StepForm turns={turns} />
          <SetForm turns={turns} now={time} />
          <PaceForm turns={turns} reading={reading} />
        </>
      )}
      {turns.slow && (
        <div className={style.running}>
          <Progress label={turns.stepped === undefined ? "Turning the clock…" : `${turns.stepped} years done…`} />
          <Button onClick={turns.stop}>Stop</Button>
        </div>
      )}
      <ErrorNote error={turns.error} />
      <ChangeList />
    </section>
  );
}
