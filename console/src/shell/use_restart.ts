import { useEffect, useRef, useState } from "react";

import { queryClient, useStart } from "../shared/live/queries";
import type { ServerState } from "./server_state";

const SHOWN_MS = 10_000;

// Returns true for a while after the server has restarted, and reads everything again.
export function useRestart(state: ServerState): boolean {
  const { data: start } = useStart();
  const known = useRef<number>(undefined);
  const [shown, setShown] = useState(false);

  const gone = useRef(false);
  useEffect(() => {
    if (state === "gone") gone.current = true;
    else if (gone.current) {
      gone.current = false;
      void queryClient.invalidateQueries();
    }
  }, [state]);

  useEffect(() => {
    if (start === undefined || start === known.current) return;
    const first = known.current === undefined;
    known.current = start;
    if (first) return;
    setShown(true);
    void queryClient.invalidateQueries();
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [start]);
  return shown;
}
