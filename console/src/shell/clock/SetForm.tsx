import { useState } from "react";

import { parseTime } from "../../shared/clock_text";
import { Button } from "../../shared/parts/Button";
import { TextField } from "../../shared/parts/TextField";
import style from "./forms.module.css";
import type { Turns } from "./use_turns";

// Sets service time forward to a time.
export function SetForm({ turns, now }: { readonly turns: Turns; readonly now: Date }) {
  const [text, setText] = useState("");
  const time = parseTime(text);
  const past = time !== undefined && time <= now;
  const problem =
    text === "" ? "" : time === undefined ? "A time in UTC is such as 2027-01-01 08:30." : past ? "This time has passed." : "";
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (time !== undefined && !past) turns.forward({ until: time });
      }}
    >
      <TextField
        label="Time in UTC"
        mono
        placeholder={`${now.getUTCFullYear() + 1}-01-01 00:00`}
        value={text}
        onChange={setText}
        error={problem}
      />
      <Button type="submit" disabled={time === undefined || past}>
        Set
      </Button>
    </form>
  );
}
