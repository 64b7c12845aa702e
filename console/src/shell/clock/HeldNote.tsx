import { Button } from "../../shared/parts/Button";
import style from "./forms.module.css";
import type { Turns } from "./use_turns";

// A start far ahead of the last commit holds expiry (docs/clock.md).
export function HeldNote({ turns }: { readonly turns: Turns }) {
  return (
    <div className={style.note}>
      <p>
        Expiry is held: at its start the server found the machine's clock more than a day ahead of the last commit. Until
        the time is confirmed, time to live removes nothing.
      </p>
      <p>
        If the time is wrong, stop the server, set the machine's clock, and run <code>stator clock reset --data</code> with
        the data folder.
      </p>
      <div>
        <Button onClick={() => turns.turn({ confirm: true })}>
          The time is right: confirm it
        </Button>
      </div>
    </div>
  );
}
