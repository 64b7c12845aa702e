import { useLayoutEffect, useRef, useState } from "react";

import { goTo, guardLeaving } from "./address";
import { Actions } from "./parts/Actions";
import { Button } from "./parts/Button";
import { Modal } from "./parts/Modal";

// Asks before the user leaves a view with unsaved changes: by a link, by Back, or by closing the
// tab. `keeps` tells the steps that keep the changes.
export function LeaveGuard({ keeps }: { readonly keeps: (to: string, from: string) => boolean }) {
  const [wanted, setWanted] = useState<string>();
  const latest = useRef(keeps);
  latest.current = keeps;
  // Before the next event: it may be Back.
  useLayoutEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    const release = guardLeaving((to, from) => {
      if (latest.current(to, from)) return true;
      setWanted(to);
      return false;
    });
    return () => {
      removeEventListener("beforeunload", warn);
      release();
    };
  }, []);
  return wanted === undefined ? null : <LeaveDialog to={wanted} stay={() => setWanted(undefined)} />;
}

function LeaveDialog({ to, stay }: { readonly to: string; readonly stay: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Modal title="Leave without saving?" close={stay} focus={first}>
      <p>Your changes are not saved, and leaving drops them.</p>
      <Actions>
        <Button ref={first} onClick={stay}>
          Stay
        </Button>
        <Button kind="danger" onClick={() => goTo(to, { unsaved: true })}>
          Leave
        </Button>
      </Actions>
    </Modal>
  );
}
