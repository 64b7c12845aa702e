import { useState } from "react";

import { EXPIRY_AGE_MAX_S } from "../../data/requests/left_behind";
import type { ClockReading } from "../../data/requests/server_facts";
import { durationText } from "../../data/values/durations";
import { Button } from "../../shared/parts/Button";
import { TextField } from "../../shared/parts/TextField";
import style from "./forms.module.css";
import type { Turns } from "./use_turns";

const PACE_MIN = 0.001;
const PACE_MAX = 1_000_000;
const WEEKEND_S = 60 * 3600; // from Friday evening to Monday morning

// Stops the clock, runs it, and sets its pace.
export function PaceForm({ turns, reading }: { readonly turns: Turns; readonly reading: ClockReading }) {
  const [text, setText] = useState("");
  const pace = Number(text);
  const right = text.trim() !== "" && pace >= PACE_MIN && pace <= PACE_MAX;
  return (
    <>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (right) turns.turn({ scale: pace });
        }}
      >
        <TextField
          label={`Pace, now ×${reading.scale}`}
          inputMode="decimal"
          mono
          placeholder="60"
          value={text}
          onChange={setText}
          error={text === "" || right ? "" : `A pace is a number from ${PACE_MIN} to ${PACE_MAX}.`}
          hint={right && pace > 1 ? offText(pace) : "Seconds of service time in each second."}
        />
        <Button type="submit" disabled={!right}>
          Set the pace
        </Button>
      </form>
      <div className={style.steps}>
        <Button onClick={() => turns.turn({ frozen: !reading.frozen })}>
          {reading.frozen ? "Resume the clock" : "Freeze the clock"}
        </Button>
        {reading.scale !== 1 && (
          <Button onClick={() => turns.turn({ scale: 1 })}>
            Back to the usual pace
          </Button>
        )}
      </div>
    </>
  );
}

function offText(pace: number): string {
  const weekend = pace * WEEKEND_S;
  const lost = weekend > EXPIRY_AGE_MAX_S ? " Items that expire more than five years before the next start then stay for ever." : "";
  return `The clock keeps this pace while the server is off: a weekend becomes ${durationText(weekend * 1000)}.${lost}`;
}
