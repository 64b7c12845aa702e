export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly token: string; // empty: none
}

export type Keeping = "memory" | "tab";

const KEY = "stator.credentials";

// The tab's storage, if the browser gives it and it works. Without it credentials stay in memory.
type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function loadCredentials(storage: TabStorage | undefined): Credentials | undefined {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? "null");
    return isCredentials(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

// Returns whether the tab keeps the credentials now.
export function keepCredentials(
  storage: TabStorage | undefined,
  credentials: Credentials | undefined,
  keeping: Keeping,
): boolean {
  try {
    if (credentials !== undefined && keeping === "tab") {
      storage?.setItem(KEY, JSON.stringify(credentials));
      return storage !== undefined;
    }
    storage?.removeItem(KEY);
  } catch {
    // Full or blocked storage. The credentials stay in memory.
  }
  return false;
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== "object" || value === null) return false;
  const { accessKey, secretKey, token } = value as Record<string, unknown>;
  return [accessKey, secretKey, token].every((text) => typeof text === "string");
}
