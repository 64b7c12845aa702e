import type { Target } from "../data/code/request";
import { endpointText } from "../data/requests/place";
import { session } from "../data/requests/session";
import { useSettings } from "./live/queries";
import { useStore } from "./use_store";

const REGION = "us-east-1"; // until the server has named its own

// Where the code that the console writes sends its requests: to this server, as this browser
// reaches it. Code never holds the credentials of the session.
export function useCodeTarget(): Target {
  const { data: settings } = useSettings();
  const { credentials } = useStore(session);
  return { endpoint: endpointText(), region: settings?.region ?? REGION, isSigned: credentials !== undefined };
}
