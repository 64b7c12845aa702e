import type { Health } from "../data/requests/server_facts";
import { Failure, UNREACHABLE } from "../data/requests/failure";

export type ServerState = "unknown" | Health["status"] | "gone" | "refused";

export function serverState(health: { readonly data?: Health; readonly error: unknown }): ServerState {
  if (health.error instanceof Failure && isGone(health.error)) return "gone";
  if (health.error !== null) return "refused";
  return health.data?.status ?? "unknown";
}

// A proxy in front of a stopped server answers 502 to 504.
const isGone = (failure: Failure): boolean =>
  failure.type === UNREACHABLE || (failure.status >= 502 && failure.status <= 504);
