import { useRef } from "react";

// Returns the server's version if it differs from the one that served this page.
export function useVersionChange(version: string | undefined): string | undefined {
  const first = useRef<string>(undefined);
  first.current ??= version;
  return version === first.current ? undefined : version;
}
