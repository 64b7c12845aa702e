import { useEffect, useRef } from "react";

import { session } from "../data/requests/session";
import { queryClient } from "../shared/live/queries";
import { useStore } from "../shared/use_store";

// Reads that were refused for want of credentials run again once the user has signed in.
export function useReadsAfterSignIn(): void {
  const { credentials } = useStore(session);
  const before = useRef(credentials);
  useEffect(() => {
    if (before.current === credentials) return;
    before.current = credentials;
    void queryClient.invalidateQueries();
  }, [credentials]);
}
