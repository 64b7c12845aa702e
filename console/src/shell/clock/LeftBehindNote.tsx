import { useEffect, useRef } from "react";

import { EXPIRY_AGE_MAX_S } from "../../data/requests/left_behind";
import { countText, plural } from "../../data/values/amounts";
import { clockText } from "../../shared/clock_text";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import style from "./forms.module.css";
import type { Turns, Warned } from "./use_turns";

const NAMES_SHOWN = 5;

// Asks before a step after which expired items stay for ever.
export function LeftBehindNote(properties: { readonly turns: Turns; readonly warned: Warned; readonly now: Date }) {
  const { turns, warned, now } = properties;
  const { turn, seconds, left, held } = warned;
  const limit = new Date(now.getTime() + (seconds - EXPIRY_AGE_MAX_S) * 1000);
  const more = left.tables.length - NAMES_SHOWN;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.scrollIntoView({ block: "nearest" }); // some browsers return a promise here
  }, [warned]);
  return (
    <div ref={note} role="alert" className={style.note}>
      <p>
        This step leaves expired items behind for ever. As on AWS, time to live removes no item that expired more than five
        years ago. After the step that is every item that expires before {clockText(limit)}:{" "}
        {left.complete ? plural(left.items, "item") : `${countText(left.items)} or more items`} of{" "}
        <Text value={left.tables.slice(0, NAMES_SHOWN).join(", ")} />
        {more > 0 && ` and ${plural(more, "other table")}`}.
      </p>
      <p>
        {held
          ? "Expiry is held, so smaller steps do not help. Confirm the time first."
          : "In steps of four years, time to live removes them on the way."}
      </p>
      <Actions>
        {!held && (
          <Button kind="primary" onClick={() => turns.inSteps(seconds)}>
            Go in steps of four years
          </Button>
        )}
        <Button kind="danger" onClick={() => turns.turn(turn)}>
          Step at once
        </Button>
        <Button onClick={turns.dismiss}>Cancel</Button>
      </Actions>
    </div>
  );
}
