import { useState } from "react";

import { parseDuration } from "../../data/values/durations";
import { Button } from "../../shared/parts/Button";
import { TextField } from "../../shared/parts/TextField";
import style from "./forms.module.css";
import type { Turns } from "./use_turns";

const STEPS = [
  ["1 minute", 60],
  ["1 hour", 3600],
  ["1 day", 86_400],
] as const;
const DAY_MS = 86_400_000;

// Steps forward by a minute, an hour, a day or any duration.
export function StepForm({ turns }: { readonly turns: Turns }) {
  const [duration, setDuration] = useState("");
  const ms = parseDuration(duration);
  const wrong = duration !== "" && (ms === undefined || ms === 0);
  const step = (seconds: number) => turns.forward({ seconds });
  return (
    <>
      <div className={style.steps}>
        <span>Step forward by</span>
        {STEPS.map(([text, seconds]) => (
          <Button key={text} onClick={() => step(seconds)}>
            {text}
          </Button>
        ))}
      </div>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ms) step(ms / 1000);
        }}
      >
        <TextField
          label="Any duration"
          mono
          placeholder="1d12h"
          value={duration}
          onChange={setDuration}
          error={wrong ? "A duration is such as 90s, 30m, 1d12h or 2w." : ""}
          hint={ms !== undefined && ms >= DAY_MS ? "A day trims what streams hold, and ends their iterators." : undefined}
        />
        <Button type="submit" disabled={!ms}>
          Step
        </Button>
      </form>
    </>
  );
}
